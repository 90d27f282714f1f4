import { isFoveaError } from "../../base/errors.js";
import { withDeadline } from "../../base/signals.js";
import type { PictureChange } from "../../screen/diff-text.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import type { Observation } from "../../screen/observation.js";
import { movesByItself } from "../../screen/restless.js";
import type { Settled, Signal } from "../../screen/settled.js";
import { type TileGrid, withoutChanges } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import { observeAlone } from "../observe.js";
import { OBSERVE_TREE } from "../observe-request.js";
import type { FramesAfter } from "../probes/hierarchy.js";
import {
  type BegunQuickCheck,
  beginQuickCheck,
  finishQuickCheck,
  isSameWindow,
  isWindowOf,
  pictureChange,
  type QuickCheck,
} from "../quick-check/quick-check.js";
import { FirstQuickCheck } from "./first-check.js";
import { type CountedFrames, type FrameCounter, frameTotal } from "./frame-counter.js";
import { restlessIn } from "./restless-in.js";

export interface Before {
  /** The screen as last shown to a caller. */
  readonly before: Observation | null;
  /** The pixels of `before`. */
  readonly grid: TileGrid | null;
  /** Counts the frames since right before the action; null if the app has no counter. */
  readonly counter: Promise<FrameCounter | null>;
}

/**
 * uiautomator reads the hierarchy after a second without an event. Meanwhile window, frames and pixels are checked
 * until two screenshots in a row are the same: so the screenshot does not show a transition, and the screen had this
 * state before the hierarchy was read. The counter of frames, or another screenshot, shows whether it still had it
 * afterwards. Regions that changed in between are never matched with the hierarchy.
 */
export async function lookByPixels(session: Session, seen: Before, signal: AbortSignal) {
  const startedAt = performance.now();
  const tree = { isRead: false };
  const first = new FirstQuickCheck(await knownNow(seen.counter, signal));
  const [{ observation, framesAfter }, watched] = await Promise.all([
    observeAlone(session, OBSERVE_TREE, signal, first).finally(() => {
      tree.isRead = true;
      first.end();
    }),
    watch(session, { seen, first }, { tree, startedAt }, signal),
  ]);
  const { pair, reported } = await pairOf(session, { watched, framesAfter }, signal);
  noteTiles(session, observation, pair);
  const last = await lastPair(session, pair, signal);
  const frames = countedIn(watched, reported);
  const settled = settledOf(observation, { watched, pair: last, totalMs: Math.round(performance.now() - startedAt) });
  const grid = stillGrid(observation, last);
  const pixels = last.late?.grid ?? null;
  return { observation, picture: pictureOf(seen, observation, last), grid, pixels, settled, frames };
}

/** The counter; undefined if the app hangs and does not report it in time: the observation does not wait for it. */
async function knownNow(counter: Promise<FrameCounter | null>, signal: AbortSignal) {
  try {
    return await withDeadline(COUNTED_WITHIN_MS, "the counter of frames", () => counter, signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** The app is asked before the action and answers during it; an action without duration may need this time. */
const COUNTED_WITHIN_MS = 500;

/** The most quick checks of a screen that never becomes stable. */
const MOST_QUICK_CHECKS = 8;

interface Watched {
  /** The last quick check that was complete before the hierarchy was read. */
  readonly early: QuickCheck | null;
  /** The count of frames right before that quick check. */
  readonly frames: number | null;
  /** The app's first report of frames; `reported` is the last. */
  readonly soon: FrameStats | null;
  readonly reported: FrameStats | null;
  readonly counter: FrameCounter | null;
  /** A quick check that was complete after the hierarchy was read. */
  readonly late: QuickCheck | null;
  /** performance.now() when `early` was complete. */
  readonly earlyAt: number;
  /** ms from the end of the action to the second of two equal quick checks; null if no two were equal. */
  readonly stillMs: number | null;
  readonly reaction: Signal | null;
}

interface Meanwhile {
  readonly tree: { readonly isRead: boolean };
  readonly startedAt: number;
}

interface Watching {
  readonly seen: Before;
  readonly first: FirstQuickCheck;
}

async function watch(
  session: Session,
  { seen, first }: Watching,
  { tree, startedAt }: Meanwhile,
  signal: AbortSignal,
): Promise<Watched> {
  const counter = await seen.counter;
  const unknown = { frames: null, soon: null, reported: null };
  let watched: Watched = { early: null, earlyAt: 0, ...unknown, counter, late: null, stillMs: null, reaction: null };
  for (let count = 0; count < MOST_QUICK_CHECKS; count += 1) {
    const taken = count === 0 ? await first.windowAndScreenshot : null;
    const begun = taken ?? beginQuickCheck(session, counter?.packageName ?? null, signal);
    const reported = (await begun.windowAndScreenshot.frames)?.value ?? null;
    const frames = reported && frameTotal(reported);
    watched = { ...watched, reported, soon: count === 0 ? reported : watched.soon };
    const now = await quickCheckIfAny(begun, signal);
    if (!now) return watched;
    watched = { ...watched, reaction: watched.reaction ?? reactionOf(seen, now, frames) };
    if (tree.isRead) return { ...watched, late: now };
    const { early } = watched;
    watched = { ...watched, early: now, earlyAt: performance.now(), frames };
    if (!now.grid) return watched;
    if (early && isSame(early, now)) return { ...watched, stillMs: Math.round(performance.now() - startedAt) };
  }
  return watched;
}

/** Null on an error: reading the hierarchy reports a device that is gone. */
async function quickCheckIfAny(begun: BegunQuickCheck, signal: AbortSignal): Promise<QuickCheck | null> {
  try {
    return await finishQuickCheck(begun);
  } catch (error) {
    if (signal.aborted || !isFoveaError(error)) throw error;
    return null;
  }
}

function reactionOf({ before, grid }: Before, now: QuickCheck, frames: number | null): Signal | null {
  if (before && now.window && !isWindowOf(before, now)) return "window";
  const picture = pictureChange(grid, now);
  if (picture !== null && picture !== "same") return "pixels";
  return frames !== null && frames > 0 ? "frames" : null;
}

function isSame(one: QuickCheck, other: QuickCheck): boolean {
  return isSameWindow(one, other) && pictureChange(one.grid, other) === "same";
}

/** Two quick checks, one after the other. */
interface Pair {
  readonly early: QuickCheck | null;
  readonly late: QuickCheck | null;
  /** The hierarchy was read between them. */
  readonly isAroundTree: boolean;
}

interface Paired {
  readonly pair: Pair;
  /** The last report of the app's frames. */
  readonly reported: FrameStats | null;
}

/**
 * Two quick checks around the hierarchy. If the app drew no frame since the first, it counts as the second one, too. A
 * counter of 0 proves nothing: another process may draw the screen. The counter is always read once more, because a
 * frame is counted when it is finished, not when it begins.
 */
async function pairOf(
  session: Session,
  { watched, framesAfter }: { readonly watched: Watched; readonly framesAfter: FramesAfter | null },
  signal: AbortSignal,
): Promise<Paired> {
  const { early, frames, counter, late, reported } = watched;
  if (late && early) return { pair: { early, late, isAroundTree: true }, reported };
  const again = async () => await quickCheckIfAny(beginQuickCheck(session, null, signal), signal);
  if (late) return { pair: { early: late, late: await again(), isAroundTree: false }, reported };
  const later = reportedAfter(watched, framesAfter) ?? (await counter?.readTimes(signal)) ?? null;
  const isSameCount = later !== null && frames !== null && frames > 0 && frameTotal(later) === frames;
  const last = isSameCount || !early?.grid ? early : await again();
  return { pair: { early, late: early?.grid ? last : null, isAroundTree: true }, reported: later ?? reported };
}

/** The frames from the hierarchy's stream, if they were requested after the last screenshot. */
function reportedAfter({ counter, earlyAt }: Watched, reported: FramesAfter | null): FrameStats | null {
  return reported && reported.packageName === counter?.packageName && earlyAt <= reported.begunAt
    ? reported.stats
    : null;
}

function countedIn({ counter, soon }: Watched, after: FrameStats | null): CountedFrames | null {
  return counter && { packageName: counter.packageName, before: counter.before, soon, after };
}

/** A transition may end between two quick checks: the screen is stable if a further one equals the second. */
async function lastPair(session: Session, pair: Pair, signal: AbortSignal): Promise<Pair> {
  const { early, late } = pair;
  if (!early?.grid || !late?.grid || isSame(early, late)) return pair;
  const again = await quickCheckIfAny(beginQuickCheck(session, null, signal), signal);
  return { early: late, late: again, isAroundTree: false };
}

/**
 * Remembers the unchanged tiles for this hierarchy: a region with these pixels at the next action shows what the
 * hierarchy lists.
 */
function noteTiles(session: Session, observation: Observation, { early, late, isAroundTree }: Pair): void {
  if (!isAroundTree || !early?.grid || !late?.grid || !isReadable(observation)) return;
  if (isSameWindow(early, late) && isWindowOf(observation, late))
    session.pixels.note(observation, withoutChanges(early.grid, late.grid));
}

function isReadable({ hierarchySource }: Observation): boolean {
  return hierarchySource !== "none";
}

/** How the pixels changed since the screen was shown to a caller; null if it is another screen, or still changes. */
function pictureOf({ before, grid }: Before, observation: Observation, pair: Pair): PictureChange {
  const { late } = pair;
  if (!late || !stillGrid(observation, pair) || before === null || !isWindowOf(before, late)) return null;
  return pictureChange(grid, late);
}

/** The pixels of the observed screen if they no longer change; else null. */
function stillGrid(observation: Observation, { early, late }: Pair): TileGrid | null {
  if (!early || !late || !isSame(early, late) || !isReadable(observation)) return null;
  return isWindowOf(observation, late) ? late.grid : null;
}

interface Outcome {
  readonly watched: Watched;
  readonly pair: Pair;
  readonly totalMs: number;
}

function settledOf(observation: Observation, { watched, pair, totalMs }: Outcome): Settled {
  const { early, late } = pair;
  const signals: Signal[] = ["window", ...(watched.counter ? (["frames"] as const) : [])];
  if (late?.grid) signals.push("pixels");
  const said = { signals, reaction: watched.reaction, toasts: [] };
  if (observation.power?.interactive === false) return { ...said, isQuiet: true, waitedMs: totalMs, restless: null };
  if (!isReadable(observation)) {
    const restless = { by: "app", what: unreadWords(observation), region: null, refs: [] } as const;
    return { ...said, isQuiet: false, waitedMs: totalMs, restless };
  }
  const change = early && late ? pictureChange(early.grid, late) : null;
  const isMoving = change !== null && change !== "same" && !isCaret(change, observation);
  const waitedMs = watched.stillMs ?? totalMs;
  if (!isMoving || watched.stillMs !== null) return { ...said, isQuiet: true, waitedMs, restless: null };
  const grids = { before: early?.grid ?? null, after: late?.grid ?? null };
  return { ...said, isQuiet: false, waitedMs, restless: restlessIn(observation, { ...grids, by: "pixels" }) };
}

function isCaret(part: Exclude<PictureChange, null | "same">, { elements }: Observation): boolean {
  return movesByItself(
    part,
    elements.filter(({ role }) => role !== "progress"),
  );
}

function unreadWords({ activeWindow, errors }: Observation): string {
  if (activeWindow?.type === "anrDialog") return "the app does not respond";
  const why = errors.find(({ probe }) => probe === "hierarchy");
  return why?.code === "HIERARCHY_NOT_IDLE" ? "unknown part" : "no hierarchy is available for this screen";
}
