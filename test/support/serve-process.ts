import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import * as z from "zod";
import { packageRoot } from "../../src/base/assets.js";
import { pollUntil } from "../../src/base/signals.js";
import { FoveaProcess, MAIN } from "./fovea-process.js";
import { type Era, linkTo, type McpLink, type SetUp } from "./mcp-link.js";
import type { Product } from "./product.js";

/** `auto`: the SDK's own client, which finds out what the server speaks. */
export type ClientMode = Era | "auto";
export const CLIENT_MODES: readonly ClientMode[] = ["modern", "legacy", "auto"];

/**
 * How a `fovea` of its own reaches the same phone as the product, without touching the user's folders. It starts
 * nothing on the phone by itself, and guards nothing; a flag behind these says otherwise.
 */
export function productFlags(product: Product): readonly string[] {
  const { adbPort, serial, config } = product;
  const places = ["--output-dir", config.outputDir, "--state-dir", config.stateDir];
  const remote = serial.includes(":") ? ["--connect", serial] : [];
  return ["--adb-port", String(adbPort), "--companion", "service", "--guard", "off", ...places, ...remote];
}

/** A client of either era connected to `fovea serve` in its own process. */
export async function connectServe(
  flags: readonly string[],
  mode: ClientMode,
  setUp: SetUp = () => {},
): Promise<McpLink> {
  const serve = [process.execPath, MAIN, "serve", ...flags];
  const log = wireLog();
  const [command = "", ...args] = log === null ? serve : [process.execPath, TAP, log, ...serve];
  const start = { command, args, stderr: "inherit" as const };
  if (mode === "legacy") {
    const legacy = new LegacyClient({ name: "test", version: "1" });
    setUp(legacy);
    await legacy.connect(new LegacyStdio(start));
    return linkTo(legacy);
  }
  const negotiation = mode === "auto" ? ("auto" as const) : { pin: "2026-07-28" };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: negotiation } });
  setUp(client);
  await client.connect(new StdioClientTransport(start));
  return linkTo(client);
}

/** Notes what a client and a server say to each other. */
const TAP = join(packageRoot(), "scripts", "clients", "tap-wire.mjs");

/** Where this conversation is noted, for `scripts/check-wire.mjs`; null if nobody asked for it. */
function wireLog(): string | null {
  const folder = process.env["FOVEA_WIRE_LOG"];
  return folder === undefined || folder === "" ? null : join(folder, `${randomUUID()}.jsonl`);
}

const messageSchema = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});
export type Message = z.infer<typeof messageSchema>;

/** `fovea serve` spoken to by hand, line by line. */
export class RawServe extends FoveaProcess {
  readonly #log = wireLog();
  readonly #messages: Message[] = [];
  /** How much of standard output, in bytes, these are. */
  #parsed = 0;

  constructor(flags: readonly string[], env: Readonly<Record<string, string>> = {}) {
    super(["serve", ...flags], { env });
  }

  /** Writes one line as it is. */
  line(text: string): void {
    if (this.#log !== null) noteLine(this.#log, "client", text);
    this.child.stdin.write(`${text}\n`);
  }

  /** A request of the older era. */
  request(id: number, method: string, params: Readonly<Record<string, unknown>> = {}): void {
    this.line(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  /** The handshake of the older era. */
  async initialize(): Promise<Message> {
    const clientInfo = { name: "raw", version: "1" };
    this.request(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    const answer = await this.answer(0);
    this.line(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    return answer;
  }

  /** Everything on standard output; throws where a line is not a message of the protocol. */
  messages(): readonly Message[] {
    const whole = this.stdoutBytes;
    const end = whole.lastIndexOf("\n") + 1;
    const lines = end > this.#parsed ? whole.toString("utf8", this.#parsed, end - 1).split("\n") : [];
    this.#messages.push(...lines.map((line) => messageSchema.parse(JSON.parse(line))));
    this.#parsed = Math.max(end, this.#parsed);
    return this.#messages;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await super[Symbol.asyncDispose]();
    for (const line of this.#log === null ? [] : this.stdout.split("\n").slice(0, -1)) {
      noteLine(this.#log ?? "", "server", line);
    }
  }

  /** Waits for the answer to a request. */
  async answer(id: number): Promise<Message> {
    const find = () => this.messages().find((message) => message.id === id && message.method === undefined);
    return await pollUntil(find, 5, AbortSignal.timeout(60_000));
  }
}

function noteLine(log: string, from: "client" | "server", line: string): void {
  appendFileSync(log, `${JSON.stringify({ from, line })}\n`);
}
