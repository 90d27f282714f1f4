import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { nearest } from "../base/nearest.js";
import { TOOL_SYNONYMS } from "../base/synonyms.js";
import { cutName } from "../base/zod-words.js";

/** Errors of the protocol itself repeat names that the caller made up, which may be as long as a request. */
const LONGEST_MESSAGE = 1_000;
const LONGEST_ANSWER = 4_096;

const errorSchema = z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string() }) });

/** Tools that are not offered, with the groups that they are in. */
export type Grouped = ReadonlyMap<string, string>;

/** Has the library's own errors cut on their way out, whatever they are sent through. */
export function cutErrorsOf({ server }: McpServer, offered: readonly string[], grouped: Grouped): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      if ("error" in message) Object.assign(message.error, partsOf(withMeant(message.error, offered, grouped)));
      await send(message, options);
    };
    await connect(transport);
  };
}

/** The same for what is refused before there is a server. */
export async function cutRefusal(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const text = await response.text();
  const { status, headers } = response;
  const parsed = text.length > LONGEST_ANSWER ? errorSchema.safeParse(asJson(text)) : null;
  if (!parsed?.success) return new Response(text.slice(0, LONGEST_ANSWER), { status, headers });
  headers.delete("content-length");
  const { error, ...rest } = parsed.data;
  return new Response(JSON.stringify({ ...rest, error: { ...error, ...partsOf(error) } }), { status, headers });
}

/** The library's refusal of a tool that there is none of, with the name that was probably meant. */
function withMeant<Refusal extends { readonly message: string }>(
  refusal: Refusal,
  offered: readonly string[],
  grouped: Grouped,
): Refusal {
  const name = /^Tool (.*) not found$/s.exec(refusal.message)?.[1];
  if (name === undefined) return refusal;
  const meant = nearest(name, [...offered, ...grouped.keys()], TOOL_SYNONYMS);
  const tool = meant?.split(" ")[0] ?? "";
  const group = grouped.get(tool);
  const elsewhere =
    group === undefined ? `the tools are ${offered.join(", ")}` : `--tools ${group} would offer ${tool}`;
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
