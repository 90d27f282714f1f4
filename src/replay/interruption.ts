import { FoveaError } from "../base/errors.js";

/** The reason why a run ended early: its time was over, its connection was closed, or the user ended it. */
export function interruption({ reason }: AbortSignal): FoveaError {
  return reason instanceof FoveaError ? reason : new FoveaError("CANCELLED", "the run was interrupted");
}

/** The same for the step that was running. */
export function interruptedStep(signal: AbortSignal): { readonly code: FoveaError["code"]; readonly message: string } {
  const { code, message } = interruption(signal);
  return { code, message: `${message} while the step was running: part of it may have happened` };
}
