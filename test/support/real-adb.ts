import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pollUntil } from "../../src/base/signals.js";

export interface AdbResult {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A private adb server of Debian's adb, on its own port and with its own keys. */
export class RealAdb implements AsyncDisposable {
  readonly port: number;
  readonly home = mkdtempSync(join(tmpdir(), "fovea-adb-"));
  #child: ChildProcess | undefined;

  constructor(port: number) {
    this.port = port;
  }

  /** The environment of adb: without the user's keys, and without a search for emulators. */
  get env(): Readonly<Record<string, string>> {
    return { HOME: this.home, PATH: process.env["PATH"] ?? "", ADB_LOCAL_TRANSPORT_MAX_PORT: "5554" };
  }

  async start(): Promise<this> {
    const options = { env: this.env, stdio: "ignore", cwd: this.home } as const;
    this.#child = spawn("adb", ["-P", String(this.port), "nodaemon", "server"], options);
    await pollUntil(() => isListening(this.port), 10, AbortSignal.timeout(60_000));
    return this;
  }

  /** Kills the server, as in a crash. */
  async kill(): Promise<void> {
    if (this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }

  /** Runs the adb command line tool with this server; the device may be in this process. */
  async run(...args: readonly string[]): Promise<AdbResult> {
    return await this.runWith("", args);
  }

  /** Runs the adb command line tool with text on its standard input. */
  async runWith(stdin: string, args: readonly string[]): Promise<AdbResult> {
    const child = spawn("adb", ["-P", String(this.port), ...args], { env: this.env });
    const ended = once(child, "close");
    child.stdin.on("error", () => {}); // adb may end without reading
    child.stdin.end(stdin);
    const [stdout, stderr] = await Promise.all([collect(child.stdout), collect(child.stderr)]);
    await ended;
    return { code: child.exitCode, stdout, stderr: stderr.toString() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child === undefined) await this.run("kill-server"); // the tested code started the server
    await this.kill();
    rmSync(this.home, { recursive: true, force: true });
  }
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function startRealAdb(): Promise<RealAdb> {
  return await new RealAdb(await freePort()).start();
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

async function isListening(port: number): Promise<true | undefined> {
  return await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(undefined));
  });
}
