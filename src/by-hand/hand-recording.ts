import { verdictOf } from "../actions/verdict.js";
import { FoveaError } from "../base/errors.js";
import { abortable, deadline } from "../base/signals.js";
import { isLive } from "../devices/companion/companion-link.js";
import type { LiveCompanion } from "../devices/companion/live-companion.js";
import { programOutput } from "../devices/program-output.js";
import { readScript } from "../devices/script.js";
import { runShellOk, SHELL_LIMITS } from "../devices/shell.js";
import type { Observation } from "../screen/observation.js";
import type { Session } from "../session/session.js";
import type { ActNote } from "../session/session-watcher.js";
import { type HandStep, isStillUnder, keyStep, touchStep, unresolvedStep } from "./hand-step.js";
import { type SeenScreen, SeenScreens } from "./seen-screens.js";
import { type Happening, TouchReader } from "./touch-reader.js";
import { parseTouchScreens, type TouchScreen } from "./touch-screens.js";
import { typedBetween } from "./typed-by-hand.js";

/** What a person did during the recording. */
export interface HandSummary {
  /** The number of recorded steps, of any kind. */
  readonly steps: number;
  /** Why touches have no element, in words; one for each such touch. */
  readonly unresolved: readonly string[];
}

type WrittenStep = Exclude<HandStep, { readonly kind: "typing" }>;

/** An input event, with the time when this process received it. */
interface Heard {
  readonly happening: Happening;
  readonly at: number;
}

/** The screen counts as stable after this time without a change. */
const QUIET_MS = 200;
const LONGEST_REST_MS = 3_000;
const LOOK_MS = 15_000;

/**
 * Records what a person does on a device as steps of the session's trace: touches by the element under them, typed text
 * by its field. It only listens to the kernel's input events and the companion's events. Ends with `stop`.
 */
export class HandRecording {
  readonly #session: Session;
  readonly #companion: LiveCompanion;
  readonly #screens: SeenScreens;
  readonly #panels: readonly TouchScreen[];
  readonly #onStep: (did: string, doubt: string | null) => void;
  readonly #reader: TouchReader;
  readonly #heard: Heard[] = [];
  readonly #ending = new AbortController();
  readonly #unresolved: string[] = [];
  #wake: () => void = () => {};
  #hears: () => void = () => {};
  #steps = 0;
  #failure: unknown = null;
  /** The screen after the last step; null until it was read. */
  #settled: SeenScreen | null = null;
  /** Whether keys were pressed, or the keyboard was touched, since then. */
  #mayHaveTyped = false;
  #done: Promise<void> = Promise.resolve();

  private constructor(
    session: Session,
    companion: LiveCompanion,
    panels: readonly TouchScreen[],
    onStep: (did: string, doubt: string | null) => void,
  ) {
    this.#session = session;
    this.#companion = companion;
    this.#panels = panels;
    this.#onStep = onStep;
    this.#screens = new SeenScreens(session, companion);
    this.#reader = new TouchReader(panels.map(({ path }) => path));
  }

  /**
   * Begins to listen. Errors: UNSUPPORTED_ON_DEVICE if no touch screen can be read, or if no companion runs, which
   * alone can report that the screen did not change before a touch; those of the connection.
   */
  static async start(
    session: Session,
    signal: AbortSignal,
    onStep: (did: string, doubt: string | null) => void = () => {},
  ): Promise<HandRecording> {
    const device = session.device.serial;
    const companion = await session.onDevice.live(signal, { waits: true });
    if (!isLive(companion)) {
      const why = `recording by hand needs a companion on ${device}: ${companion.reason.message}`;
      throw new FoveaError("UNSUPPORTED_ON_DEVICE", why, { device });
    }
    const listed = await runShellOk(session.device, readScript(["getevent", "-lp"]), SHELL_LIMITS, signal);
    const panels = parseTouchScreens(listed.stdout.toString("latin1"));
    if (panels.length === 0)
      throw new FoveaError("UNSUPPORTED_ON_DEVICE", `getevent lists no touch screen of ${device}`, { device });
    const recording = new HandRecording(session, companion, panels, onStep);
    // `getevent` lists the devices that it has opened: after that no touch is missed.
    const hears = new Promise<void>((resolve) => {
      recording.#hears = resolve;
    });
    const listening = recording.#listen();
    try {
      await abortable(hears, signal);
      if (recording.#failure !== null) throw recording.#failure;
      recording.#settled = await recording.#screens.read(signal);
    } catch (error) {
      recording.#ending.abort(error);
      throw error;
    }
    recording.#done = Promise.all([listening, recording.#follow()]).then(() => {});
    return recording;
  }

  /** Whether all events are recorded, and the screen was read as it is. */
  get isIdle(): boolean {
    return this.#heard.length === 0 && this.#reader.downSinceMs === null && !this.#screens.isOutdated;
  }

  /** Ends after all received events are recorded. Errors: why it ended before. */
  async stop(): Promise<HandSummary> {
    this.#ending.abort(new FoveaError("CANCELLED", "recording by hand was stopped"));
    this.#wake();
    await this.#done;
    if (this.#failure !== null) throw this.#failure;
    return this.summary;
  }

  /** The recording so far. */
  get summary(): HandSummary {
    return { steps: this.#steps, unresolved: [...this.#unresolved] };
  }

  async #listen(): Promise<void> {
    try {
      for await (const text of programOutput(this.#session.device, ["getevent", "-lt"], this.#ending.signal)) {
        this.#hears();
        for (const happening of this.#reader.feed(text)) this.#heard.push({ happening, at: performance.now() });
        this.#wake();
      }
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#ending.abort(error);
    this.#hears();
    this.#wake();
  }

  async #follow(): Promise<void> {
    try {
      while (this.#heard.length > 0 || !this.#ending.signal.aborted) await this.#next();
      await this.#flushTyping(await this.#lastScreen());
    } catch (error) {
      this.#fail(error);
    }
  }

  async #next(): Promise<void> {
    const heard = this.#heard.shift();
    if (heard) return await this.#write(heard);
    if (this.#screens.isOutdated && this.#reader.downSinceMs === null) return void (await this.#read());
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    // The screen is not read while a finger is down: it would already show the effect of the touch.
    if (this.#reader.downSinceMs !== null) return await woken;
    const over = new AbortController();
    const changed = this.#companion.events.nextChange(this.#screens.last?.seq ?? 0, LONGEST_WAIT_MS, over.signal);
    await Promise.race([woken, changed.catch(() => {})]);
    over.abort();
  }

  async #read(): Promise<SeenScreen> {
    using limit = deadline(LOOK_MS, "reading the screen", new AbortController().signal);
    return await this.#screens.read(limit.signal);
  }

  async #lastScreen(): Promise<SeenScreen | null> {
    return this.#screens.isOutdated ? await this.#read() : (this.#screens.last ?? null);
  }

  async #write({ happening, at }: Heard): Promise<void> {
    const met = this.#screens.before(happening);
    const known = met.isLate ? { ...met, doubt: null } : met;
    const step =
      happening.kind === "key" ? keyStep(happening) : touchStep(happening, this.#panelOf(happening.path), known);
    if (step.kind === "typing") {
      this.#mayHaveTyped = true;
      return;
    }
    const before = known.doubt === null ? met.seen : null;
    await this.#flushTyping(before);
    await this.#noteStep(step, before, { happening, at }, met.isLate ? met.doubt : null);
  }

  #panelOf(path: string): TouchScreen {
    const panel = this.#panels.find((one) => one.path === path);
    if (!panel) throw new TypeError(`${path} is not a touch screen`);
    return panel;
  }

  async #noteStep(
    meant: WrittenStep,
    before: SeenScreen | null,
    { happening, at }: Heard,
    doubt: string | null,
  ): Promise<void> {
    const { seq } = this.#screens.last ?? { seq: 0 };
    const after = await this.#restedAfter(happening.upMs, seq);
    const isSure = doubt === null || isStillUnder(meant, after?.observation);
    const step = isSure ? meant : unresolvedStep(happening, doubt, meant.points);
    this.#settled = after ?? null;
    this.#mayHaveTyped = false;
    if (step.kind === "unresolved") this.#unresolved.push(step.why);
    this.#emit(step, before?.observation ?? null, after?.observation ?? null, at);
  }

  /** The screen after it became stable; undefined if it was touched again before. */
  async #restedAfter(upMs: number, seq: number): Promise<SeenScreen | undefined> {
    using limit = deadline(LOOK_MS, "waiting until the screen stops changing", new AbortController().signal);
    const rest = { after: seq, reactMs: QUIET_MS, quietMs: QUIET_MS, timeoutMs: LONGEST_REST_MS };
    await abortable(this.#companion.waitIdle(rest, limit.signal), limit.signal);
    const seen = await this.#read();
    const again = [this.#reader.downSinceMs, ...this.#heard.map(({ happening }) => happening.downMs)];
    const isMixed = again.some((downMs) => downMs !== null && downMs > upMs && downMs <= seen.readAtMs);
    return isMixed ? undefined : seen;
  }

  /** Records the text that was typed since the last step, if keys were touched. */
  async #flushTyping(until: SeenScreen | null): Promise<void> {
    const from = this.#settled;
    const mayHaveTyped = this.#mayHaveTyped;
    this.#mayHaveTyped = false;
    if (!mayHaveTyped) return;
    if (from === null || until === null) {
      const why = "text may have been typed, and the screen was touched again before it was read";
      this.#unresolved.push(why);
      const step = { kind: "unresolved", call: { tool: "unresolved", args: { why } }, why } as const;
      return this.#emit({ ...step, did: "touched the keyboard", refs: [], points: [] }, null, null, performance.now());
    }
    const typed = typedBetween(from.observation, until.observation);
    if (!typed) return;
    const { call, field, did } = typed;
    const step = { kind: "typed", call, did, field, refs: [field.ref], points: [] } as const;
    this.#emit(step, from.observation, until.observation, performance.now());
    this.#settled = until;
  }

  #emit(step: WrittenStep, before: Observation | null, after: Observation | null, at: number) {
    const { watcher } = this.#session;
    const refs = step.refs;
    this.#session.acted(refs);
    watcher?.sent();
    const verdict = verdictOf({ before, isFresh: before !== null, after, picture: null, opens: null, asksFor: [] });
    const isMixed = after === null ? ["! the screen was touched again before it was read"] : [];
    const note: ActNote = {
      call: step.call,
      before,
      targetNames: refs,
      times: { begun: at, done: at, ended: performance.now() },
      did: step.did,
      points: step.points,
      by: "hand",
      ...(step.kind === "typed" && { typedInto: step.field }),
      after,
      settled: null,
      notes: [...(step.kind === "unresolved" ? [`! unresolved: ${step.why}`] : []), ...isMixed],
      verdict: { kind: verdict.kind, evidence: verdict.evidence },
      error: null,
    };
    watcher?.acted(note);
    this.#steps += 1;
    this.#onStep(step.did, step.kind === "unresolved" ? step.why : null);
  }
}

const LONGEST_WAIT_MS = 30_000;
