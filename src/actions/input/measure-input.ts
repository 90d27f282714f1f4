import type { Device } from "../../devices/device.js";
import { type Argv, readScript } from "../../devices/script.js";
import { runShell, SHELL_LIMITS } from "../../devices/shell.js";
import { inputArgv } from "./device-input.js";

/** The device's clock in ns; up to Android 7 it prints an N instead of the last nine digits. */
const CLOCK: Argv = ["date", "+%s%N"];

/**
 * How long one `input` call takes on the device, in ms, measured with a call that only prints its usage. The device's
 * clock is used, so that a slow link does not count; the host's clock if the device's has no fractions.
 */
export async function measureInputMs(device: Device, apiLevel: number | null, signal: AbortSignal): Promise<number> {
  const script = readScript(CLOCK, inputArgv(apiLevel, []), CLOCK);
  const { stdout, durationMs } = await runShell(device, script, { ...SHELL_LIMITS, totalMs: 5_000 }, signal);
  const [before, after] = [...stdout.toString("utf8").matchAll(/^(\d{19})$/gm)].map((found) => BigInt(found[1] ?? 0));
  return before === undefined || after === undefined ? durationMs : Number((after - before) / 1_000_000n);
}
