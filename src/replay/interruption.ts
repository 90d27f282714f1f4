import { FoveaError } from "../base/errors.js";

/** Why a run was ended early: its time was over, its connection was closed, or the user ended it. */
export function interruption({ reason }: AbortSignal): FoveaError {
  return reason instanceof FoveaError ? reason : new FoveaError("CANCELLED", "the run was interrupted");
}

/** The same of the step that was being done. */
export function interruptedStep(signal: AbortSignal): { readonly code: FoveaError["code"]; readonly message: string } {
  const { code, message } = interruption(signal);
  return { code, message: `${message}, while it was being done: part of it may have happened` };
}
