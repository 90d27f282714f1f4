import { FoveaError } from "../base/errors.js";
import { processesOfScript } from "./device-processes.js";
import { quoteArgv } from "./quote.js";

/** A program and its arguments, unquoted. */
export type Argv = readonly [string, ...string[]];

/**
 * What the device's shell is asked to run. The kind is part of the type: only a `read` may be repeated after a lost
 * connection (see {@link retryRead}); an `act` is sent at most once.
 */
export interface Script<Kind extends "read" | "act" = "read" | "act"> {
  readonly kind: Kind;
  readonly text: string;
  /** What messages call it; its text where absent. */
  readonly name?: string;
  /** How many processes this starts on the device, the shell included (what the programs start is theirs). */
  readonly processes: number;
}

/**
 * One part of a script: made by {@link command}, {@link pipe}, {@link allOf}, {@link inTurn} or {@link findProgram}.
 */
export interface Step {
  readonly text: string;
  /** True for one plain program: alone in a script it replaces the shell (`exec`) and so gets its SIGHUP. */
  readonly isSimple: boolean;
}

export interface CommandOptions {
  /**
   * Seconds after which toybox `timeout` kills the program on the device. Stock phones have it since Android 6
   * ({@link DeviceFacts.hasTimeout} says); it takes the place of the direct child, so that a closed stream no longer
   * hangs up the program itself: for programs that may get stuck only.
   */
  readonly timeoutS?: number;
  /** `drop` throws the program's stderr away, `merge` sends it to stdout; by default it comes apart. */
  readonly stderr?: "drop" | "merge";
}

/** A script that only looks: steps run one after the other, whatever their exit codes; the last one's code counts. */
export function readScript(...steps: readonly [Argv | Step, ...(Argv | Step)[]]): Script<"read"> {
  return { kind: "read", ...join(steps) };
}

/** A script that changes something on the device; otherwise as {@link readScript}. */
export function actScript(...steps: readonly [Argv | Step, ...(Argv | Step)[]]): Script<"act"> {
  return { kind: "act", ...join(steps) };
}

/** One program. Errors: SHELL_UNQUOTABLE, INVALID_ARGUMENT for a time that is not a positive number. */
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

/** `a | b | …`: each step reads what the one before writes; the last one's exit code counts. */
export function pipe(...steps: readonly [Argv | Step, Argv | Step, ...(Argv | Step)[]]): Step {
  return joinSteps(steps, " | ");
}

/** `a && b && …`: stops at the first step that fails. */
export function allOf(...steps: readonly [Argv | Step, Argv | Step, ...(Argv | Step)[]]): Step {
  return joinSteps(steps, " && ");
}

/** `a; b; …`: one after the other, whatever their exit codes; the last one's code counts. */
export function inTurn(...steps: readonly [Argv | Step, Argv | Step, ...(Argv | Step)[]]): Step {
  return joinSteps(steps, "; ");
}

/** Prints the path of a program if the device has it; fails else. The shell looks by itself, no process is started. */
export function findProgram(name: string): Step {
  return { text: quoteArgv(["command", "-v", name]), isSimple: false };
}

/** `dumpsys -t SECONDS ARGS`: dumpsys gives up by itself on a service that hangs (`-t` exists from API 24 on). */
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
