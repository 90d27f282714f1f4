import { inTurns } from "../base/steps.js";
import { countExchanges } from "../devices/count-exchanges.js";
import type { Frame } from "../screen/frame.js";
import type { Observation } from "../screen/observation.js";
import { nameElement, writeLines } from "../screen/outline.js";
import type { Session } from "../session/session.js";
import type { EncodedImage } from "../vision/image.js";
import type { Alongside, ObservationContext } from "./alongside.js";
import { assemble } from "./assemble/assemble.js";
import { costOf } from "./assemble/cost-of.js";
import { identify, identifyInTurns } from "./assemble/identify.js";
import { isInconsistent } from "./assemble/inconsistent.js";
import { giveWay, isLarge } from "./give-way.js";
import type { ObservationParts } from "./observation-parts.js";
import type { ObserveRequest } from "./observe-request.js";
import { deviceFacts } from "./probes/device.js";
import type { FramesAfter } from "./probes/hierarchy.js";
import { withPages } from "./sources/add-pages.js";
import { withDetections, withPicture } from "./sources/add-vision.js";
import { look, lookAgain } from "./sources/take-parts.js";

/** An observation and its pixels, which are too large to be a part of it. */
export interface ObserveResult {
  readonly observation: Observation;
  readonly frame: Frame | null;
  /** The image that the companion made in place of the frame. */
  readonly picture: EncodedImage | null;
  /**
   * When uiautomator finished reading, in ms since the device's boot; null if the device did not report the time, or if
   * uiautomator was not used.
   */
  readonly treeReadAtMs: number | null;
}

/** An observation, with the answers to the extra questions. */
export interface ObservedAlongside extends ObserveResult {
  /** The frames of the named app right after the hierarchy; null if they were not requested, or not reported. */
  readonly framesAfter: FramesAfter | null;
}

/**
 * One observation of one device: all probes together, each with its own deadline. A failed probe gives an error and no
 * value; if all fail, the observation holds only their errors: only cancellation ends the call. If the hierarchy and
 * the focused window do not belong together, both are read once more; if they still do not, the observation says
 * TORN_OBSERVATION. Callers that ask for the same while it is being read share the next reading, which begins after
 * each of them asked. Changes nothing on the device except the counters that `frameStats: "reset"` resets.
 */
export async function observe(session: Session, request: ObserveRequest, signal: AbortSignal): Promise<ObserveResult> {
  const read = (limit: AbortSignal) => observeAlone(session, request, limit);
  // Actions run one after another, and do not wait for callers that only observe.
  if (session.acts.isMine) return await read(signal);
  return await session.readings.run(JSON.stringify(request), read, signal);
}

/** {@link observe} for actions, with extra questions in the streams of the observation. */
export async function observeAlone(
  session: Session,
  request: ObserveRequest,
  signal: AbortSignal,
  alongside?: Alongside,
): Promise<ObservedAlongside> {
  const startedAt = performance.now();
  const counted = countExchanges(session.device);
  const facts = deviceFacts(session, signal);
  facts.catch(() => {}); // a cancelled call may end before it is waited for
  const context: ObservationContext = { session, device: counted.device, facts, ...(alongside && { alongside }) };
  const asked = withPicture(session, request);
  const first = await look(context, asked, signal);
  const whole = isInconsistent(first) ? await lookAgain(context, { request: asked, first }, signal) : first;
  const read = await withPages(context, whole, signal);
  const last = await withDetections(context, { request, look: read }, signal);
  const walked = last.hierarchy?.value?.live?.walkMs;
  const walkMs = walked === undefined ? null : Math.round(walked * 10) / 10;
  const cost = () => ({ ...costOf(counted.tally(), startedAt), walkMs });
  const tree = last.hierarchy?.value?.hierarchy;
  await giveWay(tree);
  const seen = { session, look: last, isInconsistent: isInconsistent(last) };
  const named = isLarge(tree) ? await identifyInTurns(seen) : null;
  // No `await` from here until the elements are stored: another observation stored in between would give one element
  // two refs.
  const elements = named?.after === session.lastObservation ? named.elements : identify(seen);
  const observation = assemble({ ...seen, elements, cost });
  keep(session, observation, isInconsistent(last) ? null : last);
  if (isLarge(tree)) await inTurns(writeLines(observation.elements));
  const framesAfter = last.hierarchy?.value?.framesAfter ?? null;
  const frame = last.screenshot?.value?.frame ?? null;
  const treeReadAtMs = last.hierarchy?.value?.readAtUpMs ?? null;
  return { observation, frame, picture: last.picture?.value ?? null, treeReadAtMs, framesAfter };
}

/**
 * Stores the observation. Only a screen whose elements were read can explain a ref later, and only one that is
 * consistent can say how the element looked.
 */
function keep(session: Session, observation: Observation, whole: ObservationParts | null): void {
  const user = observation.activeWindow?.userId ?? null;
  if (user !== null) session.onDevice.noteUser(user);
  if (observation.hierarchySource === "none") return;
  session.remember(observation, nameElement);
  // A kept hierarchy belongs to the screenshot that it was read with, whatever small changes the policy accepted since.
  const grid = whole?.cache?.grid ?? whole?.screenshot?.value?.grid;
  if (grid) session.pixels.note(observation, grid);
  const seen = whole?.vision?.value?.grid;
  if (seen) session.pixels.noteSeen(observation, seen);
}
