import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { OnDeviceEvent } from "../../devices/companion/messages.js";
import { changesMore } from "../../observe/companion/status-bar.js";
import type { ActiveWindow } from "../../screen/facts.js";

/** An app reports changes at most this often (ViewConfiguration): between two events it may change silently. */
const THROTTLE_MS = 100;

/** What a companion has heard, and when it looked last. */
export type Heard = Pick<LiveCompanion, "events" | "walkedAtMs">;
/** The same, and since when. */
export type HeardFor = Heard & Pick<LiveCompanion, "heardForMs">;

/** Whether what is seen in this window may be elsewhere after such an event: the status bar changes by itself. */
export function concerns(event: OnDeviceEvent, { package: own }: ActiveWindow): boolean {
  return changesMore(event, own);
}

/**
 * Whether things may move in this window: something changed after this event, or so shortly before the walk that more
 * may follow.
 */
export function mayMove({ events, walkedAtMs }: Heard, window: ActiveWindow, since: number): boolean {
  const isOfIt = (event: OnDeviceEvent) => concerns(event, window);
  const heard = events.between(since + 1, events.lastSeq);
  return heard === undefined || heard.some(isOfIt) || events.hasHeardLater(walkedAtMs - THROTTLE_MS, isOfIt);
}

/**
 * How long it takes until it is known whether the app still keeps an event back, in ms: one that was sent right before
 * the connection was made was not received, and a change within 100 ms after it is sent later. 0 if it is known.
 */
export function unheardMs({ events, heardForMs }: HeardFor, window: ActiveWindow): number {
  const hasHeard = events.hasHeardLater(Number.NEGATIVE_INFINITY, (event) => concerns(event, window));
  return hasHeard ? 0 : Math.max(0, THROTTLE_MS - heardForMs);
}
