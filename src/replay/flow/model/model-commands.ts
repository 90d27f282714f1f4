import * as z from "zod";
import { type CommandReader, reader } from "../command-reader.js";

/** The error for a command that needs a model. */
export const NO_MODEL =
  "no model is configured that could judge a screenshot (--model): leave the step out, or assert an element";

/** The commands that ask a model. */
export const MODEL_COMMANDS: Readonly<Record<string, CommandReader>> = {
  assertWithAI: reader(z.strictObject({ assertion: z.string() }), ({ assertion }) => ({ kind: "judge", assertion })),
  assertNoDefectsWithAI: reader(z.strictObject({}), () => ({ kind: "defects" })),
  extractTextWithAI: reader(
    z.strictObject({ query: z.string(), outputVariable: z.string().optional() }),
    ({ query, outputVariable = "aiOutput" }) => ({ kind: "extract", query, variable: outputVariable }),
  ),
};

/** Whether a command asks a model. */
export function isOfModels(key: string): boolean {
  return Object.hasOwn(MODEL_COMMANDS, key);
}
