import { randomBytes } from "node:crypto";
import { FoveaError } from "../base/errors.js";
import type { Rect } from "../base/geometry.js";
import { warn } from "../base/log.js";
import type { Redaction } from "../base/redaction.js";
import { ExchangeNotes } from "./exchange-notes.js";
import { FolderWriter, unwritable } from "./folder-writer.js";
import { FORMAT_VERSION, manifestSchema, type PhoneLine, type StreamName } from "./format.js";
import { withoutRegions } from "./paint-regions.js";
import { isActing } from "./request.js";
import { Secrets } from "./secrets.js";

export interface PhoneRecorderOptions {
  readonly folder: string;
  /** Of Fovea. */
  readonly version: string;
  readonly redaction: Redaction;
  /** Parts of screenshots, in pixels, that are painted over. */
  readonly regions: readonly Rect[];
  readonly capBytes: number;
}

/**
 * Writes down what passes between Fovea and one device: the first one that is asked for more than what it is. Nothing of
 * it is in the way of a call: lines are written behind it, one after another. Dispose of it by {@link close}.
 */
export class PhoneRecorder {
  readonly #options: PhoneRecorderOptions;
  readonly #writer: FolderWriter;
  readonly #secrets: Secrets;
  readonly #session = randomBytes(6).toString("hex");
  readonly #startedAt = performance.now();
  readonly #features = new Map<string, readonly string[]>();
  readonly #early: ExchangeNotes[] = [];
  readonly #open = new Set<ExchangeNotes>();
  #serial: string | null = null;
  #count = 0;
  #acts = 0;
  #queue: Promise<void> = Promise.resolve();
  #failure: FoveaError | null = null;
  #isStopped = false;

  private constructor(options: PhoneRecorderOptions, writer: FolderWriter) {
    this.#options = options;
    this.#writer = writer;
    this.#secrets = new Secrets(options.redaction);
  }

  /** Errors: RECORDING_UNWRITABLE. */
  static async open(options: PhoneRecorderOptions): Promise<PhoneRecorder> {
    const writer = new FolderWriter(options.folder);
    await writer.open();
    return new PhoneRecorder(options, writer);
  }

  /** What the adb server and the device have in common, as soon as it is known. */
  noteFeatures(serial: string, features: ReadonlySet<string>): void {
    this.#features.set(serial, [...features]);
  }

  /** A service is asked for; what comes of it is told to what this gives. */
  begin(serial: string, service: string): ExchangeNotes {
    const isBootReport = /^shell,v2,raw:getprop\b/.test(service);
    if (!isBootReport) this.#choose(serial);
    const isOurs = this.#serial === null || this.#serial === serial;
    const acts = isOurs && isActing(service);
    if (acts) this.#acts += 1;
    const isLeftOut = service.startsWith("localabstract:");
    const notes = new ExchangeNotes(
      {
        serial,
        service: this.#secrets.service(service, acts),
        n: this.#count,
        state: this.#acts,
        acts,
        atMs: performance.now() - this.#startedAt,
        isLeftOut,
      },
      (ended) => this.#ended(ended),
    );
    this.#count += 1;
    this.#open.add(notes);
    return notes;
  }

  /** Writes down what is still open as it stands, and ends. Errors: RECORDING_UNWRITABLE, also of what came before. */
  async close(): Promise<void> {
    const [first] = this.#early;
    const isOnly = this.#early.every((notes) => notes.serial === first?.serial);
    if (this.#serial === null && first && isOnly) this.#choose(first.serial);
    for (const notes of [...this.#open]) notes.end("host");
    await this.#queue;
    await this.#writer.close();
    if (this.#failure) throw this.#failure;
  }

  #choose(serial: string): void {
    if (this.#serial !== null) return;
    this.#serial = serial;
    this.#enqueue(() => this.#writeHead(serial));
    for (const notes of this.#early.splice(0)) this.#ended(notes);
  }

  #ended(notes: ExchangeNotes): void {
    this.#open.delete(notes);
    if (this.#serial === null) this.#early.push(notes);
    else if (notes.serial === this.#serial && !this.#isStopped) {
      const streams = notes.streams.map(([name, pieces]) => [name, this.#secrets.withoutPasswords(pieces)] as const);
      this.#enqueue(() => this.#write(notes, streams));
    }
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#failure || this.#isStopped) return;
      try {
        await work();
      } catch (error) {
        this.#failure = unwritable(this.#options.folder, error);
        warn("recording", this.#failure.message);
      }
    });
  }

  async #writeHead(serial: string): Promise<void> {
    const { version: fovea, folder } = this.#options;
    const started_at = new Date().toISOString();
    const shown = this.#secrets.words(serial);
    const wanted = { format: "fovea-phone", version: FORMAT_VERSION, fovea, started_at, serial: shown } as const;
    const found = manifestSchema.safeParse(await this.#writer.ensureManifest(wanted));
    if (found.data?.serial !== shown) {
      const why = found.success ? `it holds a recording of ${found.data.serial}` : "its manifest is of another version";
      throw new FoveaError("RECORDING_UNWRITABLE", `${folder}: ${why}; this one is of ${shown}`);
    }
    await this.#append({ type: "session", session: this.#session, started_at, fovea });
    const features = [...(this.#features.get(serial) ?? [])];
    await this.#append({ type: "features", session: this.#session, features });
  }

  async #write(notes: ExchangeNotes, streams: readonly (readonly [StreamName, readonly Buffer[]])[]): Promise<void> {
    const { regions, capBytes } = this.#options;
    const safe = streams.map(([name, pieces]) => [name, this.#secrets.withoutMatches(Buffer.concat(pieces))] as const);
    const shown = regions.length === 0 ? safe : painted(notes.service, safe, regions);
    if (shown === null)
      return await this.#note(`a picture was left out: it has regions to redact and is not understood`);
    const size = shown.reduce((sum, [, bytes]) => sum + bytes.length, 0);
    if (this.#writer.bytes + size > capBytes) {
      this.#isStopped = true;
      return await this.#note(`stopped: the recording would have more than ${Math.round(capBytes / 1e6)} MB`);
    }
    const payloads = await Promise.all(shown.map(async ([name, bytes]) => [name, await this.#writer.payloadOf(bytes)]));
    const sizes = new Map(shown.map(([name, bytes]) => [name, bytes.length]));
    await this.#append({
      type: "exchange",
      session: this.#session,
      ...notes.line(sizes),
      payloads: Object.fromEntries(payloads),
    });
  }

  async #note(note: string): Promise<void> {
    warn("recording", note);
    await this.#append({ type: "note", session: this.#session, note });
  }

  async #append(line: PhoneLine): Promise<void> {
    await this.#writer.append(line);
  }
}

type Streams = readonly (readonly [StreamName, Buffer])[];

/** Null where something is a picture, as far as its service says, and cannot be painted. */
function painted(service: string, streams: Streams, regions: readonly Rect[]): Streams | null {
  if (!/\bscreen(?:cap|record)\b/.test(service)) return streams;
  const shown: [StreamName, Buffer][] = [];
  for (const [name, bytes] of streams) {
    const isPicture = (name === "stdout" || name === "in") && bytes.length > 0;
    const safe = isPicture ? withoutRegions(bytes, regions) : bytes;
    if (safe === null) return null;
    shown.push([name, safe]);
  }
  return shown;
}
