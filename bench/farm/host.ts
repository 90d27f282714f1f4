import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { packageRoot } from "../../src/base/assets.js";
import { pollUntil } from "../../src/base/signals.js";
import type { FarmPhone } from "../../test/support/farm/drive.js";
import { connectHttp } from "../../test/support/http-link.js";
import type { McpLink } from "../../test/support/mcp-link.js";
import { type RealAdb, startRealAdb } from "../../test/support/real-adb.js";
import { connectServe } from "../../test/support/serve-process.js";
import type { PhoneTally } from "./phones.js";
import type { ServerTally } from "./watch-server.js";

export interface HostPlan {
  readonly phones: number;
  readonly apiLevel: number;
  /** Whether the phones have the companion. */
  readonly hasCompanion: boolean;
  /** The folder for a CPU profile of the server (V8, one file at its end); null for no profile. */
  readonly profileTo: string | null;
}

/** Spreads the phones over several processes. */
const PHONES_PER_PROCESS = 25;

const factsSchema = z.object({ phones: z.array(z.object({ phone: z.number(), serial: z.string() })) });
const tallySchema = z.object({
  tallies: z.array(
    z.object({
      phone: z.number(),
      taps: z.number(),
      servicesOpened: z.number(),
      processesStarted: z.number(),
      liveProcesses: z.number(),
      openServices: z.number(),
    }),
  ),
});
const serverSchema = z.object({
  rss: z.number(),
  heapUsed: z.number(),
  external: z.number(),
  cpuMs: z.number(),
  connections: z.number(),
  spawns: z.number(),
  stall: z.object({ wallMs: z.number(), computedMs: z.number() }),
  longStalls: z.array(z.object({ computedMs: z.number(), gcMs: z.number() })),
});

/**
 * A farm on one host: phones in their own processes, a real adb server, and the measured `fovea serve --http`.
 */
export class FarmHost implements AsyncDisposable {
  readonly phones: FarmPhone[] = [];
  readonly adb: RealAdb;
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];
  readonly #phoneProcesses: ChildProcess[] = [];
  #server: ChildProcess | undefined;
  #url = "";
  #token = "";
  /** The output of the server on its standard error. */
  readonly said: string[] = [];

  private constructor(adb: RealAdb, folder: string) {
    this.adb = adb;
    this.#folder = folder;
  }

  static async start({ phones, apiLevel, hasCompanion, profileTo }: HostPlan): Promise<FarmHost> {
    const host = new FarmHost(await startRealAdb(), mkdtempSync(join(tmpdir(), "fovea-farm-")));
    const key = hasCompanion ? join(host.#folder, "state") : "-";
    for (let first = 1; first <= phones; first += PHONES_PER_PROCESS) {
      const count = Math.min(PHONES_PER_PROCESS, phones - first + 1);
      await host.#startPhones([first, count, apiLevel].map(String), key);
    }
    await host.#startServer(profileTo);
    return host;
  }

  /** The options with which a client reaches the adb server. */
  get #flags(): readonly string[] {
    const places = ["--state-dir", join(this.#folder, "state"), "--output-dir", join(this.#folder, "output")];
    return ["--adb-port", String(this.adb.port), ...places];
  }

  /** A client over HTTP, or with a server of its own over standard input and output. */
  async connect(by: "http" | "stdio"): Promise<McpLink> {
    if (by === "stdio") return await connectServe(this.#flags, "modern");
    return await connectHttp({ url: this.#url, token: this.#token });
  }

  /** Connects adb to these phones, and disconnects all others. */
  async attach(phones: readonly FarmPhone[]): Promise<void> {
    for (const { serial } of this.phones) {
      const isWanted = phones.some((one) => one.serial === serial);
      await this.adb.run(isWanted ? "connect" : "disconnect", serial);
    }
  }

  /** Waits until adb lists this many online phones. */
  async settled(count: number): Promise<void> {
    const isThere = async () => {
      const { stdout } = await this.adb.run("devices");
      return (stdout.toString().match(/\tdevice$/gm) ?? []).length === count ? true : undefined;
    };
    await pollUntil(isThere, 100, AbortSignal.timeout(30_000));
  }

  /** The server's own figures since the last request; `collect` runs a garbage collection first. */
  async serverTally(ask: "report" | "collect" = "report"): Promise<ServerTally> {
    if (!this.#server) throw new Error("there is no server");
    return serverSchema.parse(await answerOf(this.#server, ask));
  }

  async phoneTallies(): Promise<readonly PhoneTally[]> {
    const answers = await Promise.all(this.#phoneProcesses.map(async (child) => await answerOf(child, "report")));
    return answers.flatMap((answer) => tallySchema.parse(answer).tallies);
  }

  async #startPhones(words: readonly string[], key: string): Promise<void> {
    const child = this.#spawn([join(import.meta.dirname, "phones.js"), ...words, key]);
    this.#phoneProcesses.push(child);
    this.phones.push(...factsSchema.parse(await answerOf(child)).phones);
  }

  async #startServer(profileTo: string | null): Promise<void> {
    const main = join(packageRoot(), "dist", "src", "cli", "main.js");
    const watch = ["--expose-gc", "--import", join(import.meta.dirname, "watch-server.js")];
    if (profileTo !== null) watch.push("--cpu-prof", `--cpu-prof-dir=${profileTo}`);
    const child = this.#spawn([...watch, main, "serve", "--http", "--http-port", "0", ...this.#flags]);
    this.#server = child;
    child.stderr?.on("data", (words: Buffer) => this.said.push(words.toString()));
    if (!child.stdout) throw new Error("the server has no output");
    for await (const line of createInterface({ input: child.stdout })) {
      this.#url = /^listening on (\S+)/.exec(line)?.[1] ?? this.#url;
      this.#token = /^token .*: (\S+)$/.exec(line)?.[1] ?? this.#token;
      if (this.#url && this.#token) return;
    }
    throw new Error(`the server did not start: ${this.said.join("")}`);
  }

  #spawn(args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe", "ipc"] });
    this.#children.push(child);
    return child;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, "exit");
    }
    await this.adb[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function answerOf(child: ChildProcess, ask?: string): Promise<unknown> {
  const ended = new AbortController();
  const over = () => ended.abort(new Error("a process of the farm ended"));
  child.once("exit", over);
  try {
    const answer = once(child, "message", { signal: ended.signal });
    if (ask !== undefined) child.send(ask);
    return (await answer)[0];
  } finally {
    child.off("exit", over);
  }
}
