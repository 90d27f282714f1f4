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

/** The command line as it is installed: `node MAIN …`. */
export const MAIN = join(packageRoot(), "dist", "src", "cli", "main.js");

/**
 * Where this process's tests count refs: neither the user's folder nor that of another run. It is there from the first
 * `fovea` on to the end of the process.
 */
let state: string | undefined;

/** What Node compiled of the program of this tree, kept from run to run. */
const CACHE = join(packageRoot(), "dist", "test-cache");

/**
 * For commands that ask for no device: on this host is none, and Fovea starts no adb server on another host. With a
 * port of this one, a command that asked after all would leave a server behind.
 */
export const NO_ADB = ["--adb-host", "adb.invalid"] as const;

/** Nothing is started on the phone but by tests that are about it: they report it. */
export const COMPANION = { FOVEA_COMPANION: "service" } as const;

export interface FoveaOptions {
  /** Besides PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A running `fovea`, with what it said until then. Disposing of it kills it. */
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
    this.child.stdin.on("error", () => {}); // it may have ended before it read everything
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

  /** Waits for words on standard output; gives the match. */
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

/** Runs `fovea` to its end in its own process, with this on its standard input. */
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
 * Runs the same command line in this process: as `fovea` does, but that it need not be loaded for each. Warnings of
 * `base/log` go to this process's standard error.
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
