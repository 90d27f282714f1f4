import { runProbe } from "../../observe/probe.js";
import { deviceFacts } from "../../observe/probes/device.js";
import { frameStatsProbe } from "../../observe/probes/frame-stats.js";
import type { CountedFrames } from "../../observe/settle/frame-counter.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import type { Observation } from "../../screen/observation.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import type { ResolvedTarget } from "../targets/resolve-target.js";
import { drawsWithoutEvents } from "./draws-unheard.js";
import { drawnLately, rememberDrawn } from "./earlier-frames.js";
import {
  type Gap,
  hasOtherWordsSamePixels,
  isUnchangedLater,
  type JudgeGap,
  orStanding,
  STILL,
  type Standing,
  showsThen,
} from "./gap.js";
import { drewFor, gapByFrames, receivedTouch, type TouchTimes, tookTouch } from "./gap-by-frames.js";

/** A touch that was done by `input`. */
export interface SentTouch {
  /** The touched target; its screen is the one that was checked. */
  readonly target: Pick<ResolvedTarget, "element" | "screen" | "checkedAtMs" | "quickCheck">;
  /** The device's time before and after it. */
  readonly times: readonly number[];
  /** The last uses of the device, read after the touch; absent if they were not asked for. */
  readonly lastUses?: Promise<readonly number[]>;
  /** How long fingers were on the screen; if unknown, the whole time of `input`. */
  readonly lengthMs: number;
}

/**
 * Judges the time between the last check and a touch by `input` from the frames that were drawn in it: those of the app
 * in front, which are counted while waiting for a stable screen, and those of a window that is in front afterwards and
 * was not before. For a bare point nothing was known that could have changed.
 */
export function gapAfterInput(session: Session, { target, times, lengthMs, lastUses }: SentTouch): JudgeGap {
  const { element, screen, checkedAtMs } = target;
  const grid = target.quickCheck?.grid ?? null;
  return async ({ after, frames, pixels }, limit) => {
    const [sentAtMs, doneAtMs] = times;
    const counted = await countedOf(session, { screen, frames, isElement: element !== null }, limit);
    if (sentAtMs === undefined || doneAtMs === undefined) return { gap: element ? CLOCKLESS : STILL, drew: null };
    const asleepMs = sleepOf(counted.soon ?? counted.before);
    const uses = (await lastUses?.catch(() => [])) ?? [];
    const own = touchedAmong(uses, [sentAtMs - asleepMs, doneAtMs - asleepMs]);
    const when: TouchTimes = {
      ...{ checkedAtMs: checkedAtMs ?? sentAtMs, sentAtMs },
      // A window that the touch opened while it was still in progress does not count as earlier.
      doneAtMs: Math.max(sentAtMs, doneAtMs - lengthMs),
      touchedAtUpMs: own,
      usedAtUpMs: own === null && uses.length > 0 ? Math.max(...uses) : null,
    };
    const drew = drewFor(counted.after ?? counted.soon, when);
    if (!element) return { gap: STILL, drew };
    if (checkedAtMs === null) return { gap: CLOCKLESS, drew };
    const standing = { element, screen, window: screen.activeWindow, grid };
    return { gap: await judge(session, { standing, screen, after, pixels, when, counted }, limit), drew };
  };
}

interface Judged {
  readonly standing: Standing;
  readonly screen: ResolvedTarget["screen"];
  readonly after: Observation | null;
  readonly pixels: TileGrid | null;
  readonly when: TouchTimes;
  readonly counted: Counted;
}

async function judge(session: Session, judged: Judged, signal: AbortSignal): Promise<Gap> {
  const { standing, screen, after, pixels, when, counted } = judged;
  const hasCaret = screen.elements.some((one) => one.focused === true && one.actions.includes("edit"));
  const drawsByFrames = !drawsWithoutEvents(screen);
  if (hasOtherWordsSamePixels(standing, { after, pixels })) return UNSEEN;
  const { before, soon, after: later } = counted;
  const name = packageOf(screen.activeWindow);
  const lately = drawnLately(session, name);
  rememberDrawn(session, name, [before, soon, later]);
  const said = gapByFrames({ before, after: soon, later, hasCaret, drawsByFrames, drawnLately: lately }, when);
  const stands = said.kind !== "still" && (isUnchangedLater(standing, after) || showsThen(standing, { after, pixels }));
  if (said.kind === "changed" && !(said.isEarly && stands)) {
    return said.isBrief ? orStanding(said, standing, after) : said;
  }
  const own = later ?? soon;
  const other = await gapOfOthers(session, { screen, after, when, own }, signal).catch(() => UNKNOWN);
  if (other.kind !== "still") return other;
  if (said.kind !== "restless") return said.kind === "changed" ? STILL : said;
  // A screen that changes too fast for its hierarchy to be read cannot show the target: its rhythm is proof enough.
  const isProven = stands || (said.isRhythm && after?.hierarchySource === "none");
  return isProven ? STILL : { kind: "unknown", why: "the app draws all the time" };
}

/** The frames of the app that was in front when the target was checked. */
type Counted = Pick<CountedFrames, "before" | "soon" | "after">;

interface Counting {
  readonly screen: ResolvedTarget["screen"];
  readonly frames: CountedFrames | null;
  readonly isElement: boolean;
}

/** The counted frames. If another app had come to the front before the target was checked, that app is asked now. */
async function countedOf(
  session: Session,
  { screen, frames, isElement }: Counting,
  signal: AbortSignal,
): Promise<Counted> {
  const front = packageOf(screen.activeWindow);
  if (frames && frames.packageName === front) return frames;
  const soon = front === null || !isElement ? null : await framesOf(session, front, signal).catch(() => null);
  return { before: null, soon, after: null };
}

/**
 * Whether a touch is so short that the power manager, which records the first event in 100 ms, records only its start.
 */
export function isOneEvent(lengthMs: number): boolean {
  return lengthMs < 90;
}

/** `/proc/uptime` counts in steps of 10 ms. */
const CLOCK_STEP_MS = 10;

/** The one use of the device in this time span, which is the touch; null if there is none, or several. */
export function touchedAmong(usedAtMs: readonly number[], [from, to]: readonly [number, number]): number | null {
  const own = new Set(usedAtMs.filter((atMs) => atMs >= from - CLOCK_STEP_MS && atMs <= to + CLOCK_STEP_MS));
  const [only, ...others] = own;
  return others.length === 0 ? (only ?? null) : null;
}

/** How long the device slept since boot; NaN if unknown. */
function sleepOf(stats: FrameStats | null): number {
  return (stats?.realtimeMs ?? Number.NaN) - (stats?.uptimeMs ?? Number.NaN);
}

const UNSEEN: Gap = { kind: "changed", why: "its words changed and its pixels did not" };
const CLOCKLESS: Gap = { kind: "unknown", why: "the device did not report when it was touched" };

/** The device could not be asked any more. The touch itself was done. */
const UNKNOWN: Gap = { kind: "unknown", why: "the device no longer answered" };

interface Others {
  readonly screen: ResolvedTarget["screen"];
  readonly after: Observation | null;
  readonly when: TouchTimes;
  /** The frames of the app that was in front when the target was checked. */
  readonly own: FrameStats | null;
}

/**
 * Judges windows that are there afterwards and were not when the target was checked: they may have appeared before the
 * touch.
 */
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
  const isLost = others.size > 0 && receivedTouch(own, when) === false;
  return isLost ? { kind: "unknown", why: "another window appeared, and the app drew nothing for the touch" } : STILL;
}

function keyboardOf({ ime }: ResolvedTarget["screen"], after: Observation): string | null {
  if (ime?.visible !== false || after.ime?.visible !== true) return null;
  return after.ime.inputMethod?.split("/")[0] ?? null;
}

function packageOf(window: ActiveWindow | null): string | null {
  return window?.app?.package ?? window?.package ?? null;
}

/** The frames of an app; null if it reports none. Errors: `signal`'s. */
async function framesOf(session: Session, packageName: string, signal: AbortSignal): Promise<FrameStats | null> {
  const context = { session, device: session.device, facts: deviceFacts(session, signal) };
  const [{ value }] = await Promise.all([
    runProbe(frameStatsProbe(context, { packageName, withTimes: true }), signal),
    context.facts,
  ]);
  return value;
}
