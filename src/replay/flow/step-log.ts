import { printable } from "../../base/printable.js";
import { inOneLine } from "../../screen/label.js";
import type { FailureEvidence, StepReport } from "../report.js";
import type { FlowStep } from "./flow.js";
import type { FlowRunner } from "./flow-runner.js";
import { type Ended, since } from "./run-blocks.js";

type Heard = Pick<FlowRunner, "onStep" | "onStepBegin">;

/** What is reported of a run's steps, without the values that are secret. */
export class StepLog {
  readonly steps: StepReport[] = [];
  readonly #redacted: (text: string) => string;
  readonly #heard: Heard;

  constructor(redacted: (text: string) => string, heard: Heard) {
    this.#redacted = redacted;
    this.#heard = heard;
  }

  begin({ name, place }: Pick<FlowStep, "name" | "place">): void {
    this.#heard.onStepBegin?.({ name: inOneLine(this.#redacted(name)), place });
  }

  report({ name, place }: Pick<FlowStep, "name" | "place">, ended: Ended): void {
    const { outcome, code = null, message = null, notes = [], actual = null, measures, evidence = null, began } = ended;
    this.add({
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
    });
  }

  #withoutSecrets({ source, log }: FailureEvidence): FailureEvidence {
    const words = (line: string) => inOneLine(this.#redacted(line));
    return {
      source: source && { ...source, lines: source.lines.map((line) => printable(this.#redacted(line))) },
      log: log === null ? null : log.map(words),
    };
  }

  add(step: StepReport): void {
    const { name, message, notes } = step;
    const report: StepReport = {
      ...step,
      name: inOneLine(this.#redacted(name)),
      message: message === null ? null : printable(this.#redacted(message)),
      notes: notes.map((note) => inOneLine(this.#redacted(note))),
    };
    this.steps.push(report);
    this.#heard.onStep(report);
  }
}
