import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { ArgumentsSchema } from "./tool-schema.js";

/*
 * For requests that do not identify their client: the caller names the observation that it was last shown, and the
 * answer has the changes since then. Each answer names its own observation.
 */

const DESCRIPTION = "Observation that you were last shown, e.g. o12: the answer gives what changed since";

/** The schema of a tool's arguments with the additional argument `since`. */
export function withSince(schema: ArgumentsSchema): ArgumentsSchema {
  const since = { type: "string", description: DESCRIPTION };
  return { ...schema, properties: { ...schema.properties, since } };
}

/**
 * Separates `since` from the other arguments of a call. A value that is not the id of an observation stays, so that the
 * tool refuses it.
 */
export function takeSince(args: unknown): { readonly since: string | undefined; readonly rest: unknown } {
  if (typeof args !== "object" || args === null || !("since" in args)) return { since: undefined, rest: args };
  const { since, ...rest } = args;
  return typeof since === "string" && /^o\d{1,15}$/.test(since) ? { since, rest } : { since: undefined, rest: args };
}

/** Adds the id of the shown observation to an answer, for a later `since`. */
export function withObservationId<Result extends CallToolResult | InputRequiredResult>(
  result: Result,
  observationId: string | null,
): Result {
  const [first, ...others] = "content" in result && Array.isArray(result.content) ? result.content : [];
  if (observationId === null || first?.type !== "text") return result;
  return { ...result, content: [{ ...first, text: `${first.text}\n(observation ${observationId})` }, ...others] };
}
