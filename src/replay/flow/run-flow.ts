import type { ActResult } from "../../actions/proof/performed.js";
import { acted, verdictLine } from "../../answers/act-answer.js";
import { type ErrorCode, FoveaError, toFoveaError } from "../../base/errors.js";
import { printable } from "../../base/printable.js";
import { deadline } from "../../base/signals.js";
import { inOneLine } from "../../screen/label.js";
import { parseCondition } from "../../screen/selector.js";
import type { RunReport, StepReport } from "../report.js";
import { unrunSteps } from "../unrun-steps.js";
import type { Flow, FlowStep, When } from "./flow.js";
import { type FlowRunner, shortLookup } from "./flow-runner.js";
import { becomesTrue, requireHeld } from "./hold.js";
import { type Done, type PlainCommand, performCommand } from "./perform-command.js";
import { requireAlive } from "./require-alive.js";
import { takePicture } from "./take-picture.js";
import { ACTS, didNothing, requireEffect } from "./verification.js";

/**
 * Runs a flow to its end, or to the first step that fails; what is for its completion is done in any case, except for
 * an interrupt: then the step that was being done is CANCELLED, and the rest is skipped. A step that fails is a line of
 * the report, and never an error.
 */
export async function runFlow(flow: Flow, runner: FlowRunner, signal: AbortSignal): Promise<RunReport> {
  const startedAt = new Date();
  const began = performance.now();
  const run = new FlowRun(flow, runner, signal);
  const isCut = await isInterrupted(async () => await run.whole(), signal);
  if (isCut) run.cutOff();
  const { steps } = run;
  return {
    name: flow.name,
    file: flow.file,
    device: runner.session.device.serial,
    startedAt: startedAt.toISOString(),
    durationMs: since(began),
    outcome: isCut || steps.some(({ outcome }) => outcome === "failed") ? "failed" : "passed",
    endedBy: isCut ? "CANCELLED" : null,
    steps,
  };
}

async function isInterrupted(work: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (!signal.aborted) throw error;
    return true;
  }
}

const MOST_ROUNDS = 1_000;
/** What an action may take besides looking for its target; typing a page through \`input\` takes longest. */
const STEP_MS = 120_000;
const EXPECT_MS = 5_000;

class FlowRun {
  readonly steps: StepReport[] = [];
  readonly #begun = new Set<FlowStep>();
  /** Whether a step was told as the one that an interrupt met. */
  #wasCut = false;
  readonly #flow: Flow;
  readonly #runner: FlowRunner;
  readonly #signal: AbortSignal;

  constructor(flow: Flow, runner: FlowRunner, signal: AbortSignal) {
    this.#flow = flow;
    this.#runner = runner;
    this.#signal = signal;
  }

  async whole(): Promise<void> {
    const { onStart, steps, onComplete } = this.#flow;
    const isThrough = (await this.all(onStart, false)) && (await this.all(steps, false));
    if (!isThrough) this.#skipRest([...onStart, ...steps]);
    await this.all(onComplete, false);
  }

  /** False where one of them failed: those behind it are not done. In what is optional, nothing fails the flow. */
  async all(steps: readonly FlowStep[], isLenient: boolean): Promise<boolean> {
    for (const step of steps) {
      this.#signal.throwIfAborted();
      this.#begun.add(step);
      if (!(await this.#step(step, isLenient || step.isOptional))) return false;
    }
    return true;
  }

  #skipRest(steps: readonly FlowStep[]): void {
    for (const step of this.#unbegun(steps))
      this.#report(step, { outcome: "skipped", message: "not done: an earlier step failed" });
  }

  /** What was not begun when the run was interrupted. */
  cutOff(): void {
    const { onStart, steps, onComplete } = this.#flow;
    const error = new FoveaError("CANCELLED", "the run was interrupted");
    for (const report of unrunSteps(this.#unbegun([...onStart, ...steps, ...onComplete]), error, this.#wasCut)) {
      this.steps.push(report);
      this.#runner.onStep(report);
    }
  }

  #unbegun(steps: readonly FlowStep[]): readonly FlowStep[] {
    return steps.filter((step) => !this.#begun.has(step));
  }

  async #step(step: FlowStep, isLenient: boolean): Promise<boolean> {
    const { command } = step;
    const began = performance.now();
    try {
      if (command.kind === "flow") return await this.#block(step, command, isLenient);
      if (command.kind === "repeat") return await this.#repeat(step, command, isLenient);
      const notes = await this.#attempts(step, command, isLenient);
      this.#report(step, { outcome: "passed", notes, began });
      return true;
    } catch (error) {
      if (this.#signal.aborted) throw this.#cut(step, began);
      await this.#failed(step, { error: toFoveaError(error), isLenient, began });
      return step.isOptional;
    }
  }

  /** The innermost step that was being done; gives the signal's reason. */
  #cut(step: FlowStep, began: number): unknown {
    const message = "interrupted while it was being done: part of it may have happened";
    if (!this.#wasCut) this.#report(step, { outcome: "failed", code: "CANCELLED", message, began });
    this.#wasCut = true;
    return this.#signal.reason;
  }

  async #failed(
    step: FlowStep,
    { error, isLenient, began }: { readonly error: FoveaError; readonly isLenient: boolean; readonly began: number },
  ): Promise<void> {
    const { code } = error;
    const { visualContext } = error.context;
    const message =
      visualContext === undefined ? error.message : `${error.message}\nthe screen then:\n${visualContext}`;
    if (isLenient) {
      this.#report(step, { outcome: "skipped", code, message, notes: ["! it failed, and is optional"], began });
      return;
    }
    const { notes, actual } = await this.#picture(step);
    this.#report(step, { outcome: "failed", code, message, notes, actual, began });
  }

  /** Of the screen on which a step failed, where pictures are wanted. */
  async #picture({ place }: FlowStep): Promise<{ readonly notes: readonly string[]; readonly actual: string | null }> {
    const { session, pictures } = this.#runner;
    if (pictures === null) return { notes: [], actual: null };
    const file = `${`${this.#flow.name} ${place}`.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 150)}-failed.png`;
    try {
      return { notes: [], actual: await takePicture(session, { folder: pictures, file }, this.#signal) };
    } catch (error) {
      return { notes: [`! no picture of it: ${toFoveaError(error).message}`], actual: null };
    }
  }

  /** Tried again where nothing happened; gives what was done and why earlier attempts failed. */
  async #attempts(step: FlowStep, command: PlainCommand, isLenient: boolean): Promise<readonly string[]> {
    const { mostAttempts = 1 } = this.#runner;
    const failures: string[] = [];
    for (;;) {
      try {
        return [...failures, ...(await this.#plain(step, command, isLenient))];
      } catch (thrown) {
        const error = toFoveaError(thrown);
        const isLast = failures.length + 1 >= mostAttempts || this.#signal.aborted;
        if (isLast || isLenient || !didNothing(command, error)) throw thrown;
        failures.push(`! attempt ${failures.length + 1} of ${mostAttempts}: ${error.code}: ${error.message}`);
      }
    }
  }

  async #plain(step: FlowStep, command: PlainCommand, isOptional: boolean): Promise<readonly string[]> {
    const { session } = this.#runner;
    using limit = deadline(this.#limitOf(command), step.name, this.#signal);
    const { signal } = limit;
    const reported: Done[] = [];
    const perform = async () => {
      const done = await performCommand(this.#runner, { command, isOptional }, signal);
      reported.push(done);
      return done.result;
    };
    const result = ACTS.has(command.kind)
      ? await acted(session, { expect: step.expect ?? undefined }, async () => requireResult(await perform()), signal)
      : await perform();
    if (result) await this.#runner.afterAct?.(signal);
    if (!ACTS.has(command.kind)) await this.#expected(step, signal);
    const notes = reported.flatMap((done) => done.notes);
    return result ? [...notes, ...notesOf(requireEffect(result, step, this.#runner))] : notes;
  }

  /** What no single action is for is waited for behind it. */
  async #expected({ expect }: FlowStep, signal: AbortSignal): Promise<void> {
    if (expect === null) return;
    const { session } = this.#runner;
    await requireHeld(session, { condition: parseCondition(expect), timeoutMs: EXPECT_MS }, signal);
  }

  #limitOf(command: PlainCommand): number {
    const { lookupMs } = this.#runner;
    const ownMs = "timeoutMs" in command ? (command.timeoutMs ?? 0) : 0;
    const times = command.kind === "tap" ? command.times : 1;
    return ownMs + times * (STEP_MS + lookupMs + (command.kind === "tap" ? command.delayMs : 0));
  }

  async #block(
    step: FlowStep,
    { when, steps }: { readonly when: When; readonly steps: readonly FlowStep[] },
    isLenient: boolean,
  ): Promise<boolean> {
    if (!(await this.#holds(when))) {
      this.#report(step, { outcome: "skipped", message: "not done: its condition is not true" });
      return true;
    }
    if (!(await this.all(steps, isLenient))) return step.isOptional;
    await this.#expected(step, this.#signal);
    return true;
  }

  async #repeat(
    step: FlowStep,
    command: Extract<FlowStep["command"], { readonly kind: "repeat" }>,
    isLenient: boolean,
  ): Promise<boolean> {
    const { times, steps } = command;
    const looks = command.while;
    for (let round = 0; times === null || round < times; round += 1) {
      if (looks && !(await this.#holds(looks))) break;
      if (round >= MOST_ROUNDS) throw new FoveaError("FLOW_ENDLESS", `repeat went on after ${MOST_ROUNDS} rounds`);
      if (!(await this.all(steps, isLenient))) return step.isOptional;
    }
    await this.#expected(step, this.#signal);
    return true;
  }

  /** Errors: why it cannot be told. */
  async #holds({ conditions, isPossible }: When): Promise<boolean> {
    if (!isPossible) return false;
    const { session } = this.#runner;
    for (const condition of conditions) {
      const wait = { condition, timeoutMs: shortLookup(this.#runner) };
      if (!(await becomesTrue(session, wait, this.#signal))) return false;
    }
    return true;
  }

  #report(step: FlowStep, ended: Ended): void {
    const { outcome, code = null, message = null, notes = [], actual = null, began } = ended;
    const report: StepReport = {
      name: inOneLine(step.name),
      place: step.place,
      outcome,
      durationMs: began === undefined ? 0 : since(began),
      code,
      message: message === null ? null : printable(message),
      notes: notes.map(inOneLine),
      screenshots: { expected: null, actual },
    };
    this.steps.push(report);
    this.#runner.onStep(report);
  }
}

interface Ended {
  readonly outcome: StepReport["outcome"];
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly notes?: readonly string[];
  /** Path of a picture. */
  readonly actual?: string | null;
  /** performance.now() when it was begun; absent where it was not. */
  readonly began?: number;
}

function requireResult(result: ActResult | null): ActResult {
  if (result) return result;
  throw new FoveaError("INTERNAL", "an action gave no result");
}

/** What was done and the result. Errors: FLOW_APP_DIED. */
function notesOf(result: ActResult): readonly string[] {
  const { did, notes, verdict } = requireAlive(result);
  return [did, ...notes, verdictLine(verdict)];
}

function since(began: number): number {
  return Math.round(performance.now() - began);
}
