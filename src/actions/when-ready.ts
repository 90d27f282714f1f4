import { type ErrorCode, FoveaError, isFoveaError } from "../base/errors.js";
import { deadline, pollUntil } from "../base/signals.js";
import type { LiveHalf } from "../devices/on-device/live-half.js";
import { isLive } from "../devices/on-device/on-device-link.js";
import { type Glance, glance, glanceOf, isSameWindow, pictureChange } from "../observe/glance.js";
import { lastSighting } from "../observe/still-shown.js";
import { movesByItself } from "../screen/restless.js";
import type { Session } from "../session/session.js";

/** Refusals that may be over a moment later by themselves; nothing was touched when one of them is given. */
export const WAITED_OUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ELEMENT_NOT_FOUND",
  "TARGET_DISABLED",
  "TARGET_UNREACHABLE",
  "TORN_OBSERVATION",
  "FOCUS_LOST",
  "HIERARCHY_NULL_ROOT",
  "WINDOW_UNREAD",
]);

/** The shortest time between two tries, however much moves. */
const TRY_EVERY_MS = 100;
/** Apps exist that change without an event: a walk is cheap, and done so often all the same. */
const SILENT_LIVE_MS = 500;
/** uiautomator takes seconds: it is asked when pixels say so, and now and then, since not all that counts is drawn. */
const SILENT_DUMP_MS = 2_000;

/**
 * Tries until the target is there, at rest, enabled and uncovered, for this long at most; where all is well at once,
 * nothing is asked that the try itself does not ask. Between two tries it waits for what tells of a change: the events of
 * the on-device half, else window and pixels. A try under way is never cut off: it may be touching.
 * Errors: those of the try; where the time is over the last one, with how long was waited.
 */
export async function whenReady<Result extends object>(
  session: Session,
  timeoutMs: number | undefined,
  tryOnce: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  if (timeoutMs === undefined || timeoutMs <= 0) return await tryOnce();
  const startedAt = performance.now();
  const waitedMs = () => performance.now() - startedAt;
  const check = async () => {
    const { current: half } = session.onDevice;
    const heard = half === undefined ? null : { half, seq: half.events.lastSeq };
    try {
      return await tryOnce();
    } catch (error) {
      if (!mayPass(error)) throw error;
      const leftMs = timeoutMs - waitedMs();
      if (leftMs > 0 && (await isWorthTrying(session, { heard, leftMs }, signal))) return undefined;
      throw waitedFor(error, waitedMs());
    }
  };
  return await pollUntil(check, TRY_EVERY_MS, signal);
}

function mayPass(error: unknown): error is FoveaError {
  return isFoveaError(error) && WAITED_OUT.has(error.code) && error.context.mayHaveHappened !== true;
}

interface Wait {
  /** The half, and the last event before the try began. */
  readonly heard: { readonly half: LiveHalf; readonly seq: number } | null;
  readonly leftMs: number;
}

/** Waits until something changed since the try, or may have; false where the time ran out without a sign of it. */
async function isWorthTrying(session: Session, { heard, leftMs }: Wait, signal: AbortSignal): Promise<boolean> {
  const half = await session.onDevice.live(signal);
  if (!isLive(half)) return await isWorthDumping(session, leftMs, signal);
  const seq = heard?.half === half ? heard.seq : half.events.lastSeq;
  await half.events.nextChange(seq, Math.min(SILENT_LIVE_MS, leftMs), signal);
  return true;
}

/** Looks at window and pixels until they are not as they were when the tree was read. */
async function isWorthDumping(session: Session, leftMs: number, signal: AbortSignal): Promise<boolean> {
  const sighting = lastSighting(session);
  const base: { glance: Glance | null } = { glance: sighting ? glanceOf(sighting.observation, sighting.grid) : null };
  using limit = deadline(Math.min(leftMs, SILENT_DUMP_MS), "the wait for the target", signal);
  const check = async () => {
    const now = await glance(session, signal);
    if (base.glance && hasChanged(session, base.glance, now)) return true;
    base.glance ??= now;
    return undefined;
  };
  try {
    return await pollUntil(check, TRY_EVERY_MS, limit.signal);
  } catch (error) {
    if (signal.aborted || !limit.signal.aborted) throw error;
    return leftMs > SILENT_DUMP_MS;
  }
}

function hasChanged(session: Session, before: Glance, now: Glance): boolean {
  if (!isSameWindow(before, now)) return true;
  const picture = pictureChange(before.grid, now);
  if (picture === null || picture === "same") return false;
  return !movesByItself(picture, session.lastObservation?.elements ?? []);
}

function waitedFor(error: FoveaError, ms: number): FoveaError {
  const { code, message, context, hint, cause } = error;
  return new FoveaError(code, `${message}; waited ${Math.round(ms / 100) / 10} s for it`, { ...context, hint, cause });
}
