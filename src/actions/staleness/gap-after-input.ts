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
import { drawsUnheard } from "./draws-unheard.js";
import { drawnLately, rememberDrawn } from "./earlier-frames.js";
import {
  type Gap,
  type JudgeGap,
  orStanding,
  STILL,
  type Standing,
  saysOtherUnseen,
  showsThen,
  standsThen,
} from "./gap.js";
import { drewFor, gapByFrames, hasTaken, type TouchTimes, tookTouch } from "./gap-by-frames.js";

/** A touch that `input` did. */
export interface SentTouch {
  /** What was touched; its screen is the one that was checked. */
  readonly target: Pick<ResolvedTarget, "element" | "screen" | "checkedAtMs" | "quickCheck">;
  /** The device's clock before and after it. */
  readonly times: readonly number[];
  /** The time of the last use of the device, read after the touch; absent if it was not asked for. */
  readonly lastUses?: Promise<readonly number[]>;
  /** How long fingers were on the screen; where that is not known, all of the time counts as theirs. */
  readonly lengthMs: number;
}

/**
 * Judges the time between the last check and a touch by `input` by the frames that were drawn in it: of the app in
 * front, which is counted beside the wait for a stable screen; afterwards those of a window that is in front
 * then and was not before. Of bare points nothing was known that could have changed.
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
      // What a touch brings up while it goes on is its own.
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
  const drawsByFrames = !drawsUnheard(screen);
  if (saysOtherUnseen(standing, { after, pixels })) return UNSEEN;
  const { before, soon, after: later } = counted;
  const name = packageOf(screen.activeWindow);
  const lately = drawnLately(session, name);
  rememberDrawn(session, name, [before, soon, later]);
  const said = gapByFrames({ before, after: soon, later, hasCaret, drawsByFrames, drawnLately: lately }, when);
  const stands = said.kind !== "still" && (standsThen(standing, after) || showsThen(standing, { after, pixels }));
  if (said.kind === "changed" && !(said.isEarly && stands)) {
    return said.isBrief ? orStanding(said, standing, after) : said;
  }
  const own = later ?? soon;
  const other = await gapOfOthers(session, { screen, after, when, own }, signal).catch(() => UNKNOWN);
  if (other.kind !== "still") return other;
  if (said.kind !== "restless") return said.kind === "changed" ? STILL : said;
  // On a screen that ticks so fast that it gives no tree nothing can be seen to be there.
  const isProven = stands || (said.isRhythm && after?.hierarchySource === "none");
  return isProven ? STILL : { kind: "unknown", why: "the app draws all the time" };
}

/** The frames of the app that was in front when the target was looked at. */
type Counted = Pick<CountedFrames, "before" | "soon" | "after">;

interface Counting {
  readonly screen: ResolvedTarget["screen"];
  readonly frames: CountedFrames | null;
  readonly isElement: boolean;
}

/**
 * Another app than the one that was counted came to the front before the target was looked at: that one is asked now.
 */
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

/** The power manager notes the first of all events in 100 ms: of such a short touch, the moment when it came down. */
export function isOneEvent(lengthMs: number): boolean {
  return lengthMs < 90;
}

/** `/proc/uptime` counts in steps of 10 ms. */
const CLOCK_STEP_MS = 10;

/** The one time among them that is of the touch; null if there is none, or several. */
export function touchedAmong(usedAtMs: readonly number[], [from, to]: readonly [number, number]): number | null {
  const own = new Set(usedAtMs.filter((atMs) => atMs >= from - CLOCK_STEP_MS && atMs <= to + CLOCK_STEP_MS));
  const [only, ...others] = own;
  return others.length === 0 ? (only ?? null) : null;
}

/** NaN where it is not known. */
function sleepOf(stats: FrameStats | null): number {
  return (stats?.realtimeMs ?? Number.NaN) - (stats?.uptimeMs ?? Number.NaN);
}

const UNSEEN: Gap = { kind: "changed", why: "its words changed and its pixels did not" };
const CLOCKLESS: Gap = { kind: "unknown", why: "the device did not report when it was touched" };

/** That the touch was done is known; that this could not be asked any more makes no failure of it. */
const UNKNOWN: Gap = { kind: "unknown", why: "the device no longer answered" };

interface Others {
  readonly screen: ResolvedTarget["screen"];
  readonly after: Observation | null;
  readonly when: TouchTimes;
  /** The frames of the app that was in front when the target was checked. */
  readonly own: FrameStats | null;
}

/**
 * Windows that are there afterwards and were not when the target was looked at: they may have come before the touch.
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
  const isLost = others.size > 0 && hasTaken(own, when) === false;
  return isLost ? { kind: "unknown", why: "another window appeared, and the app drew nothing for the touch" } : STILL;
}

function keyboardOf({ ime }: ResolvedTarget["screen"], after: Observation): string | null {
  if (ime?.visible !== false || after.ime?.visible !== true) return null;
  return after.ime.inputMethod?.split("/")[0] ?? null;
}

function packageOf(window: ActiveWindow | null): string | null {
  return window?.app?.package ?? window?.package ?? null;
}

/** Null if it reports none. Errors: `signal`'s. */
async function framesOf(session: Session, packageName: string, signal: AbortSignal): Promise<FrameStats | null> {
  const context = { session, device: session.device, facts: deviceFacts(session, signal) };
  const [{ value }] = await Promise.all([
    runProbe(frameStatsProbe(context, { packageName, withTimes: true }), signal),
    context.facts,
  ]);
  return value;
}
