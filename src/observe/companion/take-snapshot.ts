import { FoveaError } from "../../base/errors.js";
import { isChange, isWindowsChange } from "../../devices/companion/event-log.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { OnDeviceEvent } from "../../devices/companion/messages.js";
import type { OnDeviceSnapshot, OnDeviceWindow } from "../../devices/companion/results.js";
import { quoteWords } from "../../screen/label.js";
import type { ObserveRequest } from "../observe-request.js";
import { focusedWindow, packageOf } from "./front-window.js";
import { changesMore } from "./status-bar.js";

export interface TakenSnapshot {
  readonly snapshot: OnDeviceSnapshot;
  readonly focused: OnDeviceWindow | undefined;
  /** HIERARCHY_NULL_ROOT or WINDOW_UNREAD if the window in front has no hierarchy: then only the facts can be used. */
  readonly problem: FoveaError | null;
  /** What changed while it was taken, in the second try as well: its trees may show different moments. */
  readonly moving: "content" | "windows" | null;
  /** performance.now() when the snapshot had arrived. */
  readonly takenAt: number;
}

/** How long Fovea waits for a changing screen to become stable before it is read once more. */
const REST = { quietMs: 100, timeoutMs: 400 } as const;
/**
 * In a transition no window has the focus for a while, or a new window has no tree yet. Events report the end of both.
 */
const NO_TREE_WAIT = { reactMs: 250, quietMs: 100, timeoutMs: 400 } as const;
const MOST_TRIES = 4;

/**
 * A snapshot during which nothing changed, if one can be taken soon. It is taken again if something changed, or if the
 * window in front has no tree yet. The first one over a connection always walks. See {@link ObserveRequest.fresh}.
 * Errors: those of the request.
 */
export async function takeSnapshot(
  companion: LiveCompanion,
  fresh: ObserveRequest["fresh"],
  signal: AbortSignal,
): Promise<TakenSnapshot> {
  for (let tries = 1; ; tries += 1) {
    const mayRepeat = fresh === false && tries === 1 && companion.hasTrees;
    const snapshot = await companion.snapshot(
      { basis: mayRepeat ? "events" : "walk", forced: fresh === "forced" },
      signal,
    );
    const takenAt = performance.now();
    const focused = focusedWindow(snapshot);
    const moving = whatMoved(companion, snapshot, focused ? packageOf(focused) : null);
    const hasTree = (focused?.content?.length ?? 0) > 0;
    const taken = { snapshot, focused, moving, takenAt };
    const isAsleep = snapshot.facts?.interactive === false;
    // A window that was touched or opened just now may get the focus next.
    const mayGainFocus = focused?.focused === false && !isAsleep && tries === 1;
    if (hasTree && !mayGainFocus && (moving === null || tries > 1)) return { ...taken, problem: null };
    const isFinal = tries === MOST_TRIES || isAsleep;
    if (!hasTree && (isFinal || !mayGetTree(focused))) return { ...taken, problem: noTree(companion, focused) };
    await companion.waitIdle(hasTree && !mayGainFocus ? REST : { ...NO_TREE_WAIT, after: snapshot.seq }, signal);
  }
}

/**
 * Decides by the types of the events if none was missed; else it assumes that windows changed. The clock and the icons
 * of the status bar are not part of what the app in front (`front`, a package) shows.
 */
function whatMoved(
  companion: LiveCompanion,
  { seq, eventsDuring }: OnDeviceSnapshot,
  front: string | null,
): TakenSnapshot["moving"] {
  if (eventsDuring === 0) return null;
  const events = companion.events.between(seq + 1, seq + eventsDuring);
  const isMove = (event: OnDeviceEvent) => (front === null ? isChange(event.type) : changesMore(event, front));
  if (events && !events.some(isMove)) return null;
  return events?.every(({ type }) => !isWindowsChange(type)) ? "content" : "windows";
}

/** Whether the tree of the window may still appear. A hung app is not asked again. */
function mayGetTree(focused: OnDeviceWindow | undefined): boolean {
  return focused === undefined || focused.error === null || focused.error === "NO_ROOT";
}

function noTree(companion: LiveCompanion, focused: OnDeviceWindow | undefined): FoveaError {
  const { package: name } = companion.client.hello;
  if (!focused) return new FoveaError("HIERARCHY_NULL_ROOT", `${name} found no window with the focus`);
  const words = focused.title === null ? "the window in front" : `the window in front, ${quoteWords(focused.title)},`;
  if (mayGetTree(focused)) return new FoveaError("HIERARCHY_NULL_ROOT", `${words} gave no hierarchy`);
  const why = focused.error === "FAILED" ? "could not be read on the device" : "belongs to an app that does not answer";
  return new FoveaError("WINDOW_UNREAD", `${words} ${why} (${focused.error})`);
}
