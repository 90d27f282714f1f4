import type { Target } from "../screen/selector.js";
import type { Session } from "../session/session.js";
import { type ActResult, act, apiLevelOf, unsupported } from "./act.js";
import { inputArgv, planAndSend } from "./device-input.js";
import { resolveEnds } from "./resolve-target.js";

export interface DragRequest {
  readonly from: Target;
  readonly to: Target;
  readonly durationMs: number;
}

/** `input draganddrop` (it holds long enough to pick up, then moves) came with Android 8. */
const FIRST_WITH_DRAG = 26;
const HOLD_MS = 1_000;

/** Picks something up with a long press and drops it elsewhere. Errors: those of resolveEnds and planAndSend; UNSUPPORTED_ON_DEVICE. */
export async function drag(session: Session, request: DragRequest, signal: AbortSignal): Promise<ActResult> {
  return await act(
    session,
    async () => {
      const apiLevel = await apiLevelOf(session, signal);
      if (apiLevel !== null && apiLevel < FIRST_WITH_DRAG) throw tooOld(session, apiLevel);
      const makePlan = async () => {
        const { from, to } = await resolveEnds(session, request, signal);
        const values = [from.point.x, from.point.y, to.point.x, to.point.y, request.durationMs];
        const calls = [inputArgv(apiLevel, ["draganddrop", ...values.map(String)])];
        const window = from.element || to.element ? from.screen.activeWindow : null;
        return { from, to, calls, extraMs: request.durationMs + HOLD_MS, window };
      };
      const { from, to } = (await planAndSend(session, apiLevel, makePlan, signal)).plan;
      return { did: `dragged ${from.description} to ${to.description}`, points: [from.point, to.point] };
    },
    signal,
  );
}

function tooOld(session: Session, apiLevel: number) {
  const message = `${session.device.serial} (API ${apiLevel}) cannot drag: \`input draganddrop\` is there from API ${FIRST_WITH_DRAG} on`;
  return unsupported(session, message, "Use swipe with speed slow, or the app's menu.");
}
