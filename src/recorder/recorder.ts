import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import { FoveaError, toFoveaError } from "../base/errors.js";
import { plainOrQuoted } from "../base/printable.js";
import { redactionOf } from "../base/redaction.js";
import { abortable, deadline, soon } from "../base/signals.js";
import { takePicture } from "../observe/take-picture.js";
import type { Observation } from "../screen/observation.js";
import type { Session } from "../session/session.js";
import type { SessionWatcher } from "../session/session-watcher.js";
import type { CallScope } from "./call-scope.js";
import type { Called, CallResult, Decided, RecorderOptions } from "./called.js";
import { safelyNoted } from "./condition-secrets.js";
import { type ActWithScreenshots, DeviceJournal } from "./device-journal.js";
import { type FailureFolder, failureFolderOf } from "./failure-folder.js";
import type { Interaction } from "./interaction.js";
import { newRecording } from "./new-recording.js";
import { interactionOf, RecentInteractions, refusedInteraction } from "./recent-interactions.js";
import type { FlowStepNote, RecordingState, TraceRecording } from "./trace-recording.js";
import { folderNameOf } from "./trace-writer.js";
import { secretsOf } from "./typing.js";

/** How long the process waits for the last screenshot when it ends. */
const LAST_PICTURE_MS = 10_000;

/**
 * Remembers the actions of calls, and records them if requested: one trace for each device. The call that an action
 * belongs to is found by its asynchronous context, so that nothing has to be passed along.
 */
export class Recorder implements AsyncDisposable {
  readonly #options: RecorderOptions;
  readonly #scopes = new AsyncLocalStorage<CallScope>();
  readonly #journals = new Map<string, DeviceJournal>();
  readonly #recent: RecentInteractions;
  readonly #pictures = new Map<DeviceJournal, { readonly abort: AbortController; readonly done: Promise<void> }>();
  #recordings = new Map<string, TraceRecording>();
  readonly #working = new Set<Promise<void>>();
  #news: readonly string[] = [];
  #folder: string | null = null;
  readonly #failures: FailureFolder | null;
  #startedAt = "";

  /** Errors: INVALID_ARGUMENT for invalid patterns. */
  constructor(options: RecorderOptions, recent = new RecentInteractions()) {
    this.#options = options;
    this.#recent = recent;
    redactionOf(options.redact);
    this.#failures = failureFolderOf(options);
  }

  /** The watcher to pass to a new session. */
  watch(session: Session): SessionWatcher {
    const journal = new DeviceJournal(
      session,
      () => this.#folder !== null && this.#options.tracePictures === "on",
      (from, act) => this.#noteAct(from, act),
    );
    this.#journals.set(session.device.serial, journal);
    return journal;
  }

  /** Forgets a session whose device will not come back. */
  forget(device: Pick<Session["device"], "serial">): void {
    this.#journals.delete(device.serial);
    this.#recent.forget(device.serial);
  }

  /** Begins to record below a folder. Errors: TRACE_RUNNING. */
  start(folder: string): void {
    if (this.#folder !== null) throw new FoveaError("TRACE_RUNNING", `a trace is being recorded to ${this.#folder}`);
    this.#folder = folder;
    this.#startedAt = new Date().toISOString();
    this.#recordings = new Map();
  }

  /** Ends the recording after everything is written, and returns the states by serial. Errors: TRACE_NOT_RUNNING. */
  async stop(): Promise<ReadonlyMap<string, RecordingState>> {
    if (this.#folder === null) throw new FoveaError("TRACE_NOT_RUNNING", "no trace is being recorded");
    await this.settled();
    const recordings = this.#recordings;
    this.#folder = null;
    this.#recordings = new Map();
    const states = [...recordings].map(async ([serial, recording]) => {
      await recording.flush();
      const { state } = recording;
      await recording.close();
      return [serial, state] as const;
    });
    return new Map(await Promise.all(states));
  }

  /** Adds a line that the next caller gets, whatever it asks for. */
  addNotice(line: string): void {
    this.#news = [...this.#news, line];
  }

  /** Lines that callers should get besides the answer: that the recording ended by itself. Each is given once. */
  takeNotices(): readonly string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  /** The last interactions with a device, oldest first. */
  history(serial: string, most: number): readonly Interaction[] {
    return this.#recent.of(serial, most);
  }

  /** Notes that the running call uses a device. A screenshot of it that is being taken for a trace is cancelled. */
  uses(session: Session): void {
    const scope = this.#scopes.getStore();
    const journal = this.#journals.get(session.device.serial);
    if (!scope || journal?.session !== session || scope.devices.has(journal)) return;
    scope.devices.set(journal, session.lastObservation);
    this.#pictures.get(journal)?.abort.abort();
  }

  /** Notes the decision of the guard with the running call; outside of calls, as an entry of its own. */
  decided(decision: Decided): void {
    const scope = this.#scopes.getStore();
    if (scope) scope.decisions.push(decision);
    else this.#recordings.get(String(decision["device"]))?.decided(decision);
  }

  /** Notes a step of a flow in the trace of its device, if one is recorded. */
  flowStep(serial: string, step: FlowStepNote): void {
    const journal = this.#journals.get(serial);
    if (journal) this.#recordingOf(journal, null)?.flowStep(step);
  }

  /** Runs one call and notes its result; `read` gives the result in words. Errors: those of `run`. */
  call<T>(called: Called, run: () => Promise<T>, read: (result: T) => CallResult): Promise<T> {
    const scope: CallScope = {
      called,
      acts: [],
      decisions: [],
      devices: new Map(),
      trace: this.#recordings,
      writeLast: () => {},
    };
    return this.#scopes.run(scope, () => this.#follow(scope, run, read));
  }

  async #follow<T>(scope: CallScope, run: () => Promise<T>, read: (result: T) => CallResult): Promise<T> {
    const begunAt = performance.now();
    try {
      const result = await run();
      this.#ended(scope, begunAt, () => read(result));
      return result;
    } catch (thrown) {
      this.#ended(scope, begunAt, () => ({ error: codedOf(thrown) }));
      throw this.#keptFailure(scope, begunAt, thrown);
    }
  }

  /** Waits until running screenshots are finished and everything is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#working);
    const pictures = [...this.#pictures.values()];
    using limit = deadline(LAST_PICTURE_MS, "the last picture of a trace", new AbortController().signal);
    await Promise.all(pictures.map(async ({ done }) => await abortable(done, limit.signal).catch(() => {})));
    for (const { abort } of pictures) abort.abort();
    await Promise.all(pictures.map(async ({ done }) => await done));
    await Promise.all([...this.#recordings.values()].map(async (recording) => await recording.flush()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.settled();
    if (this.#folder !== null) await this.stop();
  }

  #noteAct(journal: DeviceJournal, act: ActWithScreenshots): void {
    const { serial } = journal.session.device;
    const scope = this.#scopes.getStore() ?? null;
    scope?.acts.push(act.note);
    this.#failures?.remember(secretsOf(act.note));
    this.#recent.note(serial, interactionOf(act.note, scope?.called.tool ?? act.note.call.tool));
    const recording = this.#recordingOf(journal, scope);
    const write = () => recording?.act(act, scope);
    scope?.writeLast();
    if (scope) scope.writeLast = write;
    else write();
  }

  /** Runs work after the answer was sent. */
  #afterwards(work: () => void): void {
    const done: Promise<void> = soon(work).finally(() => this.#working.delete(done));
    this.#working.add(done);
  }

  #ended(scope: CallScope, begunAt: number, read: () => CallResult): void {
    const durationMs = performance.now() - begunAt;
    const seen = new Map([...scope.devices.keys()].map((journal) => [journal, journal.session.lastObservation]));
    this.#afterwards(() => {
      scope.writeLast();
      this.#note(scope, { begunAt, durationMs, result: read() }, seen);
    });
  }

  /** The error with the folder in which the failure is being kept; the caller does not wait for the writing. */
  #keptFailure({ called, acts, devices }: CallScope, begunAt: number, thrown: unknown): unknown {
    const error = toFoveaError(thrown);
    if (this.#failures === null || error.code === "CANCELLED") return thrown;
    const [journal, known = null] = [...devices].at(-1) ?? [];
    const session = journal?.session ?? null;
    const failed = { called, acts, error, session, known, begunAt, durationMs: performance.now() - begunAt };
    const { path, written } = this.#failures.keep(failed);
    const done: Promise<void> = written.finally(() => this.#working.delete(done));
    this.#working.add(done);
    return error.with({ failureFolder: path });
  }

  #note(
    scope: CallScope,
    timed: { readonly begunAt: number; readonly durationMs: number; readonly result: CallResult },
    seenBy: ReadonlyMap<DeviceJournal, Observation | null>,
  ): void {
    const { called, acts, decisions, devices } = scope;
    const { inputs, result, secrets } = safelyNoted(called, acts, timed.result, [...devices.values()]);
    for (const [journal, known] of devices) {
      const { session } = journal;
      if (called.kind === "act" && "error" in result && acts.length === 0) {
        this.#recent.note(session.device.serial, refusedInteraction(called.tool, result.error, timed.durationMs));
      }
      const recording = this.#recordingOf(journal, scope);
      if (!recording) continue;
      const seenLast = seenBy.get(journal) ?? null;
      const ended = { scope, ...timed, inputs, result, secrets, tool: called.tool, decisions };
      const isNew = seenLast !== null && (seenLast !== known || acts.length > 0);
      const frame = journal.newestFrame;
      const isFresh = frame !== null && frame.takenAt >= timed.begunAt;
      if (!isNew || isFresh || this.#options.tracePictures === "off") {
        recording.call({ ...ended, observation: seenLast, frame });
      } else {
        this.#pictureThen(journal, () =>
          recording.call({ ...ended, observation: seenLast, frame: journal.newestFrame }),
        );
      }
    }
  }

  /** Takes a screenshot after the answer was sent; the next call on the device cancels it. */
  #pictureThen(journal: DeviceJournal, done: () => void): void {
    const abort = new AbortController();
    const work = takePicture(journal.session, abort.signal)
      .catch(() => {}) // the call is recorded without one
      .then(() => {
        if (this.#pictures.get(journal)?.abort === abort) this.#pictures.delete(journal);
        done();
      });
    this.#pictures.set(journal, { abort, done: work });
  }

  #recordingOf(journal: DeviceJournal, scope: CallScope | null): TraceRecording | null {
    if (this.#folder === null || (scope && scope.trace !== this.#recordings)) return null;
    const { serial } = journal.session.device;
    const known = this.#recordings.get(serial);
    if (known) return known;
    const recording = this.#begin(journal.session, join(this.#folder, folderNameOf(serial)));
    this.#recordings.set(serial, recording);
    return recording;
  }

  #begin(session: Session, folder: string): TraceRecording {
    const onEnd = (why: string) => {
      const line = `! the trace of ${plainOrQuoted(session.device.serial)} is not written any more: ${why}`;
      this.#news = [...this.#news, line];
    };
    return newRecording(session, this.#options, { folder, startedAt: this.#startedAt, onEnd });
  }
}

function codedOf(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = toFoveaError(error);
  return { code, message };
}
