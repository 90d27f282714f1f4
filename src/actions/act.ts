import { FoveaError, isFoveaError, toFoveaError } from "../base/errors.js";
import type { Point } from "../base/geometry.js";
import type { LiveHalf } from "../devices/on-device/live-half.js";
import { isLive } from "../devices/on-device/on-device-link.js";
import { type Glance, glance, isSameWindow, isWindowOf, pictureChange } from "../observe/glance.js";
import { OBSERVE_TREE, observe } from "../observe/observe.js";
import { lastSighting } from "../observe/still-shown.js";
import type { PictureChange } from "../screen/diff-text.js";
import type { WindowType } from "../screen/facts.js";
import type { Observation } from "../screen/observation.js";
import type { TileGrid } from "../screen/tiles.js";
import type { Session } from "../session/session.js";
import { beginProof } from "./proof.js";
import type { ReadBack } from "./read-back.js";
import type { Verdict } from "./verdict.js";

/**
 * By what an action was done on the device: the on-device half's `click` of a node, a `gesture` or `text` of it or an
 * `action` of the system through it; else the `input` or `am` program.
 */
export type By = "click" | "gesture" | "text" | "action" | "input" | "am";

/** What a verb did, for the caller to read. */
export interface Performed {
  /** What was done, in the past tense: `tapped e12 button "Save"`. */
  readonly did: string;
  /** Device pixels that were touched, in order; empty for keys, texts and apps. */
  readonly points: readonly Point[];
  readonly by: By;
  /** Number of the on-device half's last event before it was done, where that did it. */
  readonly after?: number;
  /** What else is worth a line, known from the screen afterwards where that could be read. */
  readonly notes?: (after: Observation | null) => readonly string[];
  /** What the field that was typed into holds on the screen afterwards. */
  readonly readField?: (after: Observation | null) => ReadBack;
  /** The app that it was to bring to the front, if that was what it was for. */
  readonly opens?: string;
  /** It touched the screen before it read it for the last time, as what gives a field the focus does. */
  readonly isReadAmid?: boolean;
  /** Windows of the system that it asks for, so that they are no surprise. */
  readonly asksFor?: readonly WindowType[];
}

/** An action and the screen after it. */
export interface ActResult {
  readonly did: string;
  readonly points: readonly Point[];
  readonly by: By;
  readonly notes: readonly string[];
  /** The screen as a caller was last told of it; null before the first time since the device was booted. */
  readonly before: Observation | null;
  /** The screen afterwards; null where the call had to end before it was read. */
  readonly after: Observation | null;
  /** What became of the pixels between the two. */
  readonly picture: PictureChange;
  /** What it came to, as far as that is proven. */
  readonly verdict: Verdict;
  /** Of text: what the field holds now; absent where there is none to be read. */
  readonly field?: ReadBack;
}

/**
 * Performs one action and looks at what came of it. Actions on one device come one after another, and none is ever sent
 * twice. Errors: those of `perform`; where it may have happened all the same, the next step is to look.
 */
export async function act(
  session: Session,
  perform: (signal: AbortSignal) => Promise<Performed>,
  signal: AbortSignal,
): Promise<ActResult> {
  return await session.acts.run(async ({ gap }) => {
    const before = session.lastTold;
    const proof = beginProof(session, signal);
    const sighting = lastSighting(session);
    const grid = sighting?.observation === before ? (sighting?.grid ?? null) : null;
    const heard = heardOf(session);
    const performed = await performOnce(perform, signal);
    proof.done();
    const { did, points, by, notes, after: seq } = performed;
    const since = heard && seq !== undefined ? { ...heard, seq } : heard;
    const { after, picture } = await lookAfter(session, { before, grid, since }, signal);
    if (after && isReadable(after) && !signal.aborted) session.noteTold(after);
    const isSameBoot = before !== null && after !== null && before.device.bootId === after.device.bootId;
    const verdict = await proof.verdict(performed, after, signal);
    const said = [...(notes?.(after) ?? []), ...(gap === null ? [] : [`! ${gap}`])];
    const field = performed.readField && { field: performed.readField(after) };
    return { did, points, by, notes: said, before: isSameBoot ? before : null, after, picture, verdict, ...field };
  }, signal);
}

/** Whether the elements of a screen are known. */
export function isReadable(observation: Observation): boolean {
  return observation.hierarchySource !== "none";
}

async function performOnce(perform: (signal: AbortSignal) => Promise<Performed>, signal: AbortSignal) {
  try {
    return await perform(signal);
  } catch (error) {
    if (!isFoveaError(error) || error.context.mayHaveHappened !== true) throw error;
    const look = "Observe to see whether it was done, before doing it again.";
    throw error.with({ recoverySuggestions: [look] });
  }
}

interface Seen {
  readonly before: Observation | null;
  readonly grid: TileGrid | null;
  /** What had been heard of the screen before the action; null without the on-device half. */
  readonly since: Heard | null;
}

interface Heard {
  readonly half: LiveHalf;
  readonly seq: number;
}

function heardOf({ onDevice: { current: half } }: Session): Heard | null {
  return half ? { half, seq: half.events.lastSeq } : null;
}

/** The tree after an action, and what became of the pixels where these are looked at. */
async function lookAfter(session: Session, seen: Seen, signal: AbortSignal) {
  try {
    return await look(session, seen, signal);
  } catch (error) {
    // The action was done: running out of time for looking at it does not make it a failure.
    if (!isFoveaError(toFoveaError(signal.aborted ? signal.reason : error), "TIMEOUT")) throw error;
    return { after: null, picture: null };
  }
}

async function look(session: Session, seen: Seen, signal: AbortSignal) {
  const half = await session.onDevice.live(signal);
  return isLive(half) ? await lookLive(session, half, seen, signal) : await lookByPixels(session, seen, signal);
}

/** An app sends at most one content event in 100 ms: less quiet than that would say nothing (ViewConfiguration). */
const SETTLE = { reactMs: 300, quietMs: 130, timeoutMs: 1_500 } as const;

/**
 * By events: once the screen has reacted and come to rest, or where it does not, every window is read. Where nothing
 * reacted the app may be one that tells of nothing: then the framework's cache is not believed either.
 */
async function lookLive(session: Session, half: LiveHalf, { since }: Seen, signal: AbortSignal) {
  const after = since?.half === half ? { after: since.seq } : {};
  const hasReacted = await settle(half, { ...SETTLE, ...after }, signal);
  const { observation } = await observe(session, { ...OBSERVE_TREE, fresh: hasReacted ? true : "forced" }, signal);
  return { after: observation, picture: null };
}

/** A half that fails here fails when it is asked for the tree, too, which then comes from another source. */
async function settle(
  half: LiveHalf,
  request: Parameters<LiveHalf["waitIdle"]>[0],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await half.waitIdle(request, signal)).reacted !== false;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}

/**
 * uiautomator reads the tree after a second without a change; in that time screenshots are taken until two in a row are
 * the same. So the picture is not one of a transition, and it was so before the tree was read: a part of the screen that
 * still looks like it at the next action is what the tree says.
 */
async function lookByPixels(session: Session, { before, grid }: Seen, signal: AbortSignal) {
  const tree = { isRead: false };
  const [{ observation }, still] = await Promise.all([
    observe(session, OBSERVE_TREE, signal).finally(() => {
      tree.isRead = true;
    }),
    settledGlance(session, tree, signal),
  ]);
  const isOfTree = still !== null && isReadable(observation) && isWindowOf(observation, still);
  if (isOfTree && still.grid) session.noteTiles(observation.observationId, still.grid);
  const isSameScreen = isOfTree && before !== null && isWindowOf(before, still);
  return { after: observation, picture: isSameScreen ? pictureChange(grid, still) : null };
}

/** Screens that never stand still are not looked at more often than this. */
const MOST_GLANCES = 8;

/**
 * The first glance that shows the same as the one before it, if that one was taken before the tree was read; null
 * where there is none, or where pixels cannot be had. Without it the next action reads the tree again.
 */
async function settledGlance(
  session: Session,
  tree: { readonly isRead: boolean },
  signal: AbortSignal,
): Promise<Glance | null> {
  let last: Glance | null = null;
  for (let count = 0; count < MOST_GLANCES; count++) {
    const isLate = tree.isRead;
    const now = await glanceIfAny(session, signal);
    if (!now?.grid) return null;
    if (last && isSameWindow(last, now) && pictureChange(last.grid, now) === "same") return now;
    if (isLate) return null;
    last = now;
  }
  return null;
}

/** A device that is gone is the tree's error to tell. */
async function glanceIfAny(session: Session, signal: AbortSignal): Promise<Glance | null> {
  try {
    return await glance(session, signal);
  } catch (error) {
    if (signal.aborted || !isFoveaError(error)) throw error;
    return null;
  }
}

/** The API level of the device; null where it does not say. */
export async function apiLevelOf(session: Session, signal: AbortSignal): Promise<number | null> {
  return (await session.device.facts(signal)).apiLevel;
}

/** What lifts the limits of `input`. */
export const SETUP_HINT = "`fovea setup` installs the service that can.";

/** A refusal because of what the device is. */
export function unsupported(session: Session, message: string, hint: string): FoveaError {
  return new FoveaError("UNSUPPORTED_ON_DEVICE", message, { device: session.device.serial, hint });
}
