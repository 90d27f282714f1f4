import { FoveaError } from "../base/errors.js";
import type { Target } from "../screen/selector.js";
import type { Session } from "../session/session.js";
import { type ActResult, act, apiLevelOf } from "./act.js";
import { sendInput } from "./device-input.js";
import { resolveTarget } from "./resolve-target.js";

export interface DragRequest {
  readonly from: Target;
  readonly to: Target;
  readonly durationMs: number;
}

/** `input draganddrop` (it holds long enough to pick up, then moves) came with Android 8. */
const FIRST_WITH_DRAG = 26;

/** Picks something up with a long press and drops it elsewhere. Errors: those of resolveTarget and sendInput; UNSUPPORTED_ON_DEVICE. */
export async function drag(session: Session, request: DragRequest, signal: AbortSignal): Promise<ActResult> {
  return await act(
    session,
    async () => {
      const apiLevel = await apiLevelOf(session, signal);
      if (apiLevel !== null && apiLevel < FIRST_WITH_DRAG) throw tooOld(session, apiLevel);
      const from = await resolveTarget(session, request.from, signal);
      const to = await resolveTarget(session, request.to, signal);
      const values = [from.point.x, from.point.y, to.point.x, to.point.y, request.durationMs];
      await sendInput(session.device, apiLevel, [["draganddrop", ...values.map(String)]], request.durationMs, signal);
      const did = `dragged ${from.description} to ${to.description}`;
      return { did, points: [from.point, to.point], before: to.observation };
    },
    signal,
  );
}

function tooOld(session: Session, apiLevel: number): FoveaError {
  const serial = session.device.serial;
  const message = `${serial} (API ${apiLevel}) cannot drag: \`input draganddrop\` is there from API ${FIRST_WITH_DRAG} on`;
  return new FoveaError("UNSUPPORTED_ON_DEVICE", message, {
    device: serial,
    hint: "Use swipe with speed slow, or the app's menu.",
  });
}
