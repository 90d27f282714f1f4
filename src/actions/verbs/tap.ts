import { FoveaError } from "../../base/errors.js";
import type { Argv } from "../../devices/script.js";
import type { Target } from "../../screen/selector.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { ONLY_SENDS } from "../../session/session-watcher.js";
import { act, apiLevelOf, COMPANION_HINT, unsupported } from "../act.js";
import type { AskGate } from "../ask-gate.js";
import { tapGesture } from "../companion/gestures.js";
import { touchViaCompanion } from "../companion/touch-via-companion.js";
import { isNotViaCompanion, type NotViaCompanion, otherWayNotes } from "../companion/via-companion.js";
import { inputArgv, pauseArgv, planAndSend } from "../input/device-input.js";
import { measureInputMs } from "../input/measure-input.js";
import type { ActResult, Performed } from "../proof/performed.js";
import { gapAfterInput, isOneEvent } from "../staleness/gap-after-input.js";
import { type ResolvedTarget, resolveTarget } from "../targets/resolve-target.js";
import { type Answering, type LookSignal, type Patience, whenReady } from "../targets/when-ready.js";

export interface TapRequest extends Patience, Answering {
  readonly target: Target;
  /** Taps in quick succession: 2 is a double tap. */
  readonly count: number;
  /** Milliseconds to hold; 0 for a plain tap, 500 and more for a long press. */
  readonly holdMs: number;
}

/** ViewConfiguration.DOUBLE_TAP_TIMEOUT: taps further apart count as single taps. */
const DOUBLE_TAP_MS = 300;
/** ViewConfiguration.DOUBLE_TAP_MIN_TIME is 40: taps closer together count as one tap that bounces. */
const PAUSE_MS = 60;

/** Prints the device's clock in ns after each tap, to measure the time between them. */
const CLOCK: Argv = ["date", "+%s%N"];

/**
 * Touches a target, once or several times, briefly or long. What it reads through the companion:
 * - before: every window (`locate`), for every target that names an element;
 * - at the touch: nothing; the companion refuses to click a node that has changed since;
 * - afterwards: events until the screen is stable, then every window (`settle`); by the events, too, whether anything
 *   changed between the reading and a gesture (`gap-by-events.ts`).
 *
 * By `input`:
 * - before: the frames of the app in front (`beginSettling`); window and pixels if a ref was shown lately, else the
 *   hierarchy (`locate`);
 * - at the touch, in its own stream: the focus (`focusGuard`), the device's clock and when it was used last
 *   (`LAST_USE`);
 * - afterwards: window, frames and pixels beside the hierarchy (`settle`), and the sources that show whether
 *   anything changed between the reading and the touch (`gapAfterInput`).
 *
 * Errors: those of resolveTarget, touchViaCompanion and planAndSend; UNSUPPORTED_ON_DEVICE for taps in quick succession
 * where `input` is slower; INVALID_ARGUMENT for several long presses.
 */
export async function tap(session: Session, request: TapRequest, signal: AbortSignal): Promise<ActResult> {
  const { count, holdMs } = request;
  if (count > 1 && holdMs > 0) throw new FoveaError("INVALID_ARGUMENT", "give either count or hold_ms, not both");
  const args = {
    target: printTarget(request.target),
    ...(count > 1 && { count }),
    ...(holdMs > 0 && { hold_ms: holdMs }),
    ...(request.onlySends && ONLY_SENDS),
  };
  return await act(
    session,
    { tool: "tap", args },
    (ask) => whenReady(session, request, (look) => tapOnce(session, { request, look, ask }, signal), signal),
    signal,
  );
}

interface Tapping {
  readonly request: TapRequest;
  readonly look: LookSignal;
  readonly ask: AskGate;
}

async function tapOnce(session: Session, tapping: Tapping, signal: AbortSignal): Promise<Performed> {
  const { request } = tapping;
  const touched = await touchViaCompanion(session, () => planTouch(session, tapping), signal);
  if (isNotViaCompanion(touched)) return await tapByInput(session, { ...tapping, insteadOf: touched }, signal);
  const { plan, done } = touched;
  return { did: wordsFor(request, plan), points: done.by === "click" ? [] : [plan.point], ...done };
}

async function planTouch(session: Session, { request, look, ask }: Tapping) {
  const { target, count, holdMs, onlySends } = request;
  const found = await resolveTarget(session, target, look);
  const isPlain = count === 1 && holdMs === 0;
  return {
    ...found,
    passed: askToTap(ask, found, holdMs),
    targets: [found],
    gesture: tapGesture(found.point, { count, holdMs, isBrief: onlySends === true }),
    click: isPlain ? found.node : null,
    node: found.node,
    displayId: found.screen.activeWindow?.displayId ?? null,
    window: found.element && found.screen.activeWindow,
  };
}

/** Errors: those of the guard. */
function askToTap(ask: AskGate, { element, point, screen }: ResolvedTarget, holdMs: number) {
  return ask({ kind: "tap", on: element, point, holdMs }, screen);
}

async function tapByInput(
  session: Session,
  { request, insteadOf, look, ask }: Tapping & { readonly insteadOf: NotViaCompanion },
  signal: AbortSignal,
): Promise<Performed> {
  const { target, count, holdMs } = request;
  const apiLevel = await apiLevelOf(session, signal);
  const lengthMs = count > 1 ? Number.POSITIVE_INFINITY : holdMs;
  if (count > 1) await refuseIfTooSlow(session, apiLevel, signal);
  const makePlan = async () => {
    const found = await resolveTarget(session, target, look);
    const { x, y } = found.point;
    const touch = holdMs > 0 ? ["swipe", x, y, x, y, holdMs] : ["tap", x, y];
    const calls = repeated(inputArgv(apiLevel, touch.map(String)), count);
    const window = found.element && found.screen.activeWindow;
    const asksLastUse = found.element !== null && isOneEvent(lengthMs);
    const passed = askToTap(ask, found, holdMs);
    return { ...found, passed, targets: [found], calls, extraMs: holdMs, window, isTimed: true, asksLastUse };
  };
  const { plan, said, ...sent } = await planAndSend(session, apiLevel, makePlan, signal);
  const gap = gapAfterInput(session, { target: plan, lengthMs, ...sent });
  const notes = () => [...otherWayNotes(insteadOf), ...(count > 1 ? gapNote(said) : [])];
  const { point, targets, passed } = plan;
  return { did: wordsFor(request, plan), points: [point], by: "input", passed, targets, after: null, gap, notes };
}

function wordsFor({ count, holdMs }: TapRequest, { description }: ResolvedTarget): string {
  const verb = holdMs > 0 ? `held for ${holdMs} ms` : "tapped";
  return `${verb}${count > 1 ? ` ${count} times` : ""} ${description}`;
}

function repeated(once: Argv, count: number): readonly Argv[] {
  if (count === 1) return [once];
  return Array.from({ length: count }, (_, place) =>
    place === 0 ? [once, CLOCK] : [pauseArgv(PAUSE_MS), once, CLOCK],
  ).flat();
}

async function refuseIfTooSlow(session: Session, apiLevel: number | null, signal: AbortSignal): Promise<void> {
  const inputMs = session.traits.inputMs ?? (await measureInputMs(session.device, apiLevel, signal));
  session.traits.inputMs = inputMs;
  if (inputMs + PAUSE_MS < DOUBLE_TAP_MS) return;
  const serial = session.device.serial;
  const message = `one tap through \`input\` takes ${Math.round(inputMs)} ms on ${serial}; taps that belong together have to follow within ${DOUBLE_TAP_MS} ms`;
  throw unsupported(session, message, `Use single taps, or hold_ms for a long press; ${COMPANION_HINT}`);
}

/**
 * A note if the device's clock shows long pauses. It measures from the end of one tap to the end of the next, which is
 * a little more than the pause.
 */
function gapNote(said: string): readonly string[] {
  const times = [...said.matchAll(/^(\d{19})$/gm)].map((found) => Number(BigInt(found[1] ?? 0) / 1_000_000n));
  const gaps = times.slice(1).map((time, place) => time - (times[place] ?? time));
  const longest = Math.max(0, ...gaps);
  if (longest <= DOUBLE_TAP_MS) return [];
  return [`! the taps came up to ${longest} ms apart; the app may have taken them for single taps`];
}
