import { FoveaError } from "../base/errors.js";
import type { Target } from "../screen/selector.js";
import type { Session } from "../session/session.js";
import { type ActResult, act, apiLevelOf } from "./act.js";
import { measureInputMs, sendInput } from "./device-input.js";
import { resolveTarget } from "./resolve-target.js";

export interface TapRequest {
  readonly target: Target;
  /** Taps in quick succession: 2 is a double tap. */
  readonly count: number;
  /** Milliseconds to hold; 0 for a plain tap, 500 and more for a long press. */
  readonly holdMs: number;
}

/** ViewConfiguration.DOUBLE_TAP_TIMEOUT: taps further apart are taps of their own. */
const DOUBLE_TAP_MS = 300;

/**
 * Touches a target, once or several times, briefly or long.
 * Errors: those of resolveTarget and sendInput; UNSUPPORTED_ON_DEVICE for taps in quick succession where `input` is slower.
 */
export async function tap(
  session: Session,
  { target, count, holdMs }: TapRequest,
  signal: AbortSignal,
): Promise<ActResult> {
  return await act(
    session,
    async () => {
      const apiLevel = await apiLevelOf(session, signal);
      if (count > 1) await refuseIfTooSlow(session, apiLevel, signal);
      const { point, description, observation } = await resolveTarget(session, target, signal);
      const { x, y } = point;
      const once = holdMs > 0 ? swipeArgs([x, y, x, y, holdMs]) : ["tap", String(x), String(y)];
      const again = Array.from({ length: count - 1 }, () => once);
      await sendInput(session.device, apiLevel, [once, ...again], holdMs * count, signal);
      const verb = holdMs > 0 ? `held for ${holdMs} ms` : "tapped";
      const times = count > 1 ? ` ${count} times` : "";
      return { did: `${verb}${times} ${description}`, points: [point], before: observation };
    },
    signal,
  );
}

function swipeArgs(values: readonly number[]): readonly string[] {
  return ["swipe", ...values.map(String)];
}

async function refuseIfTooSlow(session: Session, apiLevel: number | null, signal: AbortSignal): Promise<void> {
  const inputMs = session.inputMs ?? (await measureInputMs(session.device, apiLevel, signal));
  session.noteInputMs(inputMs);
  if (inputMs < DOUBLE_TAP_MS) return;
  const serial = session.device.serial;
  throw new FoveaError(
    "UNSUPPORTED_ON_DEVICE",
    `one tap through \`input\` takes ${Math.round(inputMs)} ms on ${serial}; a double tap needs less than ${DOUBLE_TAP_MS} ms`,
    { device: serial, hint: "Use single taps, or hold_ms for a long press." },
  );
}
