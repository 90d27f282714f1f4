import { FoveaError } from "../../base/errors.js";
import { deadline, pollUntil } from "../../base/signals.js";
import { isLive } from "../../devices/companion/companion-link.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE, type ObserveRequest } from "../../observe/observe-request.js";
import { quickCheck } from "../../observe/quick-check/quick-check.js";
import { lastSighting } from "../../observe/quick-check/still-shown.js";
import { type FrameWatch, frameWatch } from "../../observe/settle/frame-counter.js";
import { toastsHeard, toastsSince } from "../../observe/settle/toasts.js";
import { sourceSince } from "../../screen/changes.js";
import type { PictureChange } from "../../screen/diff-text.js";
import { type Evidence, evidenceOf } from "../../screen/evidence.js";
import type { MatchSource } from "../../screen/match-source.js";
import type { Observation } from "../../screen/observation.js";
import { hasTree, isReadable } from "../../screen/readable.js";
import type { Condition } from "../../screen/selector.js";
import { printCondition } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { screenContext } from "../targets/refuse-screen.js";
import type { Arrival, Watch } from "../targets/watch.js";
import { requireKnownNames } from "./known-names.js";
import { requireKnownRefs } from "./known-refs.js";
import { seenToasts } from "./seen-toasts.js";
import { watchChange } from "./watch-change.js";
import { watchCondition } from "./watch-condition.js";

export interface WaitRequest {
  /**
   * The condition that has to become true; null waits for any change of the screen since it was last shown to a caller.
   */
  readonly condition: Condition | null;
  readonly timeoutMs: number;
  /** The least score with which an element matches a phrase or a stored selector; the grammar's own if absent. */
  readonly leastScore?: number | undefined;
  /**
   * What the condition is checked on, made from an observation; if absent, `changed` compares with the screen that a
   * caller was last shown.
   */
  readonly sourceOf?: (seen: Observation) => MatchSource;
}

export interface WaitResult {
  /** The screen as last shown to a caller; null before the first time since the device was booted. */
  readonly before: Observation | null;
  readonly after: Observation;
  /** How the pixels changed, if it was the pixels that changed. */
  readonly picture: PictureChange;
  readonly waitedMs: number;
  /** The elements by which the condition is true, with their scores; empty if no element makes it true. */
  readonly evidence: readonly Evidence[];
}

/**
 * The shortest time between two quick checks; a screenshot takes longer on most devices. The next screenshot begins as
 * soon as the one before it has arrived, so a change is seen in the next one at the latest.
 */
const QUICK_CHECK_EVERY_MS = 100;
const PROGRESS_EVERY_MS = 1_000;

/**
 * Waits until a condition is true of the screen, or until the screen changes. `onProgress` gets the elapsed time about
 * once a second. The screen is read at least once, however short the time; a reading that is running may end after the
 * time. Errors: REF_STALE for a ref that was never given, WAIT_TIMEOUT with the current screen, those of the
 * connection.
 */
export async function waitFor(
  session: Session,
  request: WaitRequest,
  onProgress: (waitedMs: number) => void,
  signal: AbortSignal,
): Promise<WaitResult> {
  const { lastObservation: known } = session;
  if (request.condition && known) requireKnownRefs(session, request.condition, known);
  const startedAt = performance.now();
  const waitedMs = () => Math.round(performance.now() - startedAt);
  const reported = session.lastReported;
  const given = request.sourceOf ?? ((seen: Observation) => sourceSince(reported, seen));
  const least = request.leastScore === undefined ? {} : { leastScore: request.leastScore };
  const toasts = seenToasts(session, request.condition);
  const heardAndSeen = () => ({ toasts: toastsHeard(session), toastsSeen: toasts.texts() });
  const sourceOf = (seen: Observation) => ({ ...given(seen), ...heardAndSeen(), ...least });
  const { condition } = request;
  const watch = condition ? watchCondition(session, condition, sourceOf, toasts.texts) : watchChange(session);
  using limit = deadline(request.timeoutMs, "the wait", signal);
  const heard: Waiting["heard"] = { companion: null, seq: 0, frames: frameWatch(session) };
  let reportedMs = 0;
  const check = async () => {
    await toasts.look(signal);
    const arrival = await checkOnce(session, { watch, heard }, { limit: limit.signal, signal });
    if (arrival) return arrival;
    if (limit.signal.aborted && !watch.isReading) throw await timedOut(session, request, watch, signal);
    if (waitedMs() - reportedMs >= PROGRESS_EVERY_MS) {
      reportedMs = waitedMs();
      onProgress(reportedMs);
    }
    return undefined;
  };
  const { after, picture } = await pollUntil(check, QUICK_CHECK_EVERY_MS, signal).finally(() => watch.end());
  if (request.condition) requireKnownNames(session, request.condition, sourceOf(after));
  if (isReadable(after)) session.noteReported(after);
  const before = reported?.device.bootId === after.device.bootId ? reported : null;
  const evidence = request.condition ? evidenceOf(request.condition, sourceOf(after)) : [];
  return { before, after, picture, waitedMs: waitedMs(), evidence };
}

interface Waiting {
  readonly watch: Watch;
  /** The last event that was received before the last reading. */
  readonly heard: { companion: LiveCompanion | null; seq: number; readonly frames: FrameWatch };
}

/** The first reading is always finished; later ones are cut off when the time is up, and give undefined then. */
async function checkOnce(
  session: Session,
  waiting: Waiting,
  { limit, signal }: { readonly limit: AbortSignal; readonly signal: AbortSignal },
): Promise<Arrival | undefined> {
  const { watch } = waiting;
  const bound = watch.last === null ? signal : limit;
  if (bound === limit && limit.aborted) return undefined;
  try {
    const companion = await session.onDevice.live(bound);
    if (isLive(companion)) return await checkLive(session, companion, waiting, bound);
    return await watch.check(await quickCheck(session, bound), bound);
  } catch (error) {
    if (signal.aborted || !limit.aborted || bound === signal) throw error;
    return undefined;
  }
}

/** Some apps change without an event: if no event came for this time, their frames are counted. */
const SILENT_MS = 150;

/**
 * Reads the hierarchy by the companion: once, then after each event that may have changed it. If no event comes, it
 * reads again after the app drew something, or may have drawn. That reading does not use the framework's cache, and
 * includes the pixels if the caller waits for pixels, because only pixels show a canvas.
 */
async function checkLive(
  session: Session,
  companion: LiveCompanion,
  { watch, heard }: Waiting,
  signal: AbortSignal,
): Promise<Arrival | undefined> {
  const isGoingOn = watch.last !== null && heard.companion === companion;
  const isNews = async () =>
    (await companion.events.nextChange(heard.seq, SILENT_MS, signal)) || toastsSince(companion, heard.seq).length > 0;
  const hasChanged = !isGoingOn || (await isNews());
  if (!hasChanged && !(await heard.frames.mayHaveDrawn(signal))) return undefined;
  const isHeard = hasChanged || companion.events.hasChangedSince(heard.seq);
  heard.companion = companion;
  heard.seq = companion.events.lastSeq;
  const silently: ObserveRequest = { ...OBSERVE_TREE, screenshot: watch.usesPixels, fresh: "forced" };
  const { observation } = await observe(session, isHeard ? OBSERVE_TREE : silently, signal);
  const sighting = lastSighting(session);
  return watch.see(observation, sighting?.observation === observation ? sighting.grid : null);
}

async function timedOut(
  session: Session,
  { condition, timeoutMs }: WaitRequest,
  watch: Watch,
  signal: AbortSignal,
): Promise<FoveaError> {
  const what = condition ? printCondition(condition) : "a change of the screen";
  const failed = condition ? `${what} did not become true` : "the screen did not change";
  const observation = watch.last ?? (await observe(session, OBSERVE_TREE, signal)).observation;
  const why = observation.errors.find((error) => error.probe === "hierarchy");
  const unread = hasTree(observation) ? "" : `; the elements could not be read: ${why?.message ?? "no hierarchy"}`;
  return new FoveaError(
    "WAIT_TIMEOUT",
    `${failed} within ${timeoutMs} ms on ${session.device.serial}${unread}`,
    screenContext(session, observation, what),
  );
}
