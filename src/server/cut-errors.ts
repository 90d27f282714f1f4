import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { nearest } from "../base/nearest.js";
import { TOOL_SYNONYMS } from "../base/synonyms.js";
import { cutName, issuePlace, wrongTypeWords } from "../base/zod-words.js";

/** The protocol's own errors repeat names from the request, which may be as long as the whole request. */
const LONGEST_MESSAGE = 1_000;
const LONGEST_ANSWER = 4_096;

const MOST_ISSUES = 5;
const INVALID_PARAMS = -32602;

interface ProtocolError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The library's list of mistakes in a request that does not have the protocol's form. */
const issuesSchema = z
  .array(z.looseObject({ code: z.string(), path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

/** The library's error for a wrong value in the envelope of a request: as a message, and the same in `data`. */
const ENVELOPE =
  /^((?:Rejected inbound request \([a-z-]{1,40}\): )?Invalid _meta envelope for protocol revision [\w.-]{1,20}: [\w./-]{1,200}: )(Invalid input: [\w ,]{1,80})$/;
const envelopeSchema = z.looseObject({ envelope: z.looseObject({ key: z.string(), problem: z.string() }) });

const errorSchema = z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string() }) });

/** Tools that are not offered, with the option that would offer them: `--tools device would offer clipboard`. */
export type NotOffered = ReadonlyMap<string, string>;

/** Puts the library's own errors into plain words and shortens them, before any transport sends them. */
export function cutErrorsOf({ server }: McpServer, offered: readonly string[], left: NotOffered): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      if ("error" in message) {
        const plain = withMeant(plainly(message.error), offered, left);
        Object.assign(message.error, { code: plain.code }, partsOf(plain));
      }
      await send(message, options);
    };
    await connect(transport);
  };
}

/** The same for a request that is refused before a server exists. */
export async function cutRefusal(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const text = await response.text();
  const { status, headers } = response;
  const parsed = errorSchema.safeParse(asJson(text));
  if (!parsed.success) return new Response(text.slice(0, LONGEST_ANSWER), { status, headers });
  headers.delete("content-length");
  const { error, ...rest } = parsed.data;
  const plain = plainly(error);
  return new Response(JSON.stringify({ ...rest, error: { ...plain, ...partsOf(plain) } }), { status, headers });
}

/** The same error without sentences of the library that validates requests. */
function plainly<Refusal extends ProtocolError>(refusal: Refusal): Refusal {
  const { code, message, data } = refusal;
  const listed = issuesOf(message);
  if (listed !== null) return { ...refusal, code: INVALID_PARAMS, message: listed };
  const plain = { ...refusal, code, message: plainRefusal(message) };
  const { data: named } = envelopeSchema.safeParse(data);
  if (!named) return plain;
  // Other fields in `data` may repeat words of the caller.
  const envelope = { ...named.envelope, problem: withPlainTypes(named.envelope.problem) };
  return { ...plain, data: { ...named, envelope } };
}

/** The library's error for the envelope of a request, in plain words; any other message is not changed. */
export function plainRefusal(message: string): string {
  const [whole, before = "", problem = ""] = ENVELOPE.exec(message) ?? [];
  return whole === undefined ? message : `${before}${withPlainTypes(problem)}`;
}

/**
 * The mistakes in plain words, if the message is the library's list of mistakes as JSON; null for any other message.
 */
function issuesOf(message: string): string | null {
  const [, method, list] = /^(?:Invalid ([\w/]+) request: )?(\[.*\])$/s.exec(message) ?? [];
  const { data: issues } = issuesSchema.safeParse(list === undefined ? null : asJson(list));
  if (!issues) return null;
  const problems = issues.slice(0, MOST_ISSUES).map(({ path, message: words }) => {
    const plain = withPlainTypes(words);
    return `${issuePlace(path)}: ${plain === words ? "it has the wrong form" : plain}`;
  });
  return `${method === undefined ? "the request" : `the ${method} request`} is not valid: ${problems.join("; ")}`;
}

/** The library's sentence about a type in plain words; any other text is not changed. */
function withPlainTypes(text: string): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(text) ?? [];
  return expected === undefined ? text : wrongTypeWords(expected, received === "undefined");
}

/** The library's error for an unknown tool, with the name that was probably meant. */
function withMeant<Refusal extends ProtocolError>(
  refusal: Refusal,
  offered: readonly string[],
  left: NotOffered,
): Refusal {
  const name = /^Tool (.*) not found$/s.exec(refusal.message)?.[1];
  if (name === undefined) return refusal;
  const meant = left.has(name) ? name : nearest(name, [...offered, ...left.keys()], TOOL_SYNONYMS);
  const tool = meant?.split(" ")[0] ?? "";
  const elsewhere = left.get(tool) ?? `the tools are ${offered.join(", ")}`;
  const next = offered.includes(tool) ? `did you mean ${meant}?` : elsewhere;
  return { ...refusal, message: `there is no tool ${cutName(name)}; ${next}` };
}

function partsOf({ message, data }: { readonly message: string; readonly data?: unknown }): object {
  const rest = message.length - LONGEST_MESSAGE;
  const shown = rest > 0 ? `${message.slice(0, LONGEST_MESSAGE)}… (${rest} more characters)` : message;
  const isLong = data !== undefined && JSON.stringify(data).length > LONGEST_MESSAGE;
  return { message: shown, ...(isLong && { data: undefined }) };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
