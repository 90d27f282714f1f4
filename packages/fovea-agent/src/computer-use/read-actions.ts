import type * as z from "zod";
import type { BridgeAction } from "./bridge-action.js";

/** The actions that a model asks for, in order; or the mistake in its call, in words for the model. */
export type ReadActions = { readonly actions: readonly BridgeAction[] } | { readonly mistake: string };

export function parsedBy<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  act: (given: z.infer<Schema>) => readonly BridgeAction[],
): ReadActions {
  const read = schema.safeParse(given);
  if (read.success) return { actions: act(read.data) };
  const [issue] = read.error.issues;
  return { mistake: issue === undefined ? "wrong arguments" : `${issue.path.map(String).join(".")}: ${issue.message}` };
}
