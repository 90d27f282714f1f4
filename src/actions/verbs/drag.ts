import type { Target } from "../../screen/selector.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { ONLY_SENDS } from "../../session/session-watcher.js";
import { act, apiLevelOf, unsupported } from "../act.js";
import type { AskGate } from "../ask-gate.js";
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
 * Drags from one place to another, after a long press at the first. Errors: those of resolveEnds, touchViaCompanion and
 * planAndSend; UNSUPPORTED_ON_DEVICE.
 */
export async function drag(session: Session, request: DragRequest, signal: AbortSignal): Promise<ActResult> {
  const ends = { from: printTarget(request.from), to: printTarget(request.to) };
  const args = { ...ends, duration_ms: request.durationMs, ...(request.onlySends && ONLY_SENDS) };
  return await act(
    session,
    { tool: "drag", args },
    (ask) => whenReady(session, request, (look) => dragOnce(session, { request, look, ask }, signal), signal),
    signal,
  );
}

interface Dragging {
  readonly request: DragRequest;
  readonly look: LookSignal;
  readonly ask: AskGate;
}

async function dragOnce(session: Session, dragging: Dragging, signal: AbortSignal): Promise<Performed> {
  const touched = await touchViaCompanion(session, () => planDrag(session, dragging), signal);
  if (isNotViaCompanion(touched)) return await dragByInput(session, { ...dragging, insteadOf: touched }, signal);
  return { ...reportedOf(touched.plan), ...touched.done };
}

async function planDrag(session: Session, { request, look, ask }: Dragging) {
  const { from, to } = await resolveEnds(session, request, look);
  const window = from.element || to.element ? from.screen.activeWindow : null;
  const gesture = dragGesture({ from: from.point, to: to.point }, request.durationMs);
  const ends = { on: from.element, from: from.point, to: to.point, over: to.element };
  const passed = ask({ kind: "drag", ...ends }, from.screen);
  const displayId = from.screen.activeWindow?.displayId ?? null;
  return { from, to, passed, targets: [from, to], window, gesture, displayId };
}

async function dragByInput(
  session: Session,
  { insteadOf, ...dragging }: Dragging & { readonly insteadOf: NotViaCompanion },
  signal: AbortSignal,
): Promise<Performed> {
  const apiLevel = await apiLevelOf(session, signal);
  if (apiLevel !== null && apiLevel < FIRST_WITH_DRAG) throw tooOld(session, apiLevel);
  const makePlan = async () => {
    const { request } = dragging;
    const plan = await planDrag(session, dragging);
    const values = [plan.from.point.x, plan.from.point.y, plan.to.point.x, plan.to.point.y, request.durationMs];
    const calls = [inputArgv(apiLevel, ["draganddrop", ...values.map(String)])];
    return { ...plan, calls, extraMs: request.durationMs + HOLD_MS, isTimed: true };
  };
  const { plan, times } = await planAndSend(session, apiLevel, makePlan, signal);
  const target = { ...plan.from, element: plan.from.element ?? plan.to.element };
  const gap = gapAfterInput(session, { target, times, lengthMs: Number.POSITIVE_INFINITY });
  const { targets, passed } = plan;
  return { ...reportedOf(plan), by: "input", passed, targets, after: null, gap, notes: () => otherWayNotes(insteadOf) };
}

function reportedOf({ from, to }: { readonly from: ResolvedTarget; readonly to: ResolvedTarget }) {
  return { did: `dragged ${from.description} to ${to.description}`, points: [from.point, to.point] };
}

function tooOld(session: Session, apiLevel: number) {
  const message = `${session.device.serial} (API ${apiLevel}) cannot drag: \`input draganddrop\` exists from API ${FIRST_WITH_DRAG} on`;
  return unsupported(session, message, "Use swipe with speed slow, or the app's menu.");
}
