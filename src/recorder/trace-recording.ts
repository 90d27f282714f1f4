import { toFoveaError } from "../base/errors.js";
import { warn } from "../base/log.js";
import type { Frame } from "../screen/frame.js";
import type { Observation } from "../screen/observation.js";
import { hasTree } from "../screen/readable.js";
import { type FlowLine, flowLineSchema } from "../trace/flow-lines.js";
import type { VisualState } from "../trace/protocol.js";
import type { TraceCall } from "../trace/x-fovea.js";
import { encodePng, sha256Of } from "../vision/image.js";
import { painted } from "../vision/painted.js";
import type { ActWithScreenshots } from "./device-journal.js";
import type { Redactor } from "./redactor.js";
import { type StatePicture, unknownState, visualStateOf } from "./state-of.js";
import { stepOf } from "./step-of.js";
import type { TraceWriter } from "./trace-writer.js";
import { secretsOf } from "./typing.js";

export interface RecordingParts {
  /** Opens the trace when the first entry is written. */
  readonly open: () => Promise<TraceWriter>;
  readonly redactor: Redactor;
  readonly pictures: boolean;
  /** Called once, with the reason, if the recording ends by itself. */
  readonly onEnd: (why: string) => void;
}

/** A call after its end; `scope` is the object with which its actions were noted. */
export interface EndedCall {
  readonly scope: object;
  readonly begunAt: number;
  readonly durationMs: number;
  readonly tool: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly result: { readonly text: string } | { readonly error: { readonly code: string; readonly message: string } };
  /** The decisions of the guard about its actions. */
  readonly decisions: readonly Readonly<Record<string, unknown>>[];
  /** Words that no later entry may contain. */
  readonly secrets: readonly string[];
  readonly observation: Observation | null;
  /** The screenshot at the end of the call; null if none was taken since its last action. */
  readonly frame: Frame | null;
}

/** A step of a flow, with the time when it began. */
export type FlowStepNote = Omit<FlowLine, "timestamp"> & { readonly begunAt: number };

/** The state of a recording. */
export interface RecordingState {
  readonly folder: string | null;
  readonly steps: number;
  readonly calls: number;
  /** The reason why the recording ended; null while it runs. */
  readonly ended: string | null;
}

/**
 * The most screenshots that wait to be compressed; more would fill the memory if actions are faster than the
 * compression.
 */
const MOST_WAITING_FRAMES = 3;
const LONGEST_RESULT = 20_000;

/**
 * Writes the trace of one device: each entry is queued, and written without delaying the call. Never throws: if writing
 * fails, the recording ends with one warning.
 */
export class TraceRecording {
  readonly #parts: RecordingParts;
  readonly #numbers = new WeakMap<object, number>();
  #writer: TraceWriter | null = null;
  #row: Promise<void> = Promise.resolve();
  #waitingFrames = 0;
  #steps = 0;
  #calls = 0;
  #ended: string | null = null;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
  }

  get state(): RecordingState {
    const folder = this.#writer?.folder ?? null;
    return { folder, steps: this.#steps, calls: this.#calls, ended: this.#ended };
  }

  /** `scope` is the call of the action; null outside of calls. */
  act({ note, frames }: ActWithScreenshots, scope: object | null): void {
    const release = this.#hold(frames.before ?? frames.after);
    // Screenshots that will not be compressed are released at once.
    const before = release === null ? "busy" : frames.before;
    const seenAfter = release === null ? null : frames.after;
    this.#enqueue(async (writer) => {
      const { redactor } = this.#parts;
      for (const screen of [note.before, note.after]) if (screen) redactor.noteScreen(screen);
      for (const secret of secretsOf(note)) redactor.noteSecret(secret);
      const secondsAt = clockOf(writer);
      const picture = await this.#picture(writer, before, note.before);
      const state: VisualState = note.before
        ? visualStateOf(note.before, { picture, redactor, secondsAt })
        : unknownState(secondsAt(epochOf(note.times.begun)), picture);
      const after = seenAfter && note.after ? await this.#picture(writer, seenAfter, note.after) : null;
      const call = scope && this.#numberOf(scope, writer);
      const pictureAfter = after?.path ?? null;
      await writer.step(stepOf(note, { state, redactor, secondsAt, epochOf, call, pictureAfter }));
      this.#steps += 1;
      release?.();
    });
  }

  /** Has to be called after the actions of the call. */
  call({ frame: taken, ...ended }: EndedCall): void {
    const release = this.#hold(taken);
    const frame = release === null ? "busy" : taken;
    this.#enqueue(async (writer) => {
      const { redactor } = this.#parts;
      const { observation, inputs, result, tool, durationMs, begunAt, scope } = ended;
      if (observation) redactor.noteScreen(observation);
      for (const secret of ended.secrets) redactor.noteSecret(secret);
      const picture = await this.#picture(writer, frame, observation);
      const line: TraceCall = {
        call: this.#numberOf(scope, writer),
        timestamp: clockOf(writer)(epochOf(begunAt)),
        tool_name: tool,
        inputs: asRecord(redactor.value(inputs)),
        result:
          "text" in result
            ? { text: redactor.text(result.text).slice(0, LONGEST_RESULT) }
            : { error: { code: result.error.code, message: redactor.text(result.error.message) } },
        duration: Math.round(durationMs),
        ...(ended.decisions.length > 0 && { guard: ended.decisions.map((one) => asRecord(redactor.value(one))) }),
        visual_state: observation && {
          observation_id: observation.observationId,
          screenshot_path: picture.path ?? "",
        },
      };
      await writer.call(line);
      this.#calls += 1;
      release?.();
    });
  }

  /** A finished step of a flow; `begunAt` is a time of performance.now(). */
  flowStep({ begunAt, ...step }: FlowStepNote): void {
    this.#enqueue(async (writer) => {
      const { redactor } = this.#parts;
      const timestamp = clockOf(writer)(epochOf(begunAt));
      await writer.flowStep(flowLineSchema.parse({ ...asRecord(redactor.value(step)), timestamp }));
    });
  }

  /** A decision of the guard outside of calls, on a step of a flow or a replay: recorded as a call of its own. */
  decided(decision: Readonly<Record<string, unknown>>): void {
    const { tool, outcome } = decision;
    const called = { scope: {}, begunAt: performance.now(), durationMs: 0, tool: String(tool), inputs: {} };
    const result = { text: `guard: ${String(outcome)}` };
    this.call({ ...called, result, decisions: [decision], secrets: [], observation: null, frame: null });
  }

  /** Waits until all entries are written, and ends the recording. */
  async close(): Promise<void> {
    await this.#row;
    await this.#writer?.close().catch(() => {});
    this.#writer = null;
    this.#ended ??= "it was stopped";
  }

  /** Waits until all entries are written. */
  async flush(): Promise<void> {
    await this.#row;
  }

  #enqueue(job: (writer: TraceWriter) => Promise<void>): void {
    if (this.#ended !== null) return;
    this.#row = this.#row.then(async () => {
      if (this.#ended !== null) return;
      try {
        this.#writer ??= await this.#parts.open();
        await job(this.#writer);
        if (!this.#writer.isFull) return;
        const why = "the trace is as large as --trace-cap allows";
        this.#end(why, `${this.#writer.folder}: ${why}`);
        await this.#writer.noteEnd(why);
      } catch (error) {
        const why = toFoveaError(error).message;
        this.#end(why, why);
      }
    });
  }

  #end(why: string, reported: string): void {
    if (this.#ended !== null) return;
    this.#ended = why;
    warn("trace", `${reported}; nothing more is recorded`);
    this.#parts.onEnd(why);
  }

  /** A function to call when the frame is written; null if too many frames wait. */
  #hold(frame: Frame | null): (() => void) | null {
    if (!frame) return () => {};
    if (this.#waitingFrames >= MOST_WAITING_FRAMES) return null;
    this.#waitingFrames += 1;
    return () => {
      this.#waitingFrames -= 1;
    };
  }

  #numberOf(scope: object, writer: TraceWriter): number {
    const number = this.#numbers.get(scope) ?? writer.nextCall();
    this.#numbers.set(scope, number);
    return number;
  }

  async #picture(writer: TraceWriter, frame: Frame | "busy" | null, screen: Observation | null): Promise<StatePicture> {
    if (!this.#parts.pictures) return { path: null, why: "--trace-pictures is off" };
    if (frame === null) return { path: null, why: "none was taken before the act" };
    if (frame === "busy") return { path: null, why: "earlier ones were still being packed" };
    const { redactor } = this.#parts;
    const isReported = screen !== null && hasTree(screen);
    if (redactor.needsTree && !isReported) return { path: null, why: "it is unknown what to redact in it" };
    const covers = screen ? redactor.covers(screen) : [];
    const pixels =
      covers.length === 0
        ? frame
        : painted(
            frame,
            covers.map(({ part }) => part),
          );
    const sha256 = covers.length === 0 ? frame.sha256 : sha256Of(pixels.rgba);
    const path = await writer.picture(sha256, async () => await encodePng(pixels));
    const takenAt = clockOf(writer)(epochOf(frame.takenAt));
    return { path, takenAt, redacted: [...new Set(covers.map(({ why }) => why))].sort() };
  }
}

function clockOf(writer: TraceWriter): (epochMs: number) => number {
  return (epochMs) => Math.max(0, Math.round(epochMs - writer.startedAt) / 1_000);
}

function epochOf(moment: number): number {
  return performance.timeOrigin + moment;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
