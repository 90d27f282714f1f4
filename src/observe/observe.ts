import { countExchanges } from "../devices/count-exchanges.js";
import type { Frame } from "../screen/frame.js";
import type { Observation } from "../screen/observation.js";
import { nameElement } from "../screen/outline.js";
import type { Session } from "../session/session.js";
import type { EncodedImage } from "../vision/image.js";
import type { Alongside, LookContext } from "./alongside.js";
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

/** An observation and the pixels that belong to it, which are too large to be part of it. */
export interface ObserveResult {
  readonly observation: Observation;
  readonly frame: Frame | null;
  /** In place of the frame, where the companion made it. */
  readonly picture: EncodedImage | null;
  /**
   * The end of uiautomator's reading, in ms since the device's boot; null if the device did not report it, or did
   * not read it.
   */
  readonly treeReadAtMs: number | null;
}

/** The same with what was asked alongside. */
export interface ObservedAlongside extends ObserveResult {
  /**
   * The frames of the named app right after the hierarchy; null if it was not asked, or did not report them.
   */
  readonly framesAfter: FramesAfter | null;
}

/**
 * One observation of one device: all probes together, each with its own deadline. A probe that fails is a named gap,
 * and if all of them fail the observation holds only their errors: only cancellation ends the call. If the tree
 * and the focused window do not belong together, both are read once more; if they still do not, the observation says
 * TORN_OBSERVATION. Who asks for the same while it is read shares the next reading with all others who do: it was begun
 * after each of them asked. Changes nothing on the device but the counters that `frameStats: "reset"` resets.
 */
export async function observe(session: Session, request: ObserveRequest, signal: AbortSignal): Promise<ObserveResult> {
  const read = (limit: AbortSignal) => observeAlone(session, request, limit);
  // Acts come one after another, and do not wait for those who only look.
  if (session.acts.isMine) return await read(signal);
  return await session.readings.run(JSON.stringify(request), read, signal);
}

/** {@link observe} for actions, with other questions in the streams of the observation. */
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
  const context: LookContext = { session, device: counted.device, facts, ...(alongside && { alongside }) };
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
  // From here on nothing waits until these are stored: another observation stored in between would give one element two
  // refs.
  const elements = named?.after === session.lastObservation ? named.elements : identify(seen);
  const observation = assemble({ ...seen, elements, cost });
  keep(session, observation, isInconsistent(last) ? null : last);
  await giveWay(tree);
  const framesAfter = last.hierarchy?.value?.framesAfter ?? null;
  const frame = last.screenshot?.value?.frame ?? null;
  const treeReadAtMs = last.hierarchy?.value?.readAtUpMs ?? null;
  return { observation, frame, picture: last.picture?.value ?? null, treeReadAtMs, framesAfter };
}

/** Only a screen whose elements were read can say later what a ref meant, and only one that is whole how it looked. */
function keep(session: Session, observation: Observation, whole: ObservationParts | null): void {
  const user = observation.activeWindow?.userId ?? null;
  if (user !== null) session.onDevice.noteUser(user);
  if (observation.hierarchySource === "none") return;
  session.remember(observation, nameElement);
  // A kept tree belongs to the picture that it was read under, whatever the policy let by since.
  const grid = whole?.cache?.grid ?? whole?.screenshot?.value?.grid;
  if (grid) session.pixels.note(observation, grid);
  const seen = whole?.vision?.value?.grid;
  if (seen) session.pixels.noteSeen(observation, seen);
}
