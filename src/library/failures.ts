import { FoveaError, toFoveaError } from "../base/errors.js";
import { withFiveFields } from "../server/five-fields.js";
import { inWordsOfPrograms } from "./program-words.js";

/** Whatever was thrown, coded and with all fields that programs get; what it says already stays. */
export function describedFailure(thrown: unknown, attempted: string): FoveaError {
  return inWordsOfPrograms(withFiveFields(toFoveaError(thrown), { tool: attempted, inputs: {} }, null), null);
}

/** A call that makes no sense; nothing was asked of the phone. */
export function invalid(message: string, attempted: string): FoveaError {
  return describedFailure(new FoveaError("INVALID_ARGUMENT", message), attempted);
}

/** Runs what may refuse its arguments. Errors: the same, described. */
export function described<T>(attempted: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw describedFailure(error, attempted);
  }
}
