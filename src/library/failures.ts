import { FoveaError, toFoveaError } from "../base/errors.js";
import { withFiveFields } from "../server/five-fields.js";
import { inWordsOfPrograms } from "./program-words.js";

/** Makes a coded error with all fields that programs get, from any thrown value. Fields that the error has are kept. */
export function describedFailure(thrown: unknown, attempted: string): FoveaError {
  return inWordsOfPrograms(withFiveFields(toFoveaError(thrown), { tool: attempted, inputs: {} }, null), null);
}

/** The error for a call with invalid arguments; nothing was sent to the phone. */
export function invalid(message: string, attempted: string): FoveaError {
  return describedFailure(new FoveaError("INVALID_ARGUMENT", message), attempted);
}

/** Runs work that may reject its arguments. Errors: the same, described. */
export function described<T>(attempted: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw describedFailure(error, attempted);
  }
}
