import type { Target } from "../../screen/selector.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { ONLY_SENDS } from "../../session/session-watcher.js";
import { act, apiLevelOf, unsupported } from "../act.js";
import { dragGesture } from "../companion/gestures.js";
import { touchViaCompanion } from "../companion/touch-via-companion.js";
import { isNotViaCompanion, type NotViaCompanion, otherWayNotes } from "../companion/via-companion.js";
import { inputArgv, planAndSend } from "../input/device-input.js";
import type { ActResult, Performed } from "../proof/performed.js";
import { gapAfterInput } from "../staleness/gap-after-input.js";
import { type ResolvedTarget, resolveEnds } from "../targets/resolve-target.js";
import { type Answering, type LookSignal, type Patience, whenReady } from "../targets/when-ready.js";

export interface DragRequest extends Patience, Answering {
  readonly from: Target;
  readonly to: Target;
  readonly durationMs: number;
}

/** `input draganddrop` (it holds long enough to pick up, then moves) came with Android 8. */
const FIRST_WITH_DRAG = 26;
const HOLD_MS = 1_000;

/**
 * Picks something up with a long press and drops it elsewhere. Errors: those of resolveEnds, touchViaCompanion and
 * planAndSend; UNSUPPORTED_ON_DEVICE.
 */
export async function drag(session: Session, request: DragRequest, signal: AbortSignal): Promise<ActResult> {
  const ends = { from: printTarget(request.from), to: printTarget(request.to) };
  const args = { ...ends, duration_ms: request.durationMs, ...(request.onlySends && ONLY_SENDS) };
  return await act(
    session,
    { tool: "drag", args },
    () => whenReady(session, request, (look) => dragOnce(session, request, look, signal), signal),
    signal,
  );
}

async function dragOnce(
  session: Session,
  request: DragRequest,
  look: LookSignal,
  signal: AbortSignal,
): Promise<Performed> {
  const touched = await touchViaCompanion(session, () => planDrag(session, request, look), signal);
  if (isNotViaCompanion(touched)) return await dragByInput(session, { request, insteadOf: touched, look }, signal);
  return { ...reportedOf(touched.plan), ...touched.done };
}

async function planDrag(session: Session, request: DragRequest, signal: AbortSignal) {
  const { from, to } = await resolveEnds(session, request, signal);
  const window = from.element || to.element ? from.screen.activeWindow : null;
  const gesture = dragGesture({ from: from.point, to: to.point }, request.durationMs);
  return { from, to, targets: [from, to], window, gesture, displayId: from.screen.activeWindow?.displayId ?? null };
}

async function dragByInput(
  session: Session,
  {
    request,
    insteadOf,
    look,
  }: { readonly request: DragRequest; readonly insteadOf: NotViaCompanion; readonly look: LookSignal },
  signal: AbortSignal,
): Promise<Performed> {
  const apiLevel = await apiLevelOf(session, signal);
  if (apiLevel !== null && apiLevel < FIRST_WITH_DRAG) throw tooOld(session, apiLevel);
  const makePlan = async () => {
    const plan = await planDrag(session, request, look);
    const values = [plan.from.point.x, plan.from.point.y, plan.to.point.x, plan.to.point.y, request.durationMs];
    const calls = [inputArgv(apiLevel, ["draganddrop", ...values.map(String)])];
    return { ...plan, calls, extraMs: request.durationMs + HOLD_MS, isTimed: true };
  };
  const { plan, times } = await planAndSend(session, apiLevel, makePlan, signal);
  const target = { ...plan.from, element: plan.from.element ?? plan.to.element };
  const gap = gapAfterInput(session, { target, times, lengthMs: Number.POSITIVE_INFINITY });
  const { targets } = plan;
  return { ...reportedOf(plan), by: "input", targets, after: null, gap, notes: () => otherWayNotes(insteadOf) };
}

function reportedOf({ from, to }: { readonly from: ResolvedTarget; readonly to: ResolvedTarget }) {
  return { did: `dragged ${from.description} to ${to.description}`, points: [from.point, to.point] };
}

function tooOld(session: Session, apiLevel: number) {
  const message = `${session.device.serial} (API ${apiLevel}) cannot drag: \`input draganddrop\` is there from API ${FIRST_WITH_DRAG} on`;
  return unsupported(session, message, "Use swipe with speed slow, or the app's menu.");
}
