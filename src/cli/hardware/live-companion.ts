import { isLive } from "../../devices/companion/companion-link.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { Finding, HardwareContext } from "./hardware-check.js";

/** Runs a check with the companion: the service, else the one in adb's shell; `unknown` if there is none. */
export async function withCompanion(
  { session }: HardwareContext,
  work: (companion: LiveCompanion) => Promise<Finding>,
  signal: AbortSignal,
): Promise<Finding> {
  const companion = await session.onDevice.live(signal, { waits: true });
  if (isLive(companion)) return await work(companion);
  const { code, message } = companion.reason;
  return {
    verdict: "unknown",
    measured: { error: code },
    note: message.replaceAll(session.device.serial, "the device"),
  };
}
