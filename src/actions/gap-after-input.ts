import { deviceFacts } from "../observe/device-facts.js";
import { readLastUse } from "../observe/last-use.js";
import { runProbe } from "../observe/probe.js";
import { frameStatsProbe } from "../observe/probes/frame-stats.js";
import type { ActiveWindow } from "../screen/facts.js";
import type { FrameStats } from "../screen/frame-stats.js";
import type { Observation } from "../screen/observation.js";
import type { Session } from "../session/session.js";
import { type Gap, type JudgeGap, orStanding, STILL, standsThen } from "./gap.js";
import { gapByFrames, hasTaken, type TouchTimes, tookTouch } from "./gap-by-frames.js";
import type { ResolvedTarget } from "./resolve-target.js";

/** A touch that `input` did. */
export interface SentTouch {
  /** What was touched; its screen is the one that was checked. */
  readonly target: Pick<ResolvedTarget, "element" | "screen" | "checkedAtMs">;
  /** The device's clock before and after it. */
  readonly times: readonly number[];
  /** How long fingers were on the screen; where that is not known, all of the time counts as theirs. */
  readonly lengthMs: number;
}

/**
 * Judges the time between the last look and a touch by `input` by the frames that were drawn in it: of the app in front,
 * which is asked now, beside the wait for the screen to come to rest; afterwards those of a window that is in front then
 * and was not before. Of bare points nothing was known that could have changed.
 */
export function gapAfterInput(session: Session, { target, times, lengthMs }: SentTouch, signal: AbortSignal): JudgeGap {
  const { element, screen, checkedAtMs } = target;
  const front = packageOf(screen.activeWindow);
  if (!element) return async () => STILL;
  const asked = front === null ? Promise.resolve(null) : framesOf(session, front, signal);
  const used = isOneEvent(lengthMs) ? readLastUse(session, signal) : Promise.resolve([]);
  // A cancelled call may end before they are waited for.
  for (const one of [asked, used]) one.catch(() => {});
  return async ({ after, frames }, limit) => {
    const [sentAtMs, doneAtMs] = times;
    const now = await asked.catch(() => null);
    if (checkedAtMs === null || sentAtMs === undefined || doneAtMs === undefined) return CLOCKLESS;
    // What a touch brings up while it goes on is its own.
    const doneAt = Math.max(sentAtMs, doneAtMs - lengthMs);
    const asleepMs = sleepOf(now ?? frames);
    const uses = await used.catch(() => []);
    const touchedAtUpMs = touchedAmong(uses, [sentAtMs - asleepMs, doneAtMs - asleepMs]);
    const isMissed = touchedAtUpMs === null && uses.length > 0;
    const when = { checkedAtMs, sentAtMs, doneAtMs: doneAt, touchedAtUpMs, isMissed };
    const hasCaret = screen.elements.some((one) => one.focused === true && one.actions.includes("edit"));
    const said = gapByFrames({ before: frames, after: now, hasCaret }, when);
    const standing = { element, screen, window: screen.activeWindow };
    if (said.kind === "changed") return said.isBrief ? orStanding(said, standing, after) : said;
    const other = await gapOfOthers(session, { screen, after, when, own: now }, limit).catch(() => UNTOLD);
    if (other.kind !== "still") return other;
    if (said.kind !== "restless") return said;
    return standsThen(standing, after) ? STILL : { kind: "unknown", why: "the app draws all the time" };
  };
}

/** The power manager is told of the first of all events in 100 ms: of a touch that is so short, that it came down. */
function isOneEvent(lengthMs: number): boolean {
  return lengthMs < 90;
}

/** `/proc/uptime` counts in steps of 10 ms. */
const CLOCK_STEP_MS = 10;

/** The one time among them that is of the touch; null where there is none, or several. */
function touchedAmong(usedAtMs: readonly number[], [from, to]: readonly [number, number]): number | null {
  const own = new Set(usedAtMs.filter((atMs) => atMs >= from - CLOCK_STEP_MS && atMs <= to + CLOCK_STEP_MS));
  const [only, ...others] = own;
  return others.length === 0 ? (only ?? null) : null;
}

/** NaN where it is not known. */
function sleepOf(stats: FrameStats | null): number {
  return (stats?.realtimeMs ?? Number.NaN) - (stats?.uptimeMs ?? Number.NaN);
}

const CLOCKLESS: Gap = { kind: "unknown", why: "the device did not tell when it was touched" };

/** That the touch was done is known; that this could not be asked any more makes no failure of it. */
const UNTOLD: Gap = { kind: "unknown", why: "the device could not be asked any more" };

interface Others {
  readonly screen: ResolvedTarget["screen"];
  readonly after: Observation | null;
  readonly when: TouchTimes;
  /** Of the app in front when the target was looked at. */
  readonly own: FrameStats | null;
}

/** Windows that are there afterwards and were not when the target was looked at: they may have come before the touch. */
async function gapOfOthers(session: Session, { screen, after, when, own }: Others, signal: AbortSignal): Promise<Gap> {
  if (!after) return { kind: "unknown", why: "there was no time left to read the screen" };
  if (after.power?.interactive === false) return { kind: "unknown", why: "the screen went off" };
  const came = [packageOf(after.activeWindow), after.activeWindow?.package ?? null, keyboardOf(screen, after)];
  const known = new Set([packageOf(screen.activeWindow), screen.activeWindow?.package ?? null, null]);
  const others = new Set(came.flatMap((name) => (name === null || known.has(name) ? [] : [name])));
  for (const name of others) {
    const gap = tookTouch(await framesOf(session, name, signal), when);
    if (gap.kind !== "still") return gap;
  }
  const isLost = others.size > 0 && hasTaken(own, when) === false;
  return isLost ? { kind: "unknown", why: "another window came, and the app drew nothing for the touch" } : STILL;
}

function keyboardOf({ ime }: ResolvedTarget["screen"], after: Observation): string | null {
  if (ime?.visible !== false || after.ime?.visible !== true) return null;
  return after.ime.inputMethod?.split("/")[0] ?? null;
}

function packageOf(window: ActiveWindow | null): string | null {
  return window?.app?.package ?? window?.package ?? null;
}

/** Null where it tells none. Errors: `signal`'s. */
async function framesOf(session: Session, packageName: string, signal: AbortSignal): Promise<FrameStats | null> {
  const context = { session, device: session.device, facts: deviceFacts(session, signal) };
  const [{ value }] = await Promise.all([
    runProbe(frameStatsProbe(context, packageName, false, true), signal),
    context.facts,
  ]);
  return value;
}
