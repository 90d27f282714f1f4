import { randomUUID } from "node:crypto";
import { type ErrorCode, FoveaError, isFoveaError, toFoveaError } from "../base/errors.js";
import { abortable, type Deadline, deadline } from "../base/signals.js";
import type { Device } from "./device.js";
import type { Script, Step } from "./script.js";
import { type ShellLimits, type ShellResult, withDoubt } from "./shell.js";
import { ShellPackets } from "./shell-packets.js";

/** One of several scripts in one stream. Its time limits count from the end of the part before it. */
export interface Part extends ShellLimits {
  readonly step: Step;
  /** It may end the whole script, as a guard does: then the script's exit code is its result. */
  readonly mayEndScript?: boolean;
}

export interface PartedScript extends Pick<Script, "kind"> {
  /** The name of the script for messages. */
  readonly name: string;
  /** The parts in their order. Each part except the last ends with a mark, so the last part's output may be binary. */
  readonly parts: readonly Part[];
}

/**
 * Runs the parts in one stream. Each answer resolves as soon as it is complete, with its own stderr and exit code, and
 * with exactly the bytes that the programs wrote. If the stream fails, the current part fails with that error (as
 * runShell), and the later parts with SHELL_FAILED; earlier answers stay valid. The stream ends with `signal`.
 */
export function openParts(device: Device, script: PartedScript, signal: AbortSignal): readonly Promise<ShellResult>[] {
  const reading = new PartsReading(device.serial, script);
  for (const answer of reading.answers) answer.catch(() => {}); // the code that waits for it gets the error
  void read(device, reading, signal);
  return reading.answers;
}

/** Errors that are not about the part itself: the stream was lost, or another part of it failed. */
const OF_THE_STREAM: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ADB_PROTOCOL",
  "DEVICE_DISCONNECTED",
  "SERVICE_REFUSED",
  "SHELL_FAILED",
  "TIMEOUT",
]);

/**
 * The answer from a shared stream; if it did not arrive completely, `alone` asks once in its own stream. Only for
 * reads. Errors: those of `alone`; OUTPUT_TOO_LARGE of the part itself; the signal's reason.
 */
export async function partOrAlone(
  part: Promise<ShellResult> | undefined,
  alone: () => Promise<ShellResult>,
  signal: AbortSignal,
): Promise<ShellResult> {
  if (!part) return await alone();
  try {
    return await abortable(part, signal);
  } catch (error) {
    if (signal.aborted || !isFoveaError(error) || !OF_THE_STREAM.has(error.code)) throw error;
    return await alone();
  }
}

async function read(device: Device, reading: PartsReading, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, reading.timeout]);
  try {
    await using stream = await device.openService(`shell,v2,raw:${reading.text}`, limit);
    for await (const chunk of stream) {
      reading.feed(chunk);
      if (reading.isOver) break;
    }
    if (!reading.isOver) limit.throwIfAborted();
    reading.end();
  } catch (error) {
    reading.fail(limit.aborted ? limit.reason : error);
  }
}

interface Answer {
  readonly resolve: (result: ShellResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Splits the stream at the marks. */
class PartsReading {
  readonly text: string;
  readonly answers: readonly Promise<ShellResult>[];
  readonly #script: PartedScript;
  readonly #serial: string;
  readonly #open: Answer[] = [];
  readonly #mark = `FOVEA-END-${randomUUID()}`;
  readonly #packets = new ShellPackets(Number.POSITIVE_INFINITY);
  readonly #timeout = new AbortController();
  /** The index of the current part. */
  #at = 0;
  #startedAt = 0;
  #firstByteAt: number | null = null;
  /** Where the current part's output begins. */
  #stdoutFrom = 0;
  #stderrFrom = 0;
  #scanned = 0;
  #silence: Deadline | undefined;
  #limit: Deadline | undefined;

  constructor(serial: string, script: PartedScript) {
    this.#serial = serial;
    this.#script = script;
    const marked = `; echo "${this.#mark} $?"; echo ${this.#mark} >&2; `;
    this.text = script.parts.map(({ step }, place) => textOf(step, place === script.parts.length - 1)).join(marked);
    this.answers = script.parts.map(
      () =>
        new Promise<ShellResult>((resolve, reject) => {
          this.#open.push({ resolve, reject });
        }),
    );
    this.#begin();
  }

  /** Aborts with TIMEOUT if a part takes too long. */
  get timeout(): AbortSignal {
    return this.#timeout.signal;
  }

  /** Whether the exit code has arrived. */
  get isOver(): boolean {
    return this.#packets.exitCode !== null;
  }

  /** Takes the next bytes of the stream. Errors: ADB_PROTOCOL, OUTPUT_TOO_LARGE. */
  feed(chunk: Buffer): void {
    this.#packets.feed(chunk);
    while (this.#at < this.#script.parts.length - 1 && this.#takePart()) this.#begin();
    const { stdoutLength, stderrLength } = this.#packets;
    if (stdoutLength + stderrLength <= this.#stdoutFrom + this.#stderrFrom) return;
    this.#firstByteAt ??= performance.now();
    this.#silence?.[Symbol.dispose]();
    const most = this.#script.parts[this.#at]?.maxBytes ?? 0;
    if (stdoutLength - this.#stdoutFrom + stderrLength - this.#stderrFrom > most) {
      throw new FoveaError("OUTPUT_TOO_LARGE", `${this.#what}: the output is larger than ${most} bytes`);
    }
  }

  /** Call it at the end of the stream. */
  end(): void {
    const { exitCode, stdoutLength, stderrLength } = this.#packets;
    const isLast = this.#at === this.#script.parts.length - 1;
    const mayEnd = isLast || this.#script.parts[this.#at]?.mayEndScript === true;
    if (exitCode === null) {
      this.fail(this.#error("DEVICE_DISCONNECTED", "the stream ended before the exit code"));
    } else if (mayEnd) {
      this.#answer(stdoutLength, stderrLength, exitCode);
      this.#failRest("the script ended first");
    } else this.fail(this.#error("SHELL_FAILED", `it ended with ${exitCode} before all commands were sent to it`));
  }

  /** Rejects the current part with `error`, and the later parts with SHELL_FAILED. */
  fail(error: unknown): void {
    const answer = this.#open[this.#at];
    this.#at += 1;
    answer?.reject(this.#reported(error));
    this.#failRest(`another part of it failed (${toFoveaError(error).code})`);
  }

  #reported(error: unknown): unknown {
    if (this.#script.kind === "act") return withDoubt(error, this.#serial);
    return isFoveaError(error) ? error.with({ device: this.#serial }) : error;
  }

  #failRest(why: string): void {
    this.#disarm();
    const error = this.#error("SHELL_FAILED", why);
    for (const { reject } of this.#open.slice(this.#at)) reject(error);
    this.#at = this.#open.length;
  }

  #error(code: ErrorCode, message: string): FoveaError {
    return new FoveaError(code, `${this.#what}: ${message}`, { device: this.#serial });
  }

  get #what(): string {
    return `${this.#serial}: "${this.#script.name}"`;
  }

  #begin(): void {
    const part = this.#script.parts[this.#at];
    this.#disarm();
    this.#startedAt = performance.now();
    this.#firstByteAt = null;
    if (!part) return;
    this.#limit = this.#within(part.totalMs, this.#what);
    this.#silence = this.#within(part.firstByteMs, `the first byte of ${this.#what}`);
  }

  #within(ms: number, what: string): Deadline {
    const limit = deadline(ms, what, this.#timeout.signal);
    limit.signal.addEventListener("abort", () => this.#timeout.abort(limit.signal.reason), { once: true });
    return limit;
  }

  #disarm(): void {
    this.#limit?.[Symbol.dispose]();
    this.#silence?.[Symbol.dispose]();
  }

  /** Answers the current part if both of its marks have arrived. */
  #takePart(): boolean {
    const stdout = this.#stdoutMark();
    if (!stdout) return false;
    const stderrEnd = this.#packets.stderr.indexOf(`${this.#mark}\n`, this.#stderrFrom);
    if (stderrEnd < 0) return false;
    this.#answer(stdout.at, stderrEnd, stdout.exitCode);
    this.#stdoutFrom = stdout.endsAt;
    this.#scanned = stdout.endsAt;
    this.#stderrFrom = stderrEnd + this.#mark.length + 1;
    return true;
  }

  /** Searches the new bytes, and as many before them as the start of a mark may have. */
  #stdoutMark(): { readonly at: number; readonly endsAt: number; readonly exitCode: number } | undefined {
    const longest = this.#mark.length + LONGEST_STATUS;
    const from = Math.max(this.#stdoutFrom, this.#scanned - longest);
    const unseen = this.#packets.stdoutFrom(from);
    const at = unseen.indexOf(`${this.#mark} `);
    const end = at < 0 ? -1 : unseen.indexOf("\n", at);
    if (end < 0) {
      this.#scanned = at < 0 ? this.#packets.stdoutLength : this.#scanned;
      return undefined;
    }
    const exitCode = Number(unseen.subarray(at + this.#mark.length + 1, end).toString("latin1"));
    return { at: from + at, endsAt: from + end + 1, exitCode };
  }

  #answer(stdoutEnd: number, stderrEnd: number, exitCode: number): void {
    const now = performance.now();
    const answer = this.#open[this.#at];
    this.#at += 1;
    answer?.resolve({
      stdout: this.#packets.stdoutFrom(this.#stdoutFrom, stdoutEnd),
      stderr: this.#packets.stderr.slice(this.#stderrFrom, stderrEnd),
      exitCode,
      durationMs: now - this.#startedAt,
      transferMs: now - (this.#firstByteAt ?? now),
    });
  }
}

/** A single program at the end replaces the shell, and so receives its SIGHUP. */
function textOf({ text, isSimple }: Step, isLast: boolean): string {
  return isLast && isSimple ? `exec ${text}` : text;
}

/** The length of a blank, three digits and a line end. */
const LONGEST_STATUS = 5;
