import { FoveaError } from "../base/errors.js";
import { processesOfScript } from "./device-processes.js";
import { quoteArgv } from "./quote.js";

/** A program and its arguments, without quotes. */
export type Argv = readonly [string, ...string[]];

/**
 * A script for the device's shell. The kind is part of the type: only a `read` may be repeated after a lost connection
 * (see {@link retryRead}); an `act` is sent at most once.
 */
export interface Script<Kind extends "read" | "act" = "read" | "act"> {
  readonly kind: Kind;
  readonly text: string;
  /** A short name for messages; if absent, the script's text is used. */
  readonly name?: string;
  /**
   * How many processes the script starts on the device, including the shell (processes of its programs do not count).
   */
  readonly processes: number;
}

/**
 * One part of a script: made by {@link command}, {@link pipe}, {@link allOf}, {@link inTurn} or {@link findProgram}.
 */
export interface Step {
  readonly text: string;
  /**
   * True for one plain program: if it is the whole script, it replaces the shell (`exec`), and so receives its SIGHUP.
   */
  readonly isSimple: boolean;
}

export interface CommandOptions {
  /**
   * Seconds after which toybox `timeout` kills the program on the device. Stock phones have it since Android 6 (see
   * {@link DeviceFacts.hasTimeout}). `timeout` becomes the shell's child in place of the program, so a closed stream no
   * longer sends SIGHUP to the program. Use it only for programs that may hang.
   */
  readonly timeoutS?: number;
  /** `drop` discards the program's stderr, `merge` sends it to stdout; by default it is separate. */
  readonly stderr?: "drop" | "merge";
}

/**
 * A script that only reads. The steps run one after the other, with any exit code; the last exit code is the result.
 */
export function readScript(...steps: readonly [Argv | Step, ...(Argv | Step)[]]): Script<"read"> {
  return { kind: "read", ...join(steps) };
}

/** A script that changes the device; else as {@link readScript}. */
export function actScript(...steps: readonly [Argv | Step, ...(Argv | Step)[]]): Script<"act"> {
  return { kind: "act", ...join(steps) };
}

/** A step with one program. Errors: SHELL_UNQUOTABLE, INVALID_ARGUMENT for a time that is not a positive number. */
export function command(argv: Argv, options: CommandOptions = {}): Step {
  const { timeoutS, stderr } = options;
  if (timeoutS !== undefined && !(Number.isFinite(timeoutS) && timeoutS > 0)) {
    throw new FoveaError("INVALID_ARGUMENT", `a timeout of ${timeoutS} s is not a positive number`);
  }
  const words: Argv = timeoutS === undefined ? argv : ["timeout", String(timeoutS), ...argv];
  return {
    text: quoteArgv(words) + (stderr === undefined ? "" : STDERR[stderr]),
    isSimple: true,
  };
}

/** `a | b | …`: each step reads the output of the one before; the last exit code is the result. */
export function pipe(...steps: readonly [Argv | Step, Argv | Step, ...(Argv | Step)[]]): Step {
  return joinSteps(steps, " | ");
}

/** `a && b && …`: stops at the first step that fails. */
export function allOf(...steps: readonly [Argv | Step, Argv | Step, ...(Argv | Step)[]]): Step {
  return joinSteps(steps, " && ");
}

/** `a; b; …`: one after the other, with any exit code; the last exit code is the result. */
export function inTurn(...steps: readonly [Argv | Step, Argv | Step, ...(Argv | Step)[]]): Step {
  return joinSteps(steps, "; ");
}

/** Prints the path of a program if the device has it; else fails. The shell finds it itself, without a process. */
export function findProgram(name: string): Step {
  return { text: quoteArgv(["command", "-v", name]), isSimple: false };
}

/** `dumpsys -t SECONDS ARGS`: dumpsys itself gives up on a service that hangs (`-t` exists since API 24). */
export function dumpsys(timeoutS: number, ...args: readonly string[]): Argv {
  return ["dumpsys", "-t", String(timeoutS), ...args];
}

const STDERR = { drop: " 2>/dev/null", merge: " 2>&1" } as const;

function join(steps: readonly (Argv | Step)[]): { text: string; processes: number } {
  const [only, ...others] = steps.map(toStep);
  const isSingle = others.length === 0 && only?.isSimple === true;
  const text = isSingle ? `exec ${only.text}` : joinSteps(steps, "; ").text;
  return { text, processes: processesOfScript(text) };
}

function joinSteps(steps: readonly (Argv | Step)[], separator: string): Step {
  return { text: steps.map((step) => toStep(step).text).join(separator), isSimple: false };
}

function toStep(step: Argv | Step): Step {
  return isArgv(step) ? command(step) : step;
}

function isArgv(step: Argv | Step): step is Argv {
  return Array.isArray(step);
}
