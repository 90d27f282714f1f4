import type { z } from "zod";
import { FoveaError } from "../../../src/base/errors.js";
import { issueWords, problemsIn } from "../../../src/base/zod-words.js";

type Arguments = readonly (readonly [name: string, schema: z.ZodType])[];
type Values<Named extends Arguments> = { -readonly [Place in keyof Named]: z.output<Named[Place][1]> };

/** Wraps the calls of one part of a phone (`part`: its name) with checks of their arguments. */
export type Calls = (
  part: string,
) => <const Named extends Arguments, Result>(
  name: string,
  named: Named,
  run: (...values: Values<Named>) => Result,
) => (...values: Values<Named>) => Result;

/**
 * Refuses a call with arguments of a wrong type, and every call after `closing` was aborted. Errors: INVALID_ARGUMENT,
 * with the call and the argument; the signal's reason.
 */
export function checkedCalls(closing: AbortSignal): Calls {
  return (part) =>
    (name, named, run) =>
    (...values) => {
      closing.throwIfAborted();
      named.forEach(([argument, schema], place) => {
        const read = schema.safeParse(values[place], { error: issueWords });
        if (!read.success)
          throw new FoveaError("INVALID_ARGUMENT", `${part}.${name}: ${problemsIn(read.error, argument)}`);
      });
      return run(...values);
    };
}
