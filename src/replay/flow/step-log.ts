import { printable } from "../../base/printable.js";
import { inOneLine } from "../../screen/label.js";
import type { FailureEvidence, StepReport } from "../report.js";
import type { FlowStep } from "./flow.js";
import { type Ended, since } from "./run-blocks.js";

/** What is reported of a run's steps, without the values that are secret. */
export class StepLog {
  readonly steps: StepReport[] = [];
  readonly #redacted: (text: string) => string;
  readonly #onStep: (step: StepReport) => void;

  constructor(redacted: (text: string) => string, onStep: (step: StepReport) => void) {
    this.#redacted = redacted;
    this.#onStep = onStep;
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
    this.#onStep(report);
  }
}
