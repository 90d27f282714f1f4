import type { LiveHalf } from "../../devices/on-device/live-half.js";
import { isLive } from "../../devices/on-device/on-device-link.js";
import type { Finding, HardwareContext } from "./hardware-check.js";

/** Does it with the on-device half, the service or else the shell host; `unknown` where there is none. */
export async function withHalf(
  { session }: HardwareContext,
  work: (half: LiveHalf) => Promise<Finding>,
  signal: AbortSignal,
): Promise<Finding> {
  const half = await session.onDevice.live(signal, { waits: true });
  if (isLive(half)) return await work(half);
  const { code, message } = half.reason;
  return {
    verdict: "unknown",
    measured: { error: code },
    note: message.replaceAll(session.device.serial, "the device"),
  };
}
