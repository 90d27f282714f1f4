import type * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { PROTOCOL_VERSIONS } from "./limits.js";
import { greetingSchema, messageSchema, type ServerMessage } from "./messages.js";

/** The body of the client's hello. */
export function helloMessage(client: string): Buffer {
  return Buffer.from(JSON.stringify({ hello: { versions: PROTOCOL_VERSIONS, client } }));
}

/** The server's first message. Errors: ON_DEVICE_PROTOCOL. */
export function readGreeting(body: Buffer): z.infer<typeof greetingSchema> {
  return checked(greetingSchema, body);
}

/** Any later message. Errors: ON_DEVICE_PROTOCOL. */
export function readMessage(body: Buffer): ServerMessage {
  return checked(messageSchema, body);
}

function checked<T>(schema: z.ZodType<T>, body: Buffer): T {
  const read = schema.safeParse(parse(body));
  if (read.success) return read.data;
  throw new FoveaError(
    "ON_DEVICE_PROTOCOL",
    `the companion sent a message that it may not send: ${whereIn(read.error)}`,
  );
}

/** Names only the place of a defect and what kind it is: content of the screen must not get into a message. */
export function whereIn({ issues }: z.ZodError): string {
  const [first] = issues;
  return first === undefined ? "" : `${first.path.join(".")} (${first.code})`;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch (cause) {
    throw new FoveaError("ON_DEVICE_PROTOCOL", "the companion sent a frame that is not JSON in UTF-8", {
      // The parser's message quotes the text, so only the error's name is kept.
      cause: cause instanceof Error ? cause.name : "unknown",
    });
  }
}
