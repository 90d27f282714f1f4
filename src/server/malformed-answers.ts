import type { JSONRPCErrorResponse } from "@modelcontextprotocol/server";
import * as z from "zod";

/** The longest text that is checked, in characters: a yes or no is never that long. */
const LONGEST = 64 * 1024;

/** The message of the error that replaces a malformed answer. */
export const MALFORMED = "it does not follow the protocol";

const answered = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.undefined().optional() });
const wellFormed = z.union([
  z.looseObject({ result: z.looseObject({}) }),
  z.looseObject({ error: z.looseObject({ code: z.int(), message: z.string() }) }),
]);

/**
 * The error that replaces a client's answer if it does not follow the protocol; null for any other text. The protocol's
 * library drops such an answer, and the call that asked the client would wait until its time is over.
 */
export function malformedAnswerIn(text: string): JSONRPCErrorResponse | null {
  if (text.length > LONGEST || text.includes('"method"')) return null;
  const { success, data } = answered.safeParse(parsed(text));
  if (!success || wellFormed.safeParse(data).success) return null;
  return { jsonrpc: "2.0", id: data.id, error: { code: -32_600, message: MALFORMED } };
}

/** The same for a request over HTTP. The body of the request can still be read afterwards. */
export async function malformedAnswerOf(request: Request): Promise<JSONRPCErrorResponse | null> {
  const length = request.headers.get("content-length");
  if (request.method !== "POST" || length === null || Number(length) > LONGEST) return null;
  return malformedAnswerIn(await request.clone().text());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Any other text is not an answer; the protocol's library reports it to the client.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Joins chunks to lines, and gives each line to `heard`, except lines that are too long for an answer. */
export function eachLine(heard: (line: string) => void): (chunk: Buffer | string) => void {
  let begun: string | null = "";
  return (chunk) => {
    const [first = "", ...rest] = String(chunk).split("\n");
    const parts = [begun === null ? null : begun + first, ...rest];
    for (const line of parts.slice(0, -1)) if (line !== null) heard(line);
    const last = parts.at(-1) ?? null;
    begun = last === null || last.length > LONGEST ? null : last;
  };
}
