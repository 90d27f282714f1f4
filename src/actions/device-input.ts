import { FoveaError } from "../base/errors.js";
import type { Device } from "../devices/device.js";
import { type Argv, actScript, allOf, readScript } from "../devices/script.js";
import { runShell, SHELL_LIMITS, type ShellResult } from "../devices/shell.js";

/** From Android 12 on `input` is a shell script around `cmd input`: calling that saves a process. */
const FIRST_WITH_CMD_INPUT = 31;

/** `input` with these arguments, as the release has it. */
export function inputArgv(apiLevel: number | null, args: readonly string[]): Argv {
  return apiLevel !== null && apiLevel >= FIRST_WITH_CMD_INPUT ? ["cmd", "input", ...args] : ["input", ...args];
}

/** A hung app holds `input` up for 5 s (it waits until the event was consumed); gestures take their own time. */
const INPUT_MS = 15_000;

/**
 * Sends input events, each list of arguments one `input` call, one after another in one shell; stops at the first that
 * fails. Errors: INPUT_REFUSED, UNSUPPORTED_ON_DEVICE, SHELL_FAILED; TIMEOUT and DEVICE_DISCONNECTED say whether
 * the events may have been injected.
 */
export async function sendInput(
  device: Device,
  apiLevel: number | null,
  calls: readonly [readonly string[], ...(readonly string[])[]],
  extraMs: number,
  signal: AbortSignal,
): Promise<void> {
  const [first, second, ...rest] = calls.map((args) => inputArgv(apiLevel, args));
  if (!first) return;
  const script = second ? actScript(allOf(first, second, ...rest)) : actScript(first);
  const totalMs = INPUT_MS + extraMs;
  const limits = { ...SHELL_LIMITS, totalMs, firstByteMs: totalMs };
  failOnComplaint(await runShell(device, script, limits, signal), device);
}

/** `input` tells of its failures in words, and not always by its exit code. */
function failOnComplaint(result: ShellResult, device: Device): void {
  const said = `${result.stderr}\n${result.stdout.toString("utf8")}`.trim();
  if (result.exitCode === 0 && !/^(?:Error|Usage|usage|Exception|java\.|Killed)/m.test(said)) return;
  const shown = said.split("\n").slice(0, 3).join(" ").slice(0, 300);
  if (/INJECT_EVENTS/.test(said)) {
    throw new FoveaError("INPUT_REFUSED", `${device.serial} refuses injected input: ${shown}`, {
      device: device.serial,
    });
  }
  const isUsage = /^usage:|Unknown command/im.test(said);
  const code = isUsage ? "UNSUPPORTED_ON_DEVICE" : "SHELL_FAILED";
  throw new FoveaError(code, `input on ${device.serial} failed (${result.exitCode}): ${shown}`, {
    device: device.serial,
    mayHaveHappened: true,
  });
}

/**
 * How long one `input` call takes on the device, in ms: the time of one that only prints its usage. Fast taps are
 * apart by at least this much.
 */
export async function measureInputMs(device: Device, apiLevel: number | null, signal: AbortSignal): Promise<number> {
  const script = readScript(inputArgv(apiLevel, []));
  const result = await runShell(device, script, { ...SHELL_LIMITS, totalMs: 5_000 }, signal);
  return result.durationMs;
}
