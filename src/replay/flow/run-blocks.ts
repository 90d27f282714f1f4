import { type ErrorCode, FoveaError } from "../../base/errors.js";
import type { FailureEvidence, StepReport } from "../report.js";
import type { BlockCommand, FlowCommand, FlowParts, FlowStep, When } from "./flow.js";
import type { FlowScripts } from "./flow-scripts.js";

/**
 * The consequence of a failure. `none`: the flow fails. `optional`: the failure is only noted. `retried`: `retry`
 * repeats the block.
 */
export type Leniency = "none" | "optional" | "retried";

/** The result of a step. */
export interface Ended {
  readonly outcome: StepReport["outcome"];
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly notes?: readonly string[];
  /** The path of a picture of the screen. */
  readonly actual?: string | null;
  readonly measures?: Readonly<Record<string, number>>;
  readonly evidence?: FailureEvidence | null;
  /** performance.now() at its start; absent if it did not start. */
  readonly began?: number;
}

export function since(began: number): number {
  return Math.round(performance.now() - began);
}

/** The run to which a block belongs. */
export interface BlockRun {
  readonly scripts: FlowScripts;
  readonly signal: AbortSignal;
  /** Performs steps; false if one failed. */
  all(steps: readonly FlowStep[], leniency: Leniency): Promise<boolean>;
  /** Whether the condition of a block is true. Errors: the reason why this cannot be decided. */
  holds(when: When | null, step: FlowStep): Promise<boolean>;
  /** Waits for the condition `expect` of a step. */
  expected(step: FlowStep, signal: AbortSignal): Promise<void>;
  report(step: FlowStep, ended: Ended): void;
}

interface Block<Command = BlockCommand> {
  readonly step: FlowStep;
  readonly command: Command;
  /** The consequence of a failure in the block. */
  readonly leniency: Leniency;
}

type Of<Kind extends BlockCommand["kind"]> = Extract<BlockCommand, { readonly kind: Kind }>;

const MOST_ROUNDS = 1_000;
const MOST_RETRIES = 3;

const BLOCKS: ReadonlySet<FlowCommand["kind"]> = new Set(["flow", "repeat", "retry", "eval", "script"]);

export function isBlock(command: FlowCommand): command is BlockCommand {
  return BLOCKS.has(command.kind);
}

/** Runs a block or a script; false if it failed. Errors: those of its script and its conditions. */
export async function runBlock(run: BlockRun, block: Block): Promise<boolean> {
  const { step, command, leniency } = block;
  switch (command.kind) {
    case "flow":
      if (!(await run.holds(command.when, step))) return skipped(run, step, UNMET);
      if (isEmpty(command.parts)) return skipped(run, step, EMPTY);
      return await ended(run, step, await runParts(run, command.parts, leniency));
    case "repeat":
      return await ended(run, step, await repeat(run, { step, command, leniency }));
    case "retry":
      if (isEmpty(command.parts)) return skipped(run, step, EMPTY);
      return await ended(run, step, await retry(run, { step, command, leniency }));
    case "eval":
    case "script":
      return await script(run, step, command);
  }
}

const UNMET = "not done: its condition is not true";
const EMPTY = "not done: it has no commands";

function skipped(run: BlockRun, step: FlowStep, message: string): boolean {
  run.report(step, { outcome: "skipped", message });
  return true;
}

function isEmpty({ onStart, steps, onComplete }: FlowParts): boolean {
  return onStart.length + steps.length + onComplete.length === 0;
}

async function ended(run: BlockRun, step: FlowStep, isThrough: boolean): Promise<boolean> {
  if (!isThrough) return step.isOptional;
  await run.expected(step, run.signal);
  return true;
}

/** Variables that are defined in the block are removed after it. */
async function runParts(
  run: BlockRun,
  { env, onStart, steps, onComplete }: FlowParts,
  leniency: Leniency,
): Promise<boolean> {
  run.scripts.enter();
  try {
    await run.scripts.define(env, run.signal);
    const isThrough = (await run.all(onStart, leniency)) && (await run.all(steps, leniency));
    return (await run.all(onComplete, leniency)) && isThrough;
  } finally {
    run.scripts.leave();
  }
}

async function repeat(run: BlockRun, { step, command, leniency }: Block<Of<"repeat">>): Promise<boolean> {
  const { times, steps } = command;
  if (steps.length === 0) return skipped(run, step, EMPTY);
  const most = times === null ? null : roundsIn(await run.scripts.fill(times, run.signal));
  const parts: FlowParts = { env: [], onStart: [], steps, onComplete: [] };
  if (most !== null && most <= 0) return skipped(run, step, `not done: times is ${most}`);
  for (let round = 0; most === null || round < most; round += 1) {
    if (!(await run.holds(command.while, step))) return round > 0 || skipped(run, step, UNMET);
    if (round >= MOST_ROUNDS) throw new FoveaError("FLOW_ENDLESS", `repeat went on after ${MOST_ROUNDS} rounds`);
    if (!(await runParts(run, parts, leniency))) return false;
  }
  return true;
}

/** The number of repetitions, read as Maestro does: a fraction is cut off, and any other text means no limit. */
function roundsIn(given: string): number | null {
  const words = given.trim().replaceAll("_", "");
  return /^[-+]?\d+(?:\.\d*)?$/.test(words) ? Math.trunc(Number(words)) : null;
}

/** Repeats a block until it passes; only a failure of the last attempt is a failure of the block. */
async function retry(run: BlockRun, { step, command, leniency }: Block<Of<"retry">>): Promise<boolean> {
  const { times, parts } = command;
  const given = times === null ? "" : await run.scripts.fill(times, run.signal);
  const retries = Math.min(MOST_RETRIES, /^[-+]?\d{1,9}$/.test(given) ? Number(given) : 1);
  for (let attempt = 0; attempt < retries; attempt += 1) {
    const began = performance.now();
    if (await runParts(run, parts, leniency === "none" ? "retried" : leniency)) return true;
    const notes = [`! attempt ${attempt + 1} of ${retries + 1} failed, and it is tried again`];
    run.report(step, { outcome: "passed", notes, began });
  }
  return await runParts(run, parts, leniency);
}

async function script(run: BlockRun, step: FlowStep, command: Of<"eval" | "script">): Promise<boolean> {
  const began = performance.now();
  if (command.kind === "eval") {
    await run.scripts.fill(command.script, run.signal);
  } else {
    if (!(await run.holds(command.when, step))) return skipped(run, step, UNMET);
    await run.scripts.runFile({ ...command, name: command.file }, run.signal);
  }
  await run.expected(step, run.signal);
  run.report(step, { outcome: "passed", notes: run.scripts.takeNotes(), began });
  return true;
}
