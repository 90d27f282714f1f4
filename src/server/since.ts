import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { ArgumentsSchema } from "./tool-schema.js";

/*
 * Where requests do not identify their client, callers name the observation that they were last shown, and are answered
 * with what changed since; each answer names its own.
 */

const DESCRIPTION = "Observation that you were last shown, e.g. o12: the answer gives what changed since";

/** A tool's arguments with `since` beside them. */
export function withSince(schema: ArgumentsSchema): ArgumentsSchema {
  const since = { type: "string", description: DESCRIPTION };
  return { ...schema, properties: { ...schema.properties, since } };
}

/**
 * Takes `since` from the arguments of a call; a value that is not an observation's id is left for the tool to refuse.
 */
export function takeSince(args: unknown): { readonly since: string | undefined; readonly rest: unknown } {
  if (typeof args !== "object" || args === null || !("since" in args)) return { since: undefined, rest: args };
  const { since, ...rest } = args;
  return typeof since === "string" && /^o\d{1,15}$/.test(since) ? { since, rest } : { since: undefined, rest: args };
}

/** An answer that names the observation which it shows, for a later `since`. */
export function withObservationId<Result extends CallToolResult | InputRequiredResult>(
  result: Result,
  observationId: string | null,
): Result {
  const [first, ...others] = "content" in result && Array.isArray(result.content) ? result.content : [];
  if (observationId === null || first?.type !== "text") return result;
  return { ...result, content: [{ ...first, text: `${first.text}\n(observation ${observationId})` }, ...others] };
}
