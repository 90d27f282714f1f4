import { randomBytes } from "node:crypto";
import { FoveaError } from "../base/errors.js";
import type { Rect } from "../base/geometry.js";
import { warn } from "../base/log.js";
import type { Redaction } from "../base/redaction.js";
import { type CompanionHost, companionHostOf } from "./companion-request.js";
import { type CompanionExchange, CompanionTap, type Place } from "./companion-tap.js";
import { malformedTree } from "./companion-tree.js";
import { ExchangeNotes } from "./exchange-notes.js";
import type { ExchangeSink } from "./exchange-sink.js";
import { FolderWriter, unwritable } from "./folder-writer.js";
import {
  type Chunk,
  type ExchangeLine,
  FORMAT_VERSION,
  type PhoneLine,
  recordingManifestSchema,
  type StreamName,
} from "./format.js";
import { withoutRegions } from "./paint-regions.js";
import { isActing, pictureStart } from "./request.js";
import { Secrets } from "./secrets.js";

export interface PhoneRecorderOptions {
  readonly folder: string;
  /** The version of Fovea. */
  readonly version: string;
  readonly redaction: Redaction;
  /** Parts of screenshots, in pixels, that are painted black. */
  readonly regions: readonly Rect[];
  readonly capBytes: number;
  /**
   * Paints parts of a JPEG, PNG or WebP image black, in the same format; null if the format is unknown. If this
   * function is absent, images with parts to hide are left out.
   */
  readonly paintPicture?: (bytes: Buffer, parts: readonly Rect[]) => Promise<Buffer | null>;
}

/**
 * Records the traffic between Fovea and one device: the first device with a request beyond the boot report. It does not
 * delay calls: lines are written after them, one by one. Dispose of it by {@link close}.
 */
export class PhoneRecorder {
  readonly #options: PhoneRecorderOptions;
  readonly #writer: FolderWriter;
  readonly #secrets: Secrets;
  readonly #session = randomBytes(6).toString("hex");
  readonly #startedAt = performance.now();
  readonly #features = new Map<string, readonly string[]>();
  readonly #early: ExchangeNotes[] = [];
  readonly #open = new Set<ExchangeSink>();
  readonly #pendingWork: (() => void)[] = [];
  #serial: string | null = null;
  #counted = 0;
  #acts = 0;
  #queue: Promise<void> = Promise.resolve();
  #failure: FoveaError | null = null;
  #isStopped = false;

  private constructor(options: PhoneRecorderOptions, writer: FolderWriter) {
    this.#options = options;
    this.#writer = writer;
    this.#secrets = new Secrets(options.redaction);
  }

  /** Creates the recorder. Errors: RECORDING_UNWRITABLE. */
  static async open(options: PhoneRecorderOptions): Promise<PhoneRecorder> {
    const writer = new FolderWriter(options.folder);
    await writer.open();
    return new PhoneRecorder(options, writer);
  }

  /** Takes the features that the adb server and the device share, as soon as they are known. */
  noteFeatures(serial: string, features: ReadonlySet<string>): void {
    this.#features.set(serial, [...features]);
  }

  /** A service is requested; its traffic is reported to the returned sink. */
  begin(serial: string, service: string): ExchangeSink {
    this.#drain();
    const isBootReport = /^shell,v2,raw:getprop\b/.test(service);
    if (!isBootReport) this.#choose(serial);
    const isOurs = this.#serial === null || this.#serial === serial;
    const acts = isOurs && isActing(service);
    const place = this.#count(acts);
    const host = isOurs ? companionHostOf(service) : null;
    const isLeftOut = host === null && service.startsWith("localabstract:");
    const head = { serial, service: this.#secrets.service(service, acts), acts, isLeftOut, ...place };
    const notes = new ExchangeNotes({ ...head, isProgram: isCompanionProgram(service) }, (ended) =>
      this.#ended(ended, sink),
    );
    const sink = host === null ? notes : this.#tap(host, service, notes);
    this.#open.add(sink);
    return sink;
  }

  #tap(host: CompanionHost, socket: string, connection: ExchangeNotes): CompanionTap {
    const session = this.#session;
    return new CompanionTap({
      host,
      socket,
      connection,
      secrets: this.#secrets,
      covered: () => this.#covered(),
      nowMs: () => this.#nowMs(),
      count: (acts) => this.#count(acts),
      later: (work) => this.#later(work),
      drain: () => this.#drain(),
      write: (exchange) => this.#enqueue(() => this.#writeCompanion(exchange)),
      event: ({ seq, type, ...event }, epoch, atMs) => {
        if (typeof seq !== "number" || typeof type !== "string") throw malformedTree("an event without a number");
        const place = { n: this.#counted, state: this.#acts, at_ms: rounded(atMs) };
        const line = { type: "event", session, half: host, epoch, ...place, event: { seq, type, ...event } } as const;
        this.#enqueue(async () => (await this.#hasRoom(0)) && (await this.#append(line)));
      },
      note: (note) => this.#enqueue(() => this.#note(note)),
    });
  }

  /** Writes the exchanges that are still open, and ends. Errors: RECORDING_UNWRITABLE, also of earlier writes. */
  async close(): Promise<void> {
    const [first] = this.#early;
    const isOnly = this.#early.every((notes) => notes.serial === first?.serial);
    if (this.#serial === null && first && isOnly) this.#choose(first.serial);
    this.#drain();
    for (const sink of [...this.#open]) sink.end("host");
    await this.#queue;
    await this.#writer.close();
    if (this.#failure) throw this.#failure;
  }

  #choose(serial: string): void {
    if (this.#serial !== null) return;
    this.#serial = serial;
    this.#enqueue(() => this.#writeHead(serial));
    for (const notes of this.#early.splice(0)) this.#ended(notes, notes);
  }

  #count(acts: boolean): Place {
    if (acts) this.#acts += 1;
    this.#counted += 1;
    return { n: this.#counted - 1, state: this.#acts, atMs: this.#nowMs() };
  }

  #nowMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Parts of current screenshots that must be hidden. */
  #covered(): readonly Rect[] {
    return [...this.#options.regions, ...this.#secrets.passwordFields];
  }

  /** Runs long work after the current work. */
  #later(work: () => void): void {
    if (this.#pendingWork.push(work) === 1) setImmediate(() => this.#drain());
  }

  #drain(): void {
    for (let work = this.#pendingWork.shift(); work; work = this.#pendingWork.shift()) work();
  }

  #ended(notes: ExchangeNotes, sink: ExchangeSink): void {
    this.#drain();
    this.#open.delete(sink);
    if (this.#serial === null) this.#early.push(notes);
    else if (notes.serial === this.#serial && !this.#isStopped) {
      const streams = notes.streams.map(([name, pieces]) => [name, this.#secrets.withoutPasswords(pieces)] as const);
      const regions = this.#covered();
      const until = sink === notes ? {} : { until: this.#counted };
      this.#enqueue(() => this.#write({ notes, streams, regions, until }));
    }
  }

  #enqueue(work: () => Promise<unknown>): void {
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
    const found = recordingManifestSchema.safeParse(await this.#writer.ensureManifest(wanted));
    if (found.data?.serial !== shown) {
      const why = found.success ? `it holds a recording of ${found.data.serial}` : "its manifest is of another version";
      throw new FoveaError("RECORDING_UNWRITABLE", `${folder}: ${why}; this one is of ${shown}`);
    }
    await this.#append({ type: "session", session: this.#session, started_at, fovea });
    const features = [...(this.#features.get(serial) ?? [])];
    await this.#append({ type: "features", session: this.#session, features });
  }

  async #write({ notes, streams, regions, until }: Ended): Promise<void> {
    const safe = streams.map(([name, pieces]) => [name, this.#secrets.withoutMatches(Buffer.concat(pieces))] as const);
    const shown = regions.length === 0 ? safe : painted(notes.service, safe, regions);
    if (shown === null) return await this.#note(NOT_PAINTED);
    const sizes = new Map(shown.map(([name, bytes]) => [name, bytes.length]));
    await this.#writeExchange({ ...notes.line(sizes), ...until }, shown);
  }

  async #writeCompanion({ reply, attachment, covered, ...exchange }: CompanionExchange): Promise<void> {
    const { service, acts, n, state, atMs, epoch, end, endMs } = exchange;
    const picture =
      attachment === null || covered?.length === 0 ? attachment : await this.#painted(attachment, covered);
    if (attachment !== null && picture === null) return await this.#note(NOT_PAINTED);
    const streams: [StreamName, Buffer][] = [
      ...(reply === null ? [] : [["in", reply()] satisfies [StreamName, Buffer]]),
      ...(picture === null ? [] : [["attachment", picture] satisfies [StreamName, Buffer]]),
    ];
    const end_ms = rounded(Math.max(0, endMs - atMs));
    const chunks = streams.map(([name, { length }]): Chunk => [name, end_ms, length]);
    const place = { n, state, acts, service, ...(epoch === null ? {} : { epoch }), at_ms: rounded(atMs) };
    await this.#writeExchange({ ...place, accepted_ms: 0, end_ms, end, chunks }, streams);
  }

  async #painted(picture: Buffer, parts: readonly Rect[] | null): Promise<Buffer | null> {
    return parts === null ? null : ((await this.#options.paintPicture?.(picture, parts)) ?? null);
  }

  async #writeExchange(line: Omit<ExchangeLine, "type" | "session" | "payloads">, streams: Streams): Promise<void> {
    if (!(await this.#hasRoom(streams.reduce((sum, [, bytes]) => sum + bytes.length, 0)))) return;
    const written = streams.map(async ([name, bytes]) => [name, await this.#writer.payloadOf(bytes)]);
    const payloads = Object.fromEntries(await Promise.all(written));
    await this.#append({ type: "exchange", session: this.#session, ...line, payloads });
  }

  /** Whether the folder may grow by this size; if not, the recording stops with a note. */
  async #hasRoom(bytes: number): Promise<boolean> {
    const { capBytes } = this.#options;
    if (this.#writer.bytes + bytes <= capBytes) return true;
    this.#isStopped = true;
    await this.#note(`stopped: the recording would have more than ${Math.round(capBytes / 1e6)} MB`);
    return false;
  }

  async #note(note: string): Promise<void> {
    warn("recording", note);
    await this.#append({ type: "note", session: this.#session, note });
  }

  async #append(line: PhoneLine): Promise<void> {
    await this.#writer.append(line);
  }
}

/** A finished exchange, without passwords. */
interface Ended {
  readonly notes: ExchangeNotes;
  readonly streams: readonly (readonly [StreamName, readonly Buffer[]])[];
  readonly regions: readonly Rect[];
  readonly until: Pick<ExchangeLine, "until">;
}

const NOT_PAINTED = "a screenshot was left out: parts of it have to be redacted, and its format is not known";

/**
 * Whether the service starts the companion in adb's shell: that program prints one line, and then runs as long as it is
 * used.
 */
function isCompanionProgram(service: string): boolean {
  return /^shell,v2.*\bapp_process \/ dev\.fovea\.shell\./.test(service);
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

type Streams = readonly (readonly [StreamName, Buffer])[];

/** The streams with black regions; null if one is a screenshot, according to its service, but cannot be painted. */
function painted(service: string, streams: Streams, regions: readonly Rect[]): Streams | null {
  if (!/\bscreen(?:cap|record)\b/.test(service)) return streams;
  const shown: [StreamName, Buffer][] = [];
  for (const [name, bytes] of streams) {
    const start = name === "stdout" || name === "in" ? pictureStart(service, bytes) : bytes.length;
    const safe = start < bytes.length ? withoutRegions(bytes.subarray(start), regions) : Buffer.alloc(0);
    if (safe === null) return null;
    shown.push([name, Buffer.concat([bytes.subarray(0, start), safe])]);
  }
  return shown;
}
