import { FoveaError } from "../../base/errors.js";
import { quoteUntrusted } from "../../base/printable.js";
import type { Phone } from "../phone.js";
import { retryRead } from "../retry-read.js";
import { type Argv, actScript, readScript } from "../script.js";
import { runShell, SHELL_LIMITS, type ShellResult } from "../shell.js";

/** Something of a device that has a value, can be changed and restored: a setting, the size of the display. */
export interface DeviceState {
  /** What state files know it by, for example `setting system/font_scale`. */
  readonly name: string;
  /**
   * The value as it is now; null if it has its own none, and the device's default holds. Errors: as runShell,
   * SHELL_FAILED and NOT_THIS_FORMAT with what the device says, UNSUPPORTED_ON_DEVICE.
   */
  readonly read: (phone: Phone, signal: AbortSignal) => Promise<string | null>;
  /**
   * Refuses what `write` would refuse before it asks the device; nothing if absent. So of several states none is
   * changed where one cannot be. Errors: UNSUPPORTED_ON_DEVICE, INVALID_ARGUMENT.
   */
  readonly require?: (phone: Phone, value: string | null) => void;
  /** Null for the device's default. Errors: as `require` and `read`, STATE_REFUSED. */
  readonly write: (phone: Phone, value: string | null, signal: AbortSignal) => Promise<void>;
  /**
   * For a state whose reading can be older or less exact than what was written, as a last fix is: it is always written,
   * and this is asked in place of `read`. Null if the device shows the value; else why nothing shows it yet. Errors: as
   * `read`.
   */
  readonly prove?: (phone: Phone, value: string | null, signal: AbortSignal) => Promise<string | null>;
  /** Other states that change with it, which are restored as well; none if absent. */
  readonly moves?: () => readonly DeviceState[];
}

/** What a program of the device says. Errors: SHELL_FAILED where it fails. */
export async function ask({ device }: Phone, argv: Argv, signal: AbortSignal): Promise<string> {
  const result = await retryRead(device, readScript(argv), SHELL_LIMITS, signal);
  const said = wordsOf(result);
  if (result.exitCode === 0 && !FAILED.test(said)) return result.stdout.toString("utf8").trim();
  throw new FoveaError("SHELL_FAILED", `"${argv.join(" ")}" failed on ${device.serial}: ${quoteUntrusted(said)}`, {
    device: device.serial,
  });
}

/** Has a program of the device change something. Errors: STATE_REFUSED with what it says where it does not do it. */
export async function change({ device }: Phone, argv: Argv, signal: AbortSignal): Promise<void> {
  const result = await runShell(device, actScript(argv), SHELL_LIMITS, signal);
  const said = wordsOf(result);
  if (result.exitCode === 0 && !FAILED.test(said)) return;
  const message = `${device.serial} did not do "${argv.join(" ")}": ${quoteUntrusted(said.slice(0, LONGEST_COMPLAINT))}`;
  throw new FoveaError("STATE_REFUSED", message, { device: device.serial });
}

/** What the device says is not in a form that is known. */
export function unknownForm({ device }: Phone, what: string, said: string): FoveaError {
  const message = `${device.serial} reports ${what} in an unknown format: ${quoteUntrusted(said.slice(0, 200))}`;
  return new FoveaError("NOT_THIS_FORMAT", message, { device: device.serial });
}

/** Programs of Android 8 and older complain, and end with 0 anyway. */
const FAILED =
  /^(?:Error|Exception|java\.|Security exception|Permission denial|Failure|Operation not allowed|Bad argument|Unknown command|Invalid )/im;

const LONGEST_COMPLAINT = 400;

function wordsOf({ stdout, stderr }: ShellResult): string {
  return `${stderr}\n${stdout.toString("utf8")}`.trim();
}
