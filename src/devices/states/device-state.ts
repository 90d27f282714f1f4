import { FoveaError } from "../../base/errors.js";
import { quoteUntrusted } from "../../base/printable.js";
import type { Phone } from "../phone.js";
import { retryRead } from "../retry-read.js";
import { type Argv, actScript, readScript } from "../script.js";
import { runShell, SHELL_LIMITS, type ShellResult } from "../shell.js";

/** A value of a device that can be changed and restored: a setting, the size of the display. */
export interface DeviceState {
  /** The name in state files, for example `setting system/font_scale`. */
  readonly name: string;
  /**
   * Reads the current value; null if it is not set, and the device's default is used. Errors: as runShell, SHELL_FAILED
   * and NOT_THIS_FORMAT with the device's output, UNSUPPORTED_ON_DEVICE.
   */
  readonly read: (phone: Phone, signal: AbortSignal) => Promise<string | null>;
  /**
   * Refuses the values that `write` would refuse, without asking the device; absent if there are none. So no state of
   * several is changed if one of them cannot be. Errors: UNSUPPORTED_ON_DEVICE, INVALID_ARGUMENT.
   */
  readonly require?: (phone: Phone, value: string | null) => void;
  /** Sets the value; null for the device's default. Errors: as `require` and `read`, STATE_REFUSED. */
  readonly write: (phone: Phone, value: string | null, signal: AbortSignal) => Promise<void>;
  /**
   * For a state whose reading can be older or less exact than the written value, as the last location fix is. Such a
   * state is always written, and then `prove` is called in place of `read`. Null if the device shows the value; else
   * the reason why it does not yet. Errors: as `read`.
   */
  readonly prove?: (phone: Phone, value: string | null, signal: AbortSignal) => Promise<string | null>;
  /** Other states that change with it, which are restored as well; none if absent. */
  readonly moves?: () => readonly DeviceState[];
}

/** The output of a program on the device. Errors: SHELL_FAILED if it fails. */
export async function ask({ device }: Phone, argv: Argv, signal: AbortSignal): Promise<string> {
  const result = await retryRead(device, readScript(argv), SHELL_LIMITS, signal);
  const said = wordsOf(result);
  if (result.exitCode === 0 && !FAILED.test(said)) return result.stdout.toString("utf8").trim();
  throw new FoveaError("SHELL_FAILED", `"${argv.join(" ")}" failed on ${device.serial}: ${quoteUntrusted(said)}`, {
    device: device.serial,
  });
}

/** Runs a program that changes the device. Errors: STATE_REFUSED with the program's output if it fails. */
export async function change({ device }: Phone, argv: Argv, signal: AbortSignal): Promise<void> {
  const result = await runShell(device, actScript(argv), SHELL_LIMITS, signal);
  const said = wordsOf(result);
  if (result.exitCode === 0 && !FAILED.test(said)) return;
  const message = `${device.serial} did not do "${argv.join(" ")}": ${quoteUntrusted(said.slice(0, LONGEST_COMPLAINT))}`;
  throw new FoveaError("STATE_REFUSED", message, { device: device.serial });
}

/** The error for output of the device in an unknown format. */
export function unknownForm({ device }: Phone, what: string, said: string): FoveaError {
  const message = `${device.serial} reports ${what} in an unknown format: ${quoteUntrusted(said.slice(0, 200))}`;
  return new FoveaError("NOT_THIS_FORMAT", message, { device: device.serial });
}

/** Programs of Android 8 and older print an error, but end with exit code 0. */
const FAILED =
  /^(?:Error|Exception|java\.|Security exception|Permission denial|Failure|Operation not allowed|Bad argument|Unknown command|Invalid )/im;

const LONGEST_COMPLAINT = 400;

function wordsOf({ stdout, stderr }: ShellResult): string {
  return `${stderr}\n${stdout.toString("utf8")}`.trim();
}
