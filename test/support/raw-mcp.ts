import { InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { pollUntil } from "../../src/base/signals.js";
import { createServer } from "../../src/server/create-server.js";
import type { ServerParts } from "../../src/server/tool-context.js";

const resultSchema = z.looseObject({
  resultType: z.string().optional(),
  requestState: z.string().optional(),
  inputRequests: z.record(z.string(), z.looseObject({ method: z.string() })).optional(),
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ text: z.string().optional() })).optional(),
});
const messageSchema = z.looseObject({ id: z.number().optional(), result: resultSchema.optional() });

/** The server's answer to a call: text, or a question and the state that the client has to return with its answer. */
export interface RawReply {
  readonly text: string;
  readonly state: string | undefined;
  readonly asks: readonly string[];
}

/** The additional fields of a second call of a client of the 2026-07-28 era. */
export interface Retry {
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

/** A client of the 2026-07-28 era that sends its messages directly, and so can break the rules of the protocol. */
export class RawMcp {
  readonly #near: InMemoryTransport;
  readonly #capabilities: object;
  readonly #messages: z.infer<typeof messageSchema>[] = [];
  #lastId = 0;

  constructor(parts: ServerParts, capabilities: object = { elicitation: { form: {} } }) {
    const [near, far] = InMemoryTransport.createLinkedPair();
    this.#near = near;
    this.#capabilities = capabilities;
    near.onmessage = (message) => this.#messages.push(messageSchema.parse(message));
    serveStdio(() => createServer(parts), { transport: far });
  }

  async call(name: string, args: object, retry: Retry = {}): Promise<RawReply> {
    await this.#near.start();
    this.#lastId += 1;
    const id = this.#lastId;
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": this.#capabilities,
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    };
    const params = { name, arguments: args, ...retry, _meta: meta };
    await this.#near.send({ jsonrpc: "2.0", id, method: "tools/call", params });
    const find = () => this.#messages.find((message) => message.id === id);
    const { result, ...rest } = await pollUntil(find, 2, AbortSignal.timeout(60_000));
    const text = result?.content?.map((part) => part.text ?? "").join("\n") ?? JSON.stringify(rest);
    return { text, state: result?.requestState, asks: Object.keys(result?.inputRequests ?? {}) };
  }
}
