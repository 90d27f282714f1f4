import { FoveaError } from "../../base/errors.js";
import type { Target } from "../../screen/selector.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { ONLY_SENDS } from "../../session/session-watcher.js";
import { act, COMPANION_HINT, unsupported } from "../act.js";
import type { AskGate } from "../ask-gate.js";
import { fingersOf, pinchGesture } from "../companion/gestures.js";
import { touchViaCompanion } from "../companion/touch-via-companion.js";
import { isNotViaCompanion } from "../companion/via-companion.js";
import type { ActResult, Performed } from "../proof/performed.js";
import { locate } from "../targets/locate.js";
import { describe } from "../targets/refuse-target.js";
import { safePart, wholeScreen } from "../targets/safe-part.js";
import { type Answering, type LookSignal, type Patience, whenReady } from "../targets/when-ready.js";

export interface PinchRequest extends Patience, Answering {
  /** The element to zoom; null for the whole screen. */
  readonly target: Target | null;
  /** The final distance of the fingers in percent of the first: above 100 zooms in, below 100 out. */
  readonly percent: number;
}

/**
 * Moves two fingers apart or together; only the companion can do that. Errors: UNSUPPORTED_ON_DEVICE without a
 * companion, TARGET_UNREACHABLE if there is no room, INVALID_ARGUMENT for 100 percent; those of locate and
 * touchViaCompanion.
 */
export async function pinch(session: Session, request: PinchRequest, signal: AbortSignal): Promise<ActResult> {
  if (request.percent === 100)
    throw new FoveaError("INVALID_ARGUMENT", "percent: at 100 nothing zooms; above 100 it zooms in, below 100 out");
  const { target } = request;
  if (target !== null && target.kind !== "element") {
    throw new FoveaError("INVALID_ARGUMENT", "`target` has to be an element, not a point");
  }
  const over = target === null ? {} : { target: printTarget(target) };
  return await act(
    session,
    { tool: "pinch", args: { percent: request.percent, ...over, ...(request.onlySends && ONLY_SENDS) } },
    (ask) => whenReady(session, request, (look) => pinchOnce(session, { request, look, ask }, signal), signal),
    signal,
  );
}

interface Pinching {
  readonly request: PinchRequest;
  readonly look: LookSignal;
  readonly ask: AskGate;
}

async function pinchOnce(session: Session, pinching: Pinching, signal: AbortSignal): Promise<Performed> {
  const touched = await touchViaCompanion(session, () => planPinch(session, pinching), signal);
  if (isNotViaCompanion(touched)) throw needsCompanion(session, touched.why);
  const { over, gesture } = touched.plan;
  const did = `pinched ${over} to ${pinching.request.percent} %`;
  return { did, points: [{ x: gesture.x, y: gesture.y }], ...touched.done };
}

async function planPinch(session: Session, { request: { target, percent }, look, ask }: Pinching) {
  const [place] = await locate(session, [target ?? { kind: "share", x: 50, y: 50 }], look);
  if (!place) throw new FoveaError("INTERNAL", "a target was not located");
  const { element, screen } = place;
  const over = element ? describe(element) : "the screen";
  const area = element ? element.bounds : wholeScreen(session, screen);
  const gesture = pinchGesture(safePart(area, screen), percent / 100);
  const displayId = screen.activeWindow?.displayId ?? null;
  if (gesture) {
    const passed = ask({ kind: "pinch", on: element, fingers: fingersOf(gesture) }, screen);
    return { passed, targets: [place], gesture, over, window: element && screen.activeWindow, displayId };
  }
  const message = `there is no room to pinch ${over}: it is off the screen, covered, or too small for this zoom`;
  throw new FoveaError("TARGET_UNREACHABLE", message, { device: session.device.serial });
}

function needsCompanion(session: Session, why: string | null): FoveaError {
  const message = `${session.device.serial} gets one finger through \`input\`; two need the companion`;
  return unsupported(session, why === null ? message : `${message}: ${why}`, COMPANION_HINT);
}
