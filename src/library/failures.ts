import { FoveaError, isFoveaError, toFoveaError } from "../base/errors.js";
import { withFiveFields } from "../server/five-fields.js";

/** Whatever was thrown, coded and with all fields that programs get; what it says already stays. */
export function describedFailure(thrown: unknown, attempted: string): FoveaError {
  return inWordsOfPrograms(withFiveFields(toFoveaError(thrown), { tool: attempted, inputs: {} }, null));
}

const OF_TOOLS = "tools/list has those of each tool";
const OF_TYPES = "the types of fovea-mcp have those of each call";

/** A program has no list of tools: the hint names what it has. Anything that is not coded stays what it is. */
export function inWordsOfPrograms<Thrown>(error: Thrown): Thrown | FoveaError {
  if (!isFoveaError(error) || !error.hint.includes(OF_TOOLS)) return error;
  const hint = error.hint.replace(OF_TOOLS, OF_TYPES);
  return new FoveaError(error.code, error.message, { ...error.context, hint, cause: error.cause });
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
