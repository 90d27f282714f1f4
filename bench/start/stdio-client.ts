import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { on, once } from "node:events";
import { createInterface } from "node:readline";
import * as z from "zod";

const answerSchema = z.object({
  result: z.object({ isError: z.boolean().optional(), content: z.array(z.unknown()).optional() }).optional(),
  error: z.unknown().optional(),
});
const textSchema = z.object({ type: z.literal("text"), text: z.string() });

const HELLO = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };

/** The time from a request to its answer, and the text of the answer. */
export interface Answered {
  readonly ms: number;
  readonly text: string;
}

/** A client that writes lines to its own server and waits for each answer: its times do not include an SDK. */
export class StdioClient implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #startedAt = performance.now();
  #id = 0;

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.#child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stderr.setEncoding("utf8").pipe(process.stderr);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** The time since the start of the process. */
  get sinceStartMs(): number {
    return performance.now() - this.#startedAt;
  }

  async shakeHands(): Promise<number> {
    await this.#ask("initialize", HELLO);
    const ms = this.sinceStartMs;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    return ms;
  }

  /** Calls a tool. Errors: if the tool fails. */
  async call(name: string, args: object): Promise<Answered> {
    const startedAt = performance.now();
    const { result } = answerSchema.parse(await this.#ask("tools/call", { name, arguments: args }));
    const ms = performance.now() - startedAt;
    const texts = (result?.content ?? []).flatMap((one) => textSchema.safeParse(one).data?.text ?? []);
    const text = texts.join("\n");
    if (result === undefined || result.isError === true) throw new Error(`${name} failed: ${text}`);
    return { ms, text };
  }

  /** Sends a signal, and waits until the server's standard error matches the pattern. */
  async ask(signal: NodeJS.Signals, pattern: RegExp): Promise<RegExpExecArray> {
    let said = "";
    const outputs = on(this.#child.stderr, "data", { close: ["end"] });
    this.#child.kill(signal);
    for await (const [words] of outputs) {
      said += words;
      const found = pattern.exec(said);
      if (found) return found;
    }
    throw new Error(`the server ended at ${signal}`);
  }

  async #ask(method: string, params: object): Promise<unknown> {
    this.#id += 1;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: this.#id, method, params })}\n`);
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error(`the server ended before it answered ${method}`);
      const message: { readonly id?: number } = JSON.parse(value);
      if (message.id === this.#id) return message;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
  }
}
