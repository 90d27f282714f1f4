import { FoveaError } from "../../base/errors.js";
import { retryRead } from "../../devices/retry-read.js";
import { command, dumpsys, inTurn, pipe, readScript } from "../../devices/script.js";
import { SHELL_LIMITS, type ShellResult } from "../../devices/shell.js";
import { type Part, partOrAlone } from "../../devices/shell-parts.js";
import type { Power } from "../../screen/facts.js";
import { quoteWords } from "../../screen/label.js";
import { parsePower } from "../parse/power.js";
import { decodeText } from "../parse/text.js";
import type { WindowFacts } from "../parse/window/window-facts.js";
import type { ProbeContext, ProbePlan } from "../probe.js";
import { readWindowFor } from "../reading/reading.js";

/** One report of the window manager. */
export interface WindowData extends WindowFacts {
  /** The device's clock in ms since the epoch; null if `date` printed nothing usable. */
  readonly deviceTimeMs: number | null;
  /** The answer ended early: the device may still report the missing facts. */
  readonly isCut?: boolean;
}

const DUMP_TIMEOUT_S = 3;
const PARTS = ["displays", "policy"] as const;
/** A hundred windows need some hundred kilobytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Window, display, insets, keyboard, keyguard, power and clock from one stream: `dumpsys window displays` and `policy`
 * (never all of `dumpsys window`, whose first lines may be hours old), two lines of `dumpsys power`, `date`.
 */
export const WINDOW_PART: Part = {
  step: inTurn(
    dumpsys(DUMP_TIMEOUT_S, "window", PARTS[0]),
    dumpsys(DUMP_TIMEOUT_S, "window", PARTS[1]),
    pipe(dumpsys(2, "power"), ["grep", "-iE", "-m4", "wakefulness[^c]*=|Display Power: state"]),
    command(["date", "+%s%N"], { stderr: "drop" }),
  ),
  ...SHELL_LIMITS,
  totalMs: 8_000,
  maxBytes: MOST_BYTES,
};
const SCRIPT = readScript(WINDOW_PART.step);

/**
 * Reads the window facts. `shared` is the answer to {@link WINDOW_PART} in a shared stream; if absent, the probe opens
 * its own stream.
 */
export function windowProbe({ device, session }: ProbeContext, shared?: Promise<ShellResult>): ProbePlan<WindowData> {
  return {
    name: "window",
    deadlineMs: 8_000,
    work: async (signal) => {
      const alone = async () => await retryRead(device, SCRIPT, WINDOW_PART, signal);
      const result = await partOrAlone(shared, alone, signal);
      const takenAt = performance.now();
      const facts = await readWindowFor(session, { bytes: result.stdout, parts: PARTS }, signal);
      if (!facts) throw unreadable(result.stdout, result.stderr, device.serial);
      const text = decodeText(result.stdout.subarray(-MOST_TAIL));
      session.traits.noteScreenSize(facts.screenSize);
      const power = mergePower(facts.power, parsePower(powerLines(text))?.power ?? null);
      const value = { ...facts, power, deviceTimeMs: clockOf(text), isCut: isCut(result.stdout) };
      return { value, source: "dumpsys window", takenAt };
    },
  };
}

function unreadable(stdout: Uint8Array, stderr: string, serial: string): FoveaError {
  const said = (stderr || decodeText(stdout.subarray(0, MOST_TAIL))).trim();
  return new FoveaError(
    "NOT_THIS_FORMAT",
    `dumpsys window on ${serial} gave no window dump: ${said === "" ? "nothing" : quoteWords(said)}`,
  );
}

/**
 * Whether the stream ended in the middle of a line, or a dump was ended after its time. In the second case the output
 * of the next command follows in the same line, or dumpsys itself reports the timeout.
 */
function isCut(stdout: Buffer): boolean {
  if (stdout.length > 0 && stdout.at(-1) !== NEWLINE) return true;
  const policy = stdout.indexOf("WINDOW MANAGER POLICY STATE");
  return (policy > 0 && stdout[policy - 1] !== NEWLINE) || stdout.includes("DUMP TIMEOUT (");
}

const NEWLINE = 10;

/** Wakefulness is taken from the power manager, which knows it best. */
function mergePower(window: Power | null, power: Power | null): Power | null {
  if (!window || !power) return window ?? power;
  return {
    interactive: power.interactive ?? window.interactive,
    wakefulness: power.wakefulness,
    displayState: power.displayState ?? window.displayState,
  };
}

/** The lines of `power`: they are between the window manager's report and the time. */
function powerLines(text: string): string {
  const lines = text.trimEnd().split("\n");
  const time = lines.findLastIndex((line) => /^\d{10}/.test(line));
  const own = time < 0 ? lines : lines.slice(0, time);
  const other = own.findLastIndex((line) => !isOfPower(line));
  return own
    .slice(other + 1)
    .join("\n")
    .concat("\n");
}

/** Matches the same lines as the grep on the device. */
function isOfPower(line: string): boolean {
  const lower = line.toLowerCase();
  const behind = lower.split("wakefulness", 2)[1] ?? "";
  return /^[^c=]*=/.test(behind) || lower.includes("display power: state");
}

const MOST_TAIL = 4_000;

/** Seconds and nanoseconds in one number; Android 7's `date` prints an N instead of the nanoseconds. */
function clockOf(text: string): number | null {
  const digits = /(?:^|\n)(\d{10})(\d{9}|N)?\n*$/.exec(text);
  if (!digits) return null;
  const nanos = digits[2] === undefined || digits[2] === "N" ? 0 : Number(digits[2]);
  return Number(digits[1]) * 1000 + Math.floor(nanos / 1_000_000);
}
