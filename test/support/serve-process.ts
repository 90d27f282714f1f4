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

/** `auto`: the SDK's own client, which detects the protocol era of the server. */
export type ClientMode = Era | "auto";
export const CLIENT_MODES: readonly ClientMode[] = ["modern", "legacy", "auto"];

/**
 * The flags for a separate `fovea` process with the same phone as the product, without use of the user's folders. It
 * starts no companion and has no guard; later flags can change that.
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

/** The program that logs the messages between a client and a server. */
const TAP = join(packageRoot(), "scripts", "clients", "tap-wire.mjs");

/** The file for the log of this conversation, for `scripts/check-wire.mjs`; null if it is not requested. */
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

/** `fovea serve`, to which the test writes messages line by line. */
export class RawServe extends FoveaProcess {
  readonly #log = wireLog();
  readonly #messages: Message[] = [];
  /** The number of bytes of standard output that are parsed. */
  #parsed = 0;

  constructor(flags: readonly string[], env: Readonly<Record<string, string>> = {}) {
    super(["serve", ...flags], { env });
  }

  /** Writes a line unchanged. */
  line(text: string): void {
    if (this.#log !== null) noteLine(this.#log, "client", text);
    this.child.stdin.write(`${text}\n`);
  }

  /** Sends a request of the older era. */
  request(id: number, method: string, params: Readonly<Record<string, unknown>> = {}): void {
    this.line(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  /** Does the handshake of the older era. */
  async initialize(): Promise<Message> {
    const clientInfo = { name: "raw", version: "1" };
    this.request(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    const answer = await this.answer(0);
    this.line(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    return answer;
  }

  /** All messages on standard output; throws if a line is not a message of the protocol. */
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
