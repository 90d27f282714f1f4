import { runProbe } from "../../observe/probe.js";
import { deviceFacts } from "../../observe/probes/device.js";
import { windowProbe } from "../../observe/probes/window.js";
import type { Session } from "../../session/session.js";
import { refuseOtherDisplay } from "../targets/refuse-screen.js";

/**
 * Refuses an action that affects only the first display (`wm`, the rotation, `screenrecord`) while the active window is
 * on another display, also with a companion. If the active window is unknown, nothing is refused. Errors:
 * OTHER_DISPLAY, those of the connection.
 */
export async function requireFirstDisplay(session: Session, cannot: string, signal: AbortSignal): Promise<void> {
  const context = { session, device: session.device, facts: deviceFacts(session, signal) };
  const { value } = await runProbe(windowProbe(context), signal);
  refuseOtherDisplay(session, value?.activeWindow ?? null, cannot);
}
