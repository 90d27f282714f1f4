import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { OnDeviceEvent } from "../../devices/companion/messages.js";
import { changesMore } from "../../observe/companion/status-bar.js";
import type { ActiveWindow } from "../../screen/facts.js";

/** An app reports changes at most this often (ViewConfiguration): between two events it may change silently. */
const THROTTLE_MS = 100;

/** The events that a companion has reported, and the time of its last observation. */
export type Heard = Pick<LiveCompanion, "events" | "walkedAtMs">;
/** The same, and for how long it has received events. */
export type HeardFor = Heard & Pick<LiveCompanion, "heardForMs">;

/**
 * Whether elements of this window may have moved after such an event. The status bar changes by itself and does not
 * count.
 */
export function concerns(event: OnDeviceEvent, { package: own }: ActiveWindow): boolean {
  return changesMore(event, own);
}

/**
 * Whether elements may be moving in this window: something changed after this event, or so shortly before the
 * observation that more may follow.
 */
export function mayMove({ events, walkedAtMs }: Heard, window: ActiveWindow, since: number): boolean {
  const isOfIt = (event: OnDeviceEvent) => concerns(event, window);
  const heard = events.between(since + 1, events.lastSeq);
  return heard === undefined || heard.some(isOfIt) || events.hasHeardLater(walkedAtMs - THROTTLE_MS, isOfIt);
}

/**
 * How many ms to wait until it is known whether the app still holds an event back; 0 if that is known. If the app sent
 * an event right before the connection was made, the companion did not receive that event, and the app delays its next
 * one by up to 100 ms.
 */
export function msUntilEventsKnown({ events, heardForMs }: HeardFor, window: ActiveWindow): number {
  const hasHeard = events.hasHeardLater(Number.NEGATIVE_INFINITY, (event) => concerns(event, window));
  return hasHeard ? 0 : Math.max(0, THROTTLE_MS - heardForMs);
}
