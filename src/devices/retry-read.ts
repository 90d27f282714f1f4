import { isFoveaError } from "../base/errors.js";
import type { Device } from "./device.js";
import type { Script } from "./script.js";
import { runShell, type ShellLimits, type ShellResult } from "./shell.js";

/**
 * {@link runShell}, repeated once if the connection was lost. Only for reads: a script that changes the device is never
 * sent twice. The limits apply to each try.
 */
export async function retryRead(
  device: Device,
  script: Script<"read">,
  limits: ShellLimits,
  signal: AbortSignal,
): Promise<ShellResult> {
  try {
    return await runShell(device, script, limits, signal);
  } catch (error) {
    if (!isFoveaError(error, "DEVICE_DISCONNECTED") || signal.aborted) throw error;
    return await runShell(device, script, limits, signal);
  }
}
