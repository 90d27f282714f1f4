import { FoveaError, toFoveaError } from "../../../base/errors.js";

export type StepName =
  | "check"
  | "install"
  | "app-op"
  | "enable"
  | "bind"
  | "recover"
  | "disable"
  | "uninstall"
  | "clean up";

/** One step of set-up; reported when it begins and when it is over. */
export interface SetupStep {
  readonly name: StepName;
  /** `already`: nothing had to be done. `refused`: the device refused it, and set-up continues without it. */
  readonly outcome: "begins" | "done" | "already" | "refused";
  readonly detail: string;
}

/** Reports steps as they happen, and remembers what they changed on the device. */
export class SetupProgress {
  readonly #onStep: (step: SetupStep) => void;
  readonly #steps: SetupStep[] = [];
  readonly #changes: string[] = [];

  constructor(onStep: (step: SetupStep) => void) {
    this.#onStep = onStep;
  }

  /** All steps that are over. */
  get steps(): readonly SetupStep[] {
    return this.#steps;
  }

  begin(name: StepName, detail: string): void {
    this.#onStep({ name, outcome: "begins", detail });
  }

  end(name: StepName, outcome: "done" | "already" | "refused", detail: string): void {
    const step = { name, outcome, detail };
    this.#steps.push(step);
    this.#onStep(step);
  }

  /** Notes a change of the device, or a possible change, in words. */
  changed(what: string): void {
    if (!this.#changes.includes(what)) this.#changes.push(what);
  }

  /** The error, with the changes that were made before it, so that nobody has to guess the state of the phone. */
  explain(error: unknown, wayBack: string): FoveaError {
    const { code, message, hint, context, cause } = toFoveaError(error);
    const left = this.#changes.length === 0 ? "nothing was changed on the device" : this.#changes.join("; ");
    const back = this.#changes.length === 0 ? "" : ` (${wayBack})`;
    return new FoveaError(code, `${message}. Left on the device: ${left}${back}`, { ...context, hint, cause });
  }
}
