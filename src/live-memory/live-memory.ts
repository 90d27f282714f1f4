import { join } from "node:path";
import { FoveaError, toFoveaError } from "../base/errors.js";
import { warn } from "../base/log.js";
import { makeFolderSync } from "../base/make-folder.js";
import { redactionOf } from "../base/redaction.js";
import { soon } from "../base/signals.js";
import { equalKey } from "../graph/build/equal-key.js";
import { GraphBuilder } from "../graph/build/graph-builder.js";
import type { RunStep, TakenAction } from "../graph/build/graph-run.js";
import { GraphView } from "../graph/predict/graph-view.js";
import type { PathFinder } from "../graph/predict/path.js";
import type { ScreenFacts } from "../graph/screen/screen-facts.js";
import { dropBeyond, MEMORY_LIMITS } from "../memory/limits.js";
import { LONGEST_NOTE, Notes } from "../memory/notes.js";
import { RunFolder } from "../memory/run-folder.js";
import { damagedWords, printHead, printRunStep } from "../memory/run-lines.js";
import { normaliseLabel } from "../screen/label.js";
import type { Observation } from "../screen/observation.js";
import { isReadable } from "../screen/readable.js";
import type { ActNote, SessionWatcher } from "../session/session-watcher.js";
import { builtOf } from "./built-of.js";
import { DeviceRun, NOTHING_BEFORE, type Standing } from "./device-run.js";
import type { LiveMemoryOptions } from "./live-memory-options.js";
import { MOST_WITHOUT_EFFECT, Repeats, repeatKey } from "./repeats.js";
import { epochOf, ScreenReader } from "./screen-reader.js";
import { wayFinder } from "./way.js";

export { LONGEST_NOTE };

/** The most actions that wait while the memory is read. */
const MOST_WAITING = 200;
/** A run ends after this many steps, or after this time without an action, in ms; then a new run begins. */
const MOST_STEPS = 2_000;
const LONGEST_IDLE_MS = 600_000;

interface Waiting {
  readonly serial: string;
  readonly note: ActNote;
  readonly sensitive: string | null;
}

/**
 * A memory that learns while phones are used. An action is added after its answer was sent. Each step is appended to
 * its run's file at once, so a killed process loses at most one step. A failure in here never fails a call.
 */
export class LiveMemory implements AsyncDisposable {
  readonly #runs: RunFolder;
  readonly #notes: Notes;
  readonly #reader: ScreenReader;
  /** Gives ms since the epoch. */
  readonly now: () => number;
  readonly #devices = new Map<string, DeviceRun>();
  readonly #repeats = new Map<string, Repeats>();
  readonly #advice = new Map<string, string>();
  readonly #sensitive = new Map<string, string>();
  #builder = new GraphBuilder();
  /** Observations that were added already: they are not added again after the user deletes their data. */
  readonly #taken = new WeakSet<Observation>();
  #view: GraphView | null = null;
  #ways: { readonly view: GraphView; readonly finder: PathFinder } | null = null;
  #waiting: Waiting[] = [];
  #loading: Promise<void> | null = null;
  #stamp = "";
  /** The error that made the memory unusable while it was read: then nothing is written. */
  #failure: FoveaError | null = null;
  #hasWarned = false;
  #damaged = 0;

  /** Begins to read the folder. Errors: MEMORY_UNUSABLE, INVALID_ARGUMENT for patterns that cannot be used. */
  constructor({ folder, redact, redactRegions, now = Date.now }: LiveMemoryOptions) {
    this.#reader = new ScreenReader(redactionOf(redact), redactRegions);
    this.now = now;
    this.#runs = new RunFolder(join(folder, "runs"));
    makeFolderSync(folder);
    this.#notes = new Notes(folder);
    dropBeyond(this.#runs, MEMORY_LIMITS, now());
    this.#begin();
  }

  /** Waits until everything is read, including runs of other processes. Errors: MEMORY_NEWER, MEMORY_UNUSABLE. */
  async ready(): Promise<void> {
    this.#flush();
    while (this.#loading) await this.#loading;
    if (this.#failure) throw this.#failure;
  }

  get isReading(): boolean {
    return this.#loading !== null;
  }

  /** How much could not be read and is left out, in words; null if everything was read. */
  get damage(): string | null {
    return this.#damaged === 0 ? null : damagedWords(this.#damaged);
  }

  /** Why the memory cannot be used; null if it can. */
  get failure(): FoveaError | null {
    return this.#failure;
  }

  /** A watcher for sessions, which adds actions to the memory. */
  watch(serial: string): SessionWatcher {
    return {
      keepsFrames: false,
      frame: () => {},
      sent: () => {},
      acted: (note) => this.#acted(serial, note),
    };
  }

  /** Notes the guard's class of a device's next action. */
  decided({ device, class: name }: Readonly<Record<string, unknown>>): void {
    if (typeof device === "string" && typeof name === "string") this.#sensitive.set(device, name);
  }

  /** Adds a screen that a call read, and gives its known screen; null if no screen was read, or before `ready`. */
  seen(serial: string, observation: Observation | null): Standing | null {
    this.#flush();
    if (this.#loading || this.#failure || !observation || !isReadable(observation)) return null;
    return this.#safely(() => {
      const facts = this.#reader.factsOf(observation);
      if (this.#taken.has(observation)) return this.#devices.get(serial)?.standing ?? this.#recognised(facts);
      this.#taken.add(observation);
      const run = this.#runOf(serial, this.now());
      if (run.look(facts, this.now())) this.#view = null;
      return run.standing;
    });
  }

  /**
   * The known screen of an observation that was deleted from the memory, or belongs to an ended run: it is not added
   * again.
   */
  #recognised(facts: ScreenFacts): Standing | null {
    const { id } = this.view().recognise(facts);
    return id === null ? null : { id, facts, before: NOTHING_BEFORE };
  }

  /** The graph of everything that was seen so far. */
  view(): GraphView {
    this.#flush();
    this.#view ??= new GraphView(this.#builder.graph(this.now()), this.#builder.screens);
    return this.#view;
  }

  /** The {@link slotKey} of a device's last actions, the last one at the end. */
  historyOf(serial: string): readonly string[] {
    return this.#devices.get(serial)?.history ?? [];
  }

  /** Finds paths of actions that can be repeated. */
  ways(): PathFinder {
    const view = this.view();
    if (this.#ways?.view !== view) this.#ways = { view, finder: wayFinder(view) };
    return this.#ways.finder;
  }

  /** The notes of agents, by the ids of screens. */
  notes(): ReadonlyMap<string, string> {
    return new Map([...this.#notes.all()].map(([id, { note }]) => [id, note]));
  }

  noteOf(screen: string): string | null {
    return this.#notes.all().get(screen)?.note || null;
  }

  /** Stores a note for a screen; an empty note deletes it. Errors: SCREEN_UNKNOWN. */
  writeNote(screen: string, note: string): void {
    const vertex = this.view().vertex(screen);
    if (!vertex) throw new FoveaError("SCREEN_UNKNOWN", `${JSON.stringify(screen)} is not a known screen`);
    const safe = normaliseLabel(this.#reader.text(note)).replace(LONG_NUMBER, "#").slice(0, LONGEST_NOTE);
    this.#notes.write({ screen: vertex.id, app: vertex.print.app, note: safe, at: this.now() });
  }

  /** The advice about the last actions, for the next answer; given once. */
  takeAdvice(serial: string): string | null {
    this.#flush();
    const advice = this.#advice.get(serial) ?? null;
    this.#advice.delete(serial);
    return advice;
  }

  /** How often in a row this action had no effect on the device's present screen. */
  withoutProgress(serial: string, key: string): number {
    return this.#repeats.get(serial)?.of(key) ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loading;
    this.#flush();
  }

  #acted(serial: string, note: ActNote): void {
    const sensitive = this.#sensitive.get(serial) ?? null;
    this.#sensitive.delete(serial);
    this.#waiting.push({ serial, note, sensitive });
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    void soon(() => {
      this.#flush();
      if (!this.#loading) this.view();
    });
  }

  #flush(): void {
    if (this.#failure) this.#waiting = [];
    if (this.#loading || this.#failure) return;
    this.#reloadIfOthersWrote();
    if (this.#loading) return;
    for (const waiting of this.#waiting.splice(0)) this.#safely(() => this.#takeIn(waiting));
  }

  #takeIn({ serial, note, sensitive }: Waiting): void {
    const begun = epochOf(note.times.begun);
    this.#reader.noteSecrets(note);
    if (!note.before || !isReadable(note.before)) this.#devices.delete(serial);
    else {
      const screen = this.#reader.factsOf(note.before);
      const taken = this.#reader.takenOf(note, note.before, sensitive);
      const run = this.#runOf(serial, begun);
      run.act(screen, taken, begun);
      this.#countEffect(serial, run.standing, { note, taken, screen });
      this.#view = null;
    }
    if (!note.after || !isReadable(note.after)) return;
    this.#taken.add(note.after);
    this.#runOf(serial, begun).look(this.#reader.factsOf(note.after), epochOf(note.times.ended));
    this.#view = null;
  }

  #countEffect(
    serial: string,
    standing: Standing | null,
    { note, taken, screen }: { readonly note: ActNote; readonly taken: TakenAction; readonly screen: ScreenFacts },
  ): void {
    const repeats = this.#repeats.get(serial) ?? new Repeats();
    this.#repeats.set(serial, repeats);
    const after = note.after && isReadable(note.after) ? this.#reader.factsOf(note.after) : null;
    const isSame = after === null ? null : equalKey(after) === equalKey(screen);
    const count = repeats.note(repeatKey(standing?.id ?? "", taken.action, note), taken.outcome, isSame);
    if (count >= MOST_WITHOUT_EFFECT)
      this.#advice.set(serial, `! the same action had no effect on this screen ${count} times: do something else`);
  }

  #runOf(serial: string, at: number): DeviceRun {
    const known = this.#devices.get(serial);
    const isOver = known && (known.steps >= MOST_STEPS || at - (known.lastAt ?? at) > LONGEST_IDLE_MS);
    if (known && !isOver) return known;
    const id = `${new Date(at).toISOString()} ${serial} ${process.pid}`;
    const head = printHead({ id, at, origin: "trace" });
    const run = new DeviceRun(this.#builder.begin({ id, at }), (step, before) => this.#write(id, head, step, before));
    this.#devices.set(serial, run);
    return run;
  }

  #write(id: string, head: string, step: RunStep, before: RunStep | null): void {
    const isNew = before === null;
    this.#runs.append(id, head, printRunStep(step, before));
    if (isNew) this.#stamp = this.#runs.stamp;
  }

  /**
   * Reads the folder again if other processes added or removed runs. Steps that this process appends do not change the
   * stamp.
   */
  #reloadIfOthersWrote(): void {
    this.#safely(() => {
      if (this.#runs.stamp !== this.#stamp) this.#begin();
    });
  }

  #begin(): void {
    this.#loading = this.#load()
      .catch((error) => {
        this.#failure = toFoveaError(error);
        warn("memory", this.#failure.message);
      })
      .then(() => {
        this.#loading = null;
        this.#flush();
      });
  }

  async #load(): Promise<void> {
    this.#stamp = this.#runs.stamp;
    const { builder, damaged } = await builtOf(this.#runs, this.now());
    if (damaged > this.#damaged) warn("memory", damagedWords(damaged));
    [this.#builder, this.#damaged] = [builder, damaged];
    this.#devices.clear();
    this.#view = null;
  }

  /** Warns once if something cannot be written, and continues without it. */
  #safely<Result>(work: () => Result): Result | null {
    try {
      return work();
    } catch (error) {
      if (!this.#hasWarned) warn("memory", `observations are not remembered: ${toFoveaError(error).message}`);
      this.#hasWarned = true;
      return null;
    }
  }
}

/** Digits of codes and accounts, which a note does not need. */
const LONG_NUMBER = /\p{Nd}(?:[ -]?\p{Nd}){3,}/gu;
