import { basename } from "node:path";
import type { ActResult } from "../../actions/proof/performed.js";
import { acted, verdictLine } from "../../answers/act-answer.js";
import { toFoveaError } from "../../base/errors.js";
import { backOff, deadline } from "../../base/signals.js";
import { parseCondition } from "../../screen/selector.js";
import { interruptedStep, interruption } from "../interruption.js";
import type { FailureEvidence, StepReport } from "../report.js";
import { unrunSteps } from "../unrun-steps.js";
import { type Failed, inAttempts, type PerformedStep } from "./attempts.js";
import type { Done } from "./done.js";
import { envStep } from "./env-step.js";
import { collectEvidence } from "./failure-evidence.js";
import type { Flow, FlowCommand, FlowStep, PlainCommand, When } from "./flow.js";
import { type FlowRunner, runnerFor, shortLookup } from "./flow-runner.js";
import type { FlowScripts } from "./flow-scripts.js";
import { FlowVideo } from "./flow-video.js";
import { becomesTrue, requireHeld } from "./hold.js";
import { performCommand, withText } from "./perform-command.js";
import { requireAlive } from "./require-alive.js";
import { type BlockRun, type Ended, isBlock, type Leniency, runBlock } from "./run-blocks.js";
import { screenForFile } from "./safe-screen.js";
import { stepLimitMs } from "./step-limit.js";
import { StepLog } from "./step-log.js";
import { savePicture } from "./take-picture.js";
import { isTruthy } from "./truth.js";
import { ACTS, afterDone, requireEffect, requireResult } from "./verification.js";

const EXPECT_MS = 5_000;

/** One run of a flow: performs the steps one after another, and reports each. */
export class FlowRun implements BlockRun {
  readonly #log: StepLog;
  readonly #videos = new Map<FlowRunner, FlowVideo>();
  readonly #begun = new Set<FlowStep>();
  /** The measures of the current step. */
  #measures: Record<string, number> | undefined;
  /** Whether any step did something and was not skipped. */
  hasDone = false;
  /** Whether the step that was running during an interrupt is already reported. */
  #wasCut = false;
  readonly #flow: Flow;
  readonly #runner: FlowRunner;
  readonly scripts: FlowScripts;
  readonly signal: AbortSignal;

  constructor(
    { flow, runner, scripts }: { readonly flow: Flow; readonly runner: FlowRunner; readonly scripts: FlowScripts },
    signal: AbortSignal,
  ) {
    this.#flow = flow;
    this.#runner = runner;
    this.scripts = scripts;
    this.signal = signal;
    this.#log = new StepLog(scripts.redacted, { flow: flow.name, runner });
  }

  get steps(): readonly StepReport[] {
    return this.#log.steps;
  }

  async whole(): Promise<void> {
    const { onStart, steps, onComplete } = this.#flow;
    await this.#define(this.#flow);
    const isThrough = (await this.all(onStart, "none")) && (await this.all(steps, "none"));
    if (!isThrough) this.#skipRest([...onStart, ...steps]);
    await this.all(onComplete, "none");
    await this.#endVideo();
  }

  /** Saves a video that is still recording at the end, as Maestro does. */
  async #endVideo(): Promise<void> {
    const began = performance.now();
    const step = { name: "stopRecording", place: basename(this.#flow.file) };
    try {
      const notes: string[] = [];
      for (const video of this.#videos.values()) notes.push(...(await video.end(this.signal)));
      if (notes.length > 0) this.#log.report(step, { outcome: "passed", notes, began });
    } catch (error) {
      const { code, message } = toFoveaError(error);
      this.#log.report(step, { outcome: "failed", code, message, began });
    }
  }

  /** If a variable cannot be evaluated, the flow fails at its head. */
  async #define({ env, file }: Flow): Promise<void> {
    if (env.length === 0) return;
    const step = envStep(file);
    const began = performance.now();
    try {
      await this.scripts.define(env, this.signal);
      const notes = this.scripts.takeNotes();
      if (notes.length > 0) this.#log.report(step, { outcome: "passed", notes, began });
    } catch (error) {
      if (this.signal.aborted) throw this.#cut(step, began);
      await this.#failed(step, { error: toFoveaError(error), leniency: "none", failures: [], began });
    }
  }

  /**
   * Performs steps; false if one failed: the steps after it are not performed. In an optional block no failure fails
   * the flow.
   */
  async all(steps: readonly FlowStep[], leniency: Leniency): Promise<boolean> {
    for (const step of steps) {
      this.signal.throwIfAborted();
      this.#begun.add(step);
      if (!(await this.#step(step, step.isOptional ? "optional" : leniency))) return false;
    }
    return true;
  }

  #skipRest(steps: readonly FlowStep[]): void {
    for (const step of this.#unbegun(steps))
      this.report(step, { outcome: "skipped", message: "not done: an earlier step failed" });
  }

  /** Reports the steps that had not begun when the run was interrupted. */
  cutOff(): void {
    const { onStart, steps, onComplete } = this.#flow;
    const unbegun = this.#unbegun([...onStart, ...steps, ...onComplete]);
    for (const report of unrunSteps(unbegun, interruption(this.signal), this.#wasCut))
      this.#log.add(report, { name: report.name, place: report.place, began: performance.now() });
  }

  #unbegun(steps: readonly FlowStep[]): readonly FlowStep[] {
    return steps.filter((step) => !this.#begun.has(step));
  }

  async #step(given: FlowStep, leniency: Leniency): Promise<boolean> {
    const began = performance.now();
    const failures: string[] = [];
    let step = given;
    try {
      const { name, command } = await this.#read(given);
      step = { ...given, name: given.device === null ? name : `[${given.device}] ${name}` };
      this.#log.begin(step);
      if (given.delayMs > 0) await backOff(given.delayMs, this.signal);
      if (isBlock(command)) return await runBlock(this, { step, command, leniency });
      const most = leniency === "none" ? (this.#runner.mostAttempts ?? 1) : 1;
      const once = async () => await this.#plain(step, command, leniency === "optional");
      const done = await inAttempts({ command, most, signal: this.signal, failures }, once);
      this.report(step, { ...done, notes: [...failures, ...done.notes, ...this.scripts.takeNotes()], began });
      return true;
    } catch (error) {
      if (this.signal.aborted) throw this.#cut(step, began);
      await this.#failed(step, { error: toFoveaError(error), leniency, failures, began });
      return step.isOptional;
    }
  }

  readonly #onMeasure = (name: string, value: number) => {
    this.#measures = { ...this.#measures, [name]: value };
  };

  /** The command with the present values of its scripts. */
  async #read({ name, command }: FlowStep): Promise<{ readonly name: string; readonly command: FlowCommand }> {
    return command.kind === "deferred" ? await command.read(this.#evaluate) : { name, command };
  }

  readonly #evaluate = async (script: string) => await this.scripts.evaluate(script, this.signal);

  /** Reports the innermost running step as failed; gives the signal's reason. */
  #cut(step: FlowStep, began: number): unknown {
    if (!this.#wasCut) this.report(step, { outcome: "failed", ...interruptedStep(this.signal), began });
    this.#wasCut = true;
    return this.signal.reason;
  }

  async #failed(step: FlowStep, { error, leniency, failures, began }: Failed): Promise<void> {
    const { code } = error;
    const { visualContext } = error.context;
    const message =
      visualContext === undefined ? error.message : `${error.message}\nthe screen then:\n${visualContext}`;
    if (leniency !== "none") {
      const [outcome, why] = FORGIVEN[leniency];
      this.report(step, { outcome, code, message, notes: [...failures, `! ${why}`], began });
      return;
    }
    const { notes, actual } = await this.#picture(step);
    const evidence = await this.#evidence(step);
    this.report(step, { outcome: "failed", code, message, notes: [...failures, ...notes], actual, evidence, began });
  }

  /** Takes a picture of the screen after a step failed, if the flow keeps pictures. */
  async #picture({
    place,
    device,
  }: FlowStep): Promise<{ readonly notes: readonly string[]; readonly actual: string | null }> {
    const runner = runnerFor(this.#runner, device);
    const { pictures: folder } = runner;
    if (folder === null) return { notes: [], actual: null };
    const file = `${`${this.#flow.name} ${place}`.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 150)}-failed.png`;
    try {
      const picture = await screenForFile({ runner, scripts: this.scripts }, this.signal);
      return { notes: [], actual: await savePicture(picture, { folder, file }) };
    } catch (error) {
      return { notes: [`! no picture of it: ${toFoveaError(error).message}`], actual: null };
    }
  }

  async #evidence({ file, place, device }: FlowStep): Promise<FailureEvidence | null> {
    const { readLog } = runnerFor(this.#runner, device);
    if (!readLog) return null;
    const ofApp = async (signal: AbortSignal) =>
      await readLog(await this.scripts.fill(this.#flow.appId, signal), signal);
    return await collectEvidence({ file, place, readLog: ofApp }, this.signal);
  }

  async #plain(
    step: FlowStep,
    given: PlainCommand,
    isOptional: boolean,
  ): Promise<Ended & { notes: readonly string[] }> {
    const command = withText(given, this.scripts);
    if (command.kind === "nothing" && step.expect === null)
      return { outcome: "skipped", message: `nothing to do: ${command.why}`, notes: [] };
    const runner = runnerFor(this.#runner, step.device);
    using limit = deadline(stepLimitMs(command, runner), step.name, this.signal);
    const { signal } = limit;
    const reported: Done[] = [];
    const perform = async () => {
      const done = await performCommand(
        runner,
        { command, isOptional, scripts: this.scripts, video: this.#videoOf(runner), onMeasure: this.#onMeasure },
        signal,
      );
      reported.push(done);
      return done.result;
    };
    try {
      const notes = await this.#proven(step, { command, reported, perform }, signal);
      const whyIdle = step.expect === null ? reported.at(-1)?.whyIdle : undefined;
      return whyIdle === undefined ? { outcome: "passed", notes } : { outcome: "skipped", message: whyIdle, notes };
    } catch (thrown) {
      throw reported.length > 0 ? afterDone(thrown, command) : thrown;
    }
  }

  #videoOf(runner: FlowRunner): FlowVideo {
    const video = this.#videos.get(runner) ?? new FlowVideo(runner.session, runner.pictures);
    this.#videos.set(runner, video);
    return video;
  }

  async #proven(
    step: FlowStep,
    { command, reported, perform }: PerformedStep,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const runner = runnerFor(this.#runner, step.device);
    const { session } = runner;
    const isActed = ACTS.has(command.kind);
    const expect = isActed && step.expect !== null ? await this.scripts.fill(step.expect, signal) : undefined;
    const result = isActed
      ? await acted(session, { expect }, async () => requireResult(await perform()), signal)
      : await perform();
    if (result) await runner.afterAct?.(signal);
    if (!isActed) await this.expected(step, signal);
    const notes = reported.flatMap((done) => done.notes);
    return result ? [...notes, ...notesOf(requireEffect(result, { command }, this.#runner))] : notes;
  }

  /** Waits for the condition `expect` of a step that has no single action. */
  async expected({ expect, device }: FlowStep, signal: AbortSignal): Promise<void> {
    if (expect === null) return;
    const { session } = runnerFor(this.#runner, device);
    const condition = parseCondition(await this.scripts.fill(expect, signal));
    await requireHeld(session, { condition, timeoutMs: EXPECT_MS }, signal);
  }

  /** Whether a condition for a block is true. Errors: those of reading the screen if this cannot be decided. */
  async holds(when: When | null, { device }: FlowStep): Promise<boolean> {
    if (!when) return true;
    if (!when.isPossible) return false;
    if (when.truth !== null && !isTruthy(await this.scripts.fill(when.truth, this.signal))) return false;
    const { session } = runnerFor(this.#runner, device);
    for (const condition of await when.conditions(this.#evaluate)) {
      const wait = { condition, timeoutMs: shortLookup(this.#runner) };
      if (!(await becomesTrue(session, wait, this.signal))) return false;
    }
    return true;
  }

  report(step: FlowStep, ended: Ended): void {
    const measures = this.#measures;
    this.#measures = undefined;
    if (ended.outcome === "passed") this.hasDone = true;
    this.#log.report(step, { ...ended, ...(measures && { measures }) });
  }
}

/** The outcome of a failed step that does not fail the flow, and the reason. */
const FORGIVEN = {
  optional: ["skipped", "it failed, and is optional"],
  retried: ["retried", "it failed; the commands of this `retry` are tried again"],
} as const;

/** The action and its result. Errors: FLOW_APP_DIED. */
function notesOf(result: ActResult): readonly string[] {
  const { did, notes, verdict } = requireAlive(result);
  return [did, ...notes, verdictLine(verdict)];
}
