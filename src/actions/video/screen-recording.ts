import { FoveaError, isFoveaError } from "../../base/errors.js";
import { quoteUntrusted } from "../../base/printable.js";
import { pollUntil, withDeadline } from "../../base/signals.js";
import type { Device } from "../../devices/device.js";
import { pullFile } from "../../devices/files/sync-files.js";
import { LongProgram, type ProgramEnd } from "../../devices/long-program.js";
import { retryRead } from "../../devices/retry-read.js";
import { actScript, command, readScript } from "../../devices/script.js";
import { runShell, SHELL_LIMITS } from "../../devices/shell.js";
import { MOST_PARTS, recordingPart } from "../../devices/states/recording-parts.js";
import type { RunningWork } from "../../session/changes/running-work.js";

/** The longest time that screenrecord accepts, up to some release (kMaxTimeLimitSec of screenrecord.cpp). */
const PART_SECONDS = 180;
/** Enough for the screen of a phone; from Android 11 on the program's own default is five times as much. */
const BITS_PER_SECOND = 4_000_000;
/** A part of three minutes has 90 MB at that rate; encoders may exceed the rate for a while. */
export const MOST_PART_BYTES = 512 * 1024 * 1024;

const BEGIN_MS = 10_000;
const END_MS = 20_000;
const POLL_MS = 50;

export interface RecordingOptions {
  /** The size, as `540x960`; the size of the screen if undefined. */
  readonly size: string | undefined;
}

/** Where its parts are on the device, see `recordingPart`; and a function to call after they were deleted. */
export interface RecordingPlace {
  readonly id: string;
  readonly onDiscarded: (signal: AbortSignal) => Promise<void>;
}

/** Parts of a video on the device, oldest first. */
export interface RecordedParts {
  /** The paths on the device. */
  readonly paths: readonly string[];
  /** Why a part was not recorded to its end, in the device's words; null if nothing went wrong. */
  readonly failure: string | null;
  /** Whether it ended by itself because it reached the greatest number of parts. */
  readonly isFull: boolean;
}

/**
 * A video of the screen by the device's own `screenrecord`, in parts of at most three minutes. The moment between two
 * parts is missing.
 */
export class ScreenRecording implements RunningWork {
  readonly #device: Device;
  readonly #options: RecordingOptions;
  readonly #place: RecordingPlace;
  readonly #paths: string[] = [];
  /** The part that began after the stop, because its program was being started then; it belongs to no video. */
  #latePart: string | null = null;
  #program: LongProgram | null = null;
  #failure: string | null = null;
  #isStopped = false;
  /** Resolves when no part is being recorded any more. */
  #over: Promise<void> = Promise.resolve();

  private constructor(device: Device, options: RecordingOptions, place: RecordingPlace) {
    this.#device = device;
    this.#place = place;
    this.#options = options;
  }

  /**
   * Begins a recording; resolves when the first part is being written. Errors: UNSUPPORTED_ON_DEVICE, as
   * LongProgram.start.
   */
  static async begin(
    device: Device,
    { place, ...options }: RecordingOptions & { readonly place: RecordingPlace },
    signal: AbortSignal,
  ): Promise<ScreenRecording> {
    const recording = new ScreenRecording(device, options, place);
    try {
      await recording.#beginPart(signal);
      await recording.#untilWritten(signal);
    } catch (error) {
      recording.#program?.close();
      await recording.discard(new AbortController().signal).catch(() => {});
      throw error;
    }
    recording.#over = recording.#goOn();
    return recording;
  }

  /** Whether parts are still being recorded. */
  get isGoingOn(): boolean {
    return this.#program !== null;
  }

  /** Why it ended by itself, in the device's words; null if it did not, or because it is full. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Ends the part that is being recorded, and gives all parts. Errors: TIMEOUT, as runShell. */
  async stop(signal: AbortSignal): Promise<RecordedParts> {
    this.#isStopped = true;
    await this.#interrupt(signal);
    await withDeadline(END_MS, `${this.#device.serial}: ending the recording`, () => this.#over, signal);
    const paths = this.#paths.filter((path) => path !== this.#latePart);
    return { paths, failure: this.#failure, isFull: paths.length >= MOST_PARTS };
  }

  /** The bytes of a part. Errors: as pullFile. */
  pull(path: string, signal: AbortSignal): AsyncIterable<Buffer> {
    return pullFile(this.#device, { path, mostBytes: MOST_PART_BYTES }, signal);
  }

  /** Deletes all parts on the device. Errors: as runShell. */
  async discard(signal: AbortSignal): Promise<void> {
    if (this.#paths.length > 0)
      await runShell(this.#device, actScript(["rm", "-f", ...this.#paths]), SHELL_LIMITS, signal);
    await this.#place.onDiscarded(signal);
  }

  async end(signal: AbortSignal): Promise<void> {
    try {
      await this.stop(signal);
    } finally {
      this.#program?.close();
      await this.discard(signal);
    }
  }

  /** At this signal the program writes the table of the frames and ends (configureSignals of screenrecord.cpp). */
  async #interrupt(signal: AbortSignal): Promise<void> {
    if (!this.#program) return;
    const kill = actScript(["kill", "-2", String(this.#program.pid)]);
    await runShell(this.#device, kill, SHELL_LIMITS, signal);
  }

  async #beginPart(signal: AbortSignal): Promise<void> {
    const path = recordingPart(this.#place.id, this.#paths.length + 1);
    const { size } = this.#options;
    const sized = size === undefined ? [] : ["--size", size];
    const argv = ["screenrecord", "--bit-rate", String(BITS_PER_SECOND), "--time-limit", String(PART_SECONDS)] as const;
    this.#program = await LongProgram.start(this.#device, [...argv, ...sized, path], signal);
    this.#paths.push(path);
  }

  /** Waits for the file, which appears once the encoder runs. */
  async #untilWritten(signal: AbortSignal): Promise<void> {
    const program = this.#program;
    const path = this.#paths[0];
    if (!program || path === undefined) return;
    let end: ProgramEnd | null = null;
    program.ended.then(
      (ended) => {
        end = ended;
      },
      () => {},
    );
    const script = readScript(command(["stat", "-c", "%s", path], { stderr: "drop" }));
    const check = async (limit: AbortSignal) => {
      const { exitCode } = await retryRead(this.#device, script, SHELL_LIMITS, limit);
      if (exitCode === 0 && end === null) return true;
      if (end !== null) throw cannotRecord(this.#device, end);
      return undefined;
    };
    const what = `${this.#device.serial}: beginning to record`;
    await withDeadline(BEGIN_MS, what, (limit) => pollUntil(() => check(limit), POLL_MS, limit), signal);
  }

  /** Records one part after another until it is stopped. */
  async #goOn(): Promise<void> {
    const never = new AbortController().signal;
    while (this.#program) {
      try {
        const end = await this.#program.ended;
        this.#program = null;
        if (end.exitCode !== 0 && this.#latePart === null) this.#failure = wordsOf(end);
        if (this.#isStopped || end.exitCode !== 0 || this.#paths.length >= MOST_PARTS) return;
        await this.#beginPart(never);
        if (!this.#isStopped) continue;
        this.#latePart = this.#paths.at(-1) ?? null;
        await this.#interrupt(never);
      } catch (error) {
        this.#program = null;
        this.#failure = isFoveaError(error) ? error.message : String(error);
      }
    }
  }
}

function wordsOf({ stderr, exitCode }: ProgramEnd): string {
  return stderr.trim() === "" ? `screenrecord ended with ${exitCode}` : quoteUntrusted(stderr.trim());
}

function cannotRecord({ serial }: Device, end: ProgramEnd): FoveaError {
  const isMissing = end.exitCode === 127;
  const why = isMissing ? "it has no program screenrecord" : wordsOf(end);
  return new FoveaError("UNSUPPORTED_ON_DEVICE", `${serial} does not record its screen: ${why}`, {
    device: serial,
    hint: "Take screenshots, or a trace (start_trace), instead; if its encoder refused, try a smaller `size`.",
  });
}
