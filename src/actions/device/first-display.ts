import { runProbe } from "../../observe/probe.js";
import { deviceFacts } from "../../observe/probes/device.js";
import { windowProbe } from "../../observe/probes/window.js";
import type { Session } from "../../session/session.js";
import { refuseOtherDisplay } from "../targets/refuse-screen.js";

/**
 * Refuses what means the first display alone (`wm`, the rotation, `screenrecord`) where the active window is on another
 * one, with a companion as well. Where the active window is unknown nothing is refused. Errors: OTHER_DISPLAY, those of
 * the connection.
 */
export async function requireFirstDisplay(session: Session, cannot: string, signal: AbortSignal): Promise<void> {
  const context = { session, device: session.device, facts: deviceFacts(session, signal) };
  const { value } = await runProbe(windowProbe(context), signal);
  refuseOtherDisplay(session, value?.activeWindow ?? null, cannot);
}
