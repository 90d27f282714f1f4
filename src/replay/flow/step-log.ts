import { printable } from "../../base/printable.js";
import { inOneLine } from "../../screen/label.js";
import type { FailureEvidence, StepReport } from "../report.js";
import { sourceOf } from "./failure-evidence.js";
import type { FlowStep } from "./flow.js";
import { type FlowRunner, runnerFor } from "./flow-runner.js";
import { type Ended, since } from "./run-blocks.js";

interface Heard {
  /** The name of the flow. */
  readonly flow: string;
  readonly runner: FlowRunner;
}

/** A step and its place, as far as they are known. */
type Standing = Pick<FlowStep, "name" | "place"> & Partial<Pick<FlowStep, "file" | "device">>;

/** Collects and passes on the reports of a run's steps, without secret values. */
export class StepLog {
  readonly steps: StepReport[] = [];
  readonly #redacted: (text: string) => string;
  readonly #heard: Heard;

  constructor(redacted: (text: string) => string, heard: Heard) {
    this.#redacted = redacted;
    this.#heard = heard;
  }

  begin({ name, place }: Pick<FlowStep, "name" | "place">): void {
    this.#heard.runner.onStepBegin?.({ name: inOneLine(this.#redacted(name)), place });
  }

  report(step: Standing, ended: Ended): void {
    const { name, place } = step;
    const { outcome, code = null, message = null, notes = [], actual = null, measures, evidence = null, began } = ended;
    const report: StepReport = {
      name,
      place,
      outcome,
      durationMs: began === undefined ? 0 : since(began),
      code,
      message,
      notes,
      ...(measures && { measures }),
      ...(evidence && { evidence: this.#withoutSecrets(evidence) }),
      screenshots: { expected: null, actual },
    };
    this.add(report, { ...step, began: began ?? performance.now() });
  }

  #withoutSecrets({ source, log }: FailureEvidence): FailureEvidence {
    const words = (line: string) => inOneLine(this.#redacted(line));
    return {
      source: source && { ...source, lines: source.lines.map((line) => printable(this.#redacted(line))) },
      log: log === null ? null : log.map(words),
    };
  }

  add(step: StepReport, standing: Standing & { readonly began: number }): void {
    const { name, message, notes } = step;
    const report: StepReport = {
      ...step,
      name: inOneLine(this.#redacted(name)),
      message: message === null ? null : printable(this.#redacted(message)),
      notes: notes.map((note) => inOneLine(this.#redacted(note))),
    };
    this.steps.push(report);
    this.#trace(report, standing);
    this.#heard.runner.onStep(report);
  }

  #trace(report: StepReport, { file, place, device = null, began }: Standing & { readonly began: number }): void {
    const { flow, runner } = this.#heard;
    const { traceStep } = runnerFor(runner, device);
    if (!traceStep) return;
    const read = file === undefined ? null : sourceOf({ file, place });
    const { source } = this.#withoutSecrets({ source: read, log: null });
    traceStep({ flow, begunAt: began, report, source });
  }
}
