import { type ErrorCode, FoveaError, isFoveaError } from "../../base/errors.js";
import { type Deadline, deadline, pollUntil } from "../../base/signals.js";
import { isLive } from "../../devices/companion/companion-link.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import {
  isSameWindow,
  pictureChange,
  type QuickCheck,
  quickCheck,
  quickCheckOf,
} from "../../observe/quick-check/quick-check.js";
import { lastSighting } from "../../observe/quick-check/still-shown.js";
import { movesByItself } from "../../screen/restless.js";
import type { Target } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";
import { isOfAnotherRole, stillForMs } from "./still-screen.js";

/** Errors whose cause may end by itself a moment later; nothing was touched when one of them is thrown. */
export const WAITED_OUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ELEMENT_NOT_FOUND",
  "TARGET_DISABLED",
  "TARGET_UNREACHABLE",
  "TORN_OBSERVATION",
  "FOCUS_LOST",
  "HIERARCHY_NULL_ROOT",
  "WINDOW_UNREAD",
]);

/** The shortest time between two tries, even if the screen changes all the time. */
const TRY_EVERY_MS = 100;
/** Some apps change without an event: the companion reads again after this time, which costs little. */
const SILENT_LIVE_MS = 500;
/**
 * uiautomator takes seconds: it runs after pixels changed, and after this time, because not every change is visible.
 */
const SILENT_DUMP_MS = 2_000;

/** Words that stand as another role on a screen that is still for this long do not become the target by themselves. */
const SETTLED_MS = 1_000;

/** How long an action may look for its target. */
export interface Patience {
  /** How long to wait for the target to be ready to be touched; not at all if absent. */
  readonly timeoutMs?: number | undefined;
  /** The caller set the time for this call: no reading continues after it, not even the first. */
  readonly isStrict?: boolean | undefined;
  /**
   * Does not wait for a missing target if the screen has been unchanged for as long as the time, nothing on it is
   * loading, and no action was done since; nor any longer than a second if its words stand there as another role, and
   * the caller was shown them.
   */
  readonly endsWhenStill?: boolean | undefined;
}

/** Patience of an action, and what it looks for if that is one thing. */
interface Looking extends Patience {
  readonly target?: Target | null | undefined;
}

/** Whether the action is only sent, and its result not read. */
export interface Answering {
  readonly onlySends?: boolean | undefined;
}

/** Aborts when the reading for the target has to end; it never interrupts the touch itself. */
export type LookSignal = AbortSignal;

/**
 * Tries until the target is present, stable, enabled and uncovered, at most for this time. If it is ready at once,
 * nothing is read besides what the try itself reads. Between two tries it waits for a sign of a change: events of the
 * companion, else window and pixels. A running try may be touching: only its reading is cut off, and only if the time
 * is strict. Errors: those of the try; after the time, the last one with the waited time; HIERARCHY_UNSETTLED if the
 * time was over before the first reading.
 */
export async function whenReady<Result extends object>(
  session: Session,
  { target, timeoutMs, isStrict = false, endsWhenStill = false }: Looking,
  tryOnce: (look: LookSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  if (timeoutMs === undefined || timeoutMs <= 0) return await tryOnce(signal);
  const startedAt = performance.now();
  const waitedMs = () => performance.now() - startedAt;
  using limit = isStrict ? deadline(timeoutMs, "reading the screen", signal) : null;
  let refused: FoveaError | null = null;
  const check = async () => {
    const { current: companion } = session.onDevice;
    const heard = companion === undefined ? null : { companion, seq: companion.events.lastSeq };
    const { lastObservation: before } = session;
    try {
      return await tryOnce(limit?.signal ?? signal);
    } catch (error) {
      if (isCutOff(error, limit, signal)) throw refused ? waitedFor(refused, waitedMs()) : unread(session, timeoutMs);
      if (!mayPass(error)) throw error;
      const isMissing = endsWhenStill && error.code === "ELEMENT_NOT_FOUND";
      const isOther = isMissing && target && !session.caller.isMidCall && isOfAnotherRole(session, target);
      const stillMs = isOther || (isMissing && refused === null) ? stillForMs(session, before) : null;
      if (stillMs !== null && stillMs >= (isOther ? Math.min(SETTLED_MS, timeoutMs) : timeoutMs))
        throw notWaitedFor(error, stillMs, refused ? waitedMs() : 0);
      refused = error;
      const leftMs = timeoutMs - waitedMs();
      if (leftMs > 0 && (await isWorthTrying(session, { heard, leftMs }, signal))) return undefined;
      throw waitedFor(error, waitedMs());
    }
  };
  return await pollUntil(check, TRY_EVERY_MS, signal);
}

/** Whether the time ended during a reading: a failure of the touch has its own reason. */
function isCutOff(error: unknown, limit: Deadline | null, { aborted }: AbortSignal): boolean {
  if (aborted || limit?.signal.aborted !== true) return false;
  return error === limit.signal.reason || (isFoveaError(error, "TIMEOUT") && error.context.mayHaveHappened !== true);
}

function unread({ device: { serial } }: Session, timeoutMs: number): FoveaError {
  const message = `the screen of ${serial} was not read within the ${timeoutMs} ms of timeout_ms, nothing was touched: uiautomator waits for a second without a change, the companion for an app that answers`;
  return new FoveaError("HIERARCHY_UNSETTLED", message, { device: serial });
}

function mayPass(error: unknown): error is FoveaError {
  return isFoveaError(error) && WAITED_OUT.has(error.code) && error.context.mayHaveHappened !== true;
}

interface Wait {
  /** The companion, and the number of the last event before the try began. */
  readonly heard: { readonly companion: LiveCompanion; readonly seq: number } | null;
  readonly leftMs: number;
}

/** Waits until something changed since the try, or may have changed; false if the time ended without a sign of it. */
async function isWorthTrying(session: Session, { heard, leftMs }: Wait, signal: AbortSignal): Promise<boolean> {
  const companion = await session.onDevice.live(signal);
  if (!isLive(companion)) return await isWorthDumping(session, leftMs, signal);
  const seq = heard?.companion === companion ? heard.seq : companion.events.lastSeq;
  await companion.events.nextChange(seq, Math.min(SILENT_LIVE_MS, leftMs), signal);
  return true;
}

/** Checks window and pixels until they differ from those at the reading of the hierarchy. */
async function isWorthDumping(session: Session, leftMs: number, signal: AbortSignal): Promise<boolean> {
  const sighting = lastSighting(session);
  const base: { quickCheck: QuickCheck | null } = {
    quickCheck: sighting ? quickCheckOf(sighting.observation, sighting.grid) : null,
  };
  using limit = deadline(Math.min(leftMs, SILENT_DUMP_MS), "the wait for the target", signal);
  const check = async () => {
    const now = await quickCheck(session, signal);
    if (base.quickCheck && hasChanged(session, base.quickCheck, now)) return true;
    base.quickCheck ??= now;
    return undefined;
  };
  try {
    return await pollUntil(check, TRY_EVERY_MS, limit.signal);
  } catch (error) {
    if (signal.aborted || !limit.signal.aborted) throw error;
    return leftMs > SILENT_DUMP_MS;
  }
}

function hasChanged(session: Session, before: QuickCheck, now: QuickCheck): boolean {
  if (!isSameWindow(before, now)) return true;
  const picture = pictureChange(before.grid, now);
  if (picture === null || picture === "same") return false;
  return !movesByItself(picture, session.lastObservation?.elements ?? []);
}

function notWaitedFor(error: FoveaError, stillMs: number, waitedMs: number): FoveaError {
  const { code, message, context, hint, cause } = error;
  const waited = waitedMs > 0 ? `waited ${seconds(waitedMs)} s for it, and no longer` : "not waited for";
  const why = `${waited}: the screen has been the same for ${seconds(stillMs)} s, and nothing on it is loading`;
  const hints = [...(hint === undefined ? [] : [hint]), "Pass timeout_ms to wait for it anyway."];
  return new FoveaError(code, `${message}; ${why}`, { ...context, hint: hints.join(" "), cause });
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function waitedFor(error: FoveaError, ms: number): FoveaError {
  const { code, message, context, hint, cause } = error;
  return new FoveaError(code, `${message}; waited ${seconds(ms)} s for it`, { ...context, hint, cause });
}
