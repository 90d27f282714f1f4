import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../../src/base/assets.js";
import { pollUntil } from "../../src/base/signals.js";

/** The command line as it is installed: `node MAIN …`. */
export const MAIN = join(packageRoot(), "dist", "src", "cli", "main.js");

/** Where refs are counted, so that tests leave the user's folders alone. */
const STATE = join(tmpdir(), "fovea-test-state");
const CACHE = join(tmpdir(), "fovea-test-cache");

export interface FoveaOptions {
  /** Besides PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A running `fovea`, with what it said so far. Disposing of it kills it. */
export class FoveaProcess implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #out: Buffer[] = [];
  readonly #err: Buffer[] = [];
  readonly #closed: Promise<unknown>;

  constructor(args: readonly string[], { env = {}, cwd }: FoveaOptions = {}) {
    const { PATH = "", HOME = "" } = process.env;
    const options = {
      env: { PATH, HOME, XDG_STATE_HOME: STATE, XDG_CACHE_HOME: CACHE, ...env },
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
    const signal = AbortSignal.timeout(30_000);
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

/** Runs `fovea` to its end, with this on its standard input. */
export async function runFovea(
  args: readonly string[],
  options: FoveaOptions & { readonly input?: string | Uint8Array } = {},
): Promise<FoveaRun> {
  await using fovea = new FoveaProcess(args, options);
  fovea.child.stdin.end(options.input ?? "");
  const code = await fovea.ended();
  const { stdout, stderr, stdoutBytes } = fovea;
  return { code, stdout, stderr, stdoutBytes };
}
