import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { packageRoot } from "../../src/base/assets.js";
import { pollUntil } from "../../src/base/signals.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import type { Terminal } from "../../src/cli/terminal.js";

/** The program of the command line: `node MAIN …`. */
export const MAIN = join(packageRoot(), "dist", "src", "cli", "main.js");

/**
 * The state folder of this process's tests, which is neither the user's nor that of another run. It exists from the
 * first start of `fovea` to the end of the process.
 */
let state: string | undefined;

/** The folder of Node's compile cache for this program, which later runs use again. */
const CACHE = join(packageRoot(), "dist", "test-cache");

/**
 * Options for commands that need no device: this host does not exist, and Fovea starts no adb server on another host.
 * With a local port, a command that used adb by mistake would start a server that stays.
 */
export const NO_ADB = ["--adb-host", "adb.invalid"] as const;

/** Fovea starts no companion on the phone, except in tests about it, which set another value. */
export const COMPANION = { FOVEA_COMPANION: "service" } as const;

export interface FoveaOptions {
  /** Environment variables besides PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A running `fovea` and its output so far. Disposing of it kills the process. */
export class FoveaProcess implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #out: Buffer[] = [];
  readonly #err: Buffer[] = [];
  readonly #closed: Promise<unknown>;

  constructor(args: readonly string[], { env = {}, cwd }: FoveaOptions = {}) {
    const options = {
      env: environment(env),
      ...(cwd === undefined ? {} : { cwd }),
    };
    this.child = spawn(process.execPath, [MAIN, ...args], options);
    this.#closed = once(this.child, "close");
    this.child.stdout.on("data", (chunk: Buffer) => this.#out.push(chunk));
    this.child.stderr.on("data", (chunk: Buffer) => this.#err.push(chunk));
    this.child.stdin.on("error", () => {}); // the process may end before it has read everything
  }

  get stdoutBytes(): Buffer {
    return Buffer.concat(this.#out);
  }

  get stdout(): string {
    return this.stdoutBytes.toString();
  }

  get stderr(): string {
    return Buffer.concat(this.#err).toString();
  }

  /** Waits until standard output matches the pattern; gives the match. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const signal = AbortSignal.timeout(60_000);
    return await pollUntil(() => pattern.exec(this.stdout) ?? undefined, 10, signal).catch((cause: unknown) => {
      throw new Error(`${pattern} was not said, but: ${this.stdout}\n${this.stderr}`, { cause });
    });
  }

  /** Waits for the end; gives the exit code, or the name of the signal that ended it. */
  async ended(): Promise<number | NodeJS.Signals | null> {
    await this.#closed;
    return this.child.exitCode ?? this.child.signalCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.#closed;
  }
}

export interface FoveaRun {
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutBytes: Buffer;
}

/** Runs `fovea` to its end in its own process; `input` is its standard input. */
export async function spawnFovea(
  args: readonly string[],
  options: FoveaOptions & { readonly input?: string | Uint8Array } = {},
): Promise<FoveaRun> {
  await using fovea = new FoveaProcess(args, options);
  fovea.child.stdin.end(options.input ?? "");
  const code = await fovea.ended();
  const { stdout, stderr, stdoutBytes } = fovea;
  return { code, stdout, stderr, stdoutBytes };
}

/**
 * Runs the same command line in this process, so that the program is loaded only once. Warnings of `base/log` go to
 * this process's standard error.
 */
export async function runFovea(
  args: readonly string[],
  { env = {}, input = "" }: { readonly env?: FoveaOptions["env"]; readonly input?: string | Uint8Array } = {},
): Promise<FoveaRun> {
  const [output, errors] = [new Sink(), new Sink()];
  const terminal: Terminal = {
    input: Readable.from([Buffer.from(input)]),
    output,
    errors,
    isInteractive: false,
    isPiped: false,
    env: environment(env),
  };
  const code = await runCommandLine({ words: args, terminal }, new AbortController().signal);
  return { code, stdout: output.bytes.toString(), stderr: errors.bytes.toString(), stdoutBytes: output.bytes };
}

class Sink extends Writable {
  readonly #chunks: Buffer[] = [];

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}

function environment(more: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, XDG_STATE_HOME: stateFolder(), XDG_CACHE_HOME: CACHE, ...COMPANION, ...more };
}

function stateFolder(): string {
  if (state === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "fovea-test-state-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    state = folder;
  }
  return state;
}
