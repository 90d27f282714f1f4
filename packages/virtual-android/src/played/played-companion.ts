import { parseCompanionMessage } from "../../../../src/device-recording/companion-message.js";
import { addressIn, type CompanionHost, companionService } from "../../../../src/device-recording/companion-request.js";
import { isRecord } from "../../../../src/device-recording/companion-tree.js";
import { CompanionTrees } from "../../../../src/device-recording/companion-trees.js";
import type { RecordedExchange } from "../../../../src/device-recording/read-recording.js";
import { type ServiceSession, SessionReader } from "../adbd/service.js";
import { frameOf, messageFrame } from "../companion/wire/frame-reader.js";
import { LONGEST_REQUEST } from "../companion/wire/limits.js";
import { type JsonObject, parseBody } from "../companion/wire/strict-json.js";
import { WireError } from "../companion/wire/wire-error.js";
import { lastingController } from "../lasting-controller.js";
import { playedResult, readReply } from "./companion-reply.js";
import { type PlayParts, paced } from "./play-exchange.js";
import type { Playback } from "./playback.js";
import type { CompanionMove, Timeline } from "./timeline.js";

export interface CompanionParts extends PlayParts {
  readonly playback: Playback;
  readonly timeline: Timeline;
}

/** One connection to the recorded companion, from the recorded hello to its end. Never rejects. */
export class PlayedCompanion {
  readonly #parts: CompanionParts;
  readonly #hello: RecordedExchange;
  readonly #host: CompanionHost;
  readonly #session: ServiceSession;
  readonly #reader: SessionReader;
  readonly #over = lastingController();
  readonly #whenOver: Promise<null>;
  readonly #trees = new CompanionTrees();
  readonly #running = new Map<number, AbortController>();
  #subscription: { readonly types: readonly unknown[] | null } | null = null;
  #sent: Promise<void> = Promise.resolve();
  /** The number of the last event before the hello. */
  #seq = 0;

  constructor(hello: RecordedExchange, parts: CompanionParts, session: ServiceSession) {
    this.#parts = parts;
    this.#hello = hello;
    this.#host = hello.service.startsWith("half:shell ") ? "shell" : "service";
    this.#session = session;
    this.#reader = new SessionReader(session);
    this.#whenOver = new Promise((resolve) => {
      this.#over.signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    session.closed.addEventListener("abort", () => this.#end(), { once: true });
  }

  async serve(): Promise<void> {
    let unwatch = () => {};
    try {
      if (!(await this.#greet())) return;
      unwatch = this.#parts.timeline.watch(this.#host, (move) => this.#moved(move));
      await this.#readAll();
    } catch (error) {
      if (!this.#over.signal.aborted) this.#send({ error: bodyOf(error) });
    } finally {
      unwatch();
      this.#end();
      await this.#sent;
    }
  }

  async #greet(): Promise<boolean> {
    const body = await this.#next();
    if (body === null) return false;
    const { hello } = parseBody(body);
    const { timeline, recording } = this.#parts;
    timeline.asked(this.#hello);
    await paced(this.#parts, this.#hello.end_ms, this.#over.signal);
    timeline.answered(this.#hello);
    const bytes = recording.bytesOf(this.#hello, "in");
    if (bytes.length === 0) return false; // the connection ended before the hello
    const said = parseCompanionMessage(bytes);
    const own = said["hello"];
    if (!isRecord(own)) {
      this.#send(said);
      return false;
    }
    const version = spokenVersion(hello, own["version"]);
    this.#seq = Math.max(this.#numberOf(Number(own["seq"])), timeline.past(this.#host).at(-1)?.seq ?? 0);
    this.#send({ hello: { ...own, version, seq: this.#seq } });
    return true;
  }

  async #readAll(): Promise<void> {
    for (let body = await this.#next(); body !== null; body = await this.#next()) {
      const message = parseBody(body);
      const { id, method, params } = message;
      if ("cancel" in message) this.#running.get(Number(message["cancel"]))?.abort();
      else if (typeof id !== "number" || typeof method !== "string") throw new WireError("BAD_FRAME", "no request");
      else void this.#take(id, method, isRecord(params) ? params : {});
    }
  }

  /** The next body; null if either side has ended the connection. Errors: BAD_FRAME. */
  async #next(): Promise<Buffer | null> {
    const head = await Promise.race([this.#reader.take(4), this.#whenOver]);
    if (head === null) return null;
    const length = head.readUInt32BE(0);
    if (length === 0 || length > LONGEST_REQUEST) throw new WireError("BAD_FRAME", `a frame of ${length} bytes`);
    return await Promise.race([this.#reader.take(length), this.#whenOver]);
  }

  async #take(id: number, method: string, params: JsonObject): Promise<void> {
    const given = lastingController();
    this.#running.set(id, given);
    try {
      if (method === "subscribe") this.#subscribe(id, params);
      else if (method === "unsubscribe") {
        this.#subscription = null;
        this.#send({ id, result: {} });
      } else await this.#answer(id, { method, params }, given.signal);
    } catch (error) {
      if (!this.#over.signal.aborted) this.#send({ id, error: bodyOf(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  /**
   * Subscribes by the companion's own rule: with `after`, kept events after this number come first; else only new
   * events.
   */
  #subscribe(id: number, { types, after }: JsonObject): void {
    const past = this.#parts.timeline.past(this.#host);
    const seq = typeof after === "number" ? after : Math.max(this.#seq, past.at(-1)?.seq ?? 0);
    this.#send({ id, result: { seq } });
    this.#subscription = { types: Array.isArray(types) ? types : null };
    for (const move of past) if (move.seq > seq) this.#moved(move);
  }

  async #answer(
    id: number,
    { method, params }: { readonly method: string; readonly params: JsonObject },
    cancelled: AbortSignal,
  ): Promise<void> {
    const { playback, timeline, recording } = this.#parts;
    const address = addressIn(params);
    if (address !== null && this.#trees.nameOf(address) === null) {
      throw new WireError("STALE_NODE", "this tree was not sent over this connection", { mayHaveHappened: false });
    }
    const same = (text: string) => text;
    const wording = { nameOf: this.#trees.nameOf.bind(this.#trees), typed: same, words: same };
    const found = playback.answer(companionService(this.#host, { method, params }, wording));
    if ("refusal" in found) throw new WireError("UNSUPPORTED", found.refusal, { mayHaveHappened: false });
    const { exchange } = found;
    using _held = timeline.hold(exchange);
    timeline.asked(exchange);
    const signal = AbortSignal.any([cancelled, this.#over.signal]);
    if (exchange.end === "host") await untilAborted(signal);
    else await paced(this.#parts, exchange.end_ms, signal).catch(() => {});
    if (signal.aborted) throw new WireError("CANCELLED", "given up by the client", { mayHaveHappened: exchange.acts });
    timeline.answered(exchange);
    // In the recording the companion's process failed, and the connection ended with this request.
    if (exchange.chunks.length === 0) return this.#end();
    const { result, error } = readReply(recording.bytesOf(exchange, "in"));
    if (result === undefined) return this.#send({ id, error });
    const numberOf = (seq: number) => this.#parts.timeline.numberOf(seq, exchange);
    const played = playedResult(method, result, { trees: this.#trees, params, numberOf });
    const attachment = recording.bytesOf(exchange, "attachment");
    if (attachment.length === 0) this.#send({ id, result: played });
    else this.#send({ id, result: played, attachment: attachment.length }, attachment);
  }

  #numberOf(seq: number): number {
    return this.#parts.timeline.numberOf(seq, this.#hello);
  }

  #moved(move: CompanionMove): void {
    if (move.kind === "end") this.#end();
    else if (this.#subscription?.types?.includes(move.event.type) !== false) {
      if (this.#subscription !== null) this.#send({ event: move.event });
    }
  }

  /** Sends in the order of the calls, with no other frame between a message and its attachment. */
  #send(message: object, attachment?: Buffer): void {
    const frame = messageFrame(message);
    const bytes = attachment === undefined ? frame : Buffer.concat([frame, frameOf(attachment)]);
    this.#sent = this.#sent.then(() => this.#session.write(bytes)).catch(() => this.#end());
  }

  #end(): void {
    this.#over.abort();
    for (const running of this.#running.values()) running.abort();
  }
}

/**
 * The version for the answer. The playback never sends patches, so an older version works, too. Errors: WRONG_VERSION.
 */
function spokenVersion(hello: unknown, recorded: unknown): number {
  const offered: readonly unknown[] = isRecord(hello) && Array.isArray(hello["versions"]) ? hello["versions"] : [];
  const versions = [recorded, 1].filter((one) => typeof one === "number");
  const version = versions.find((one) => offered.includes(one));
  if (version !== undefined) return version;
  throw new WireError("WRONG_VERSION", "this side speaks none of these versions", { versions });
}

function bodyOf(error: unknown): object {
  if (!(error instanceof WireError)) {
    const message = `RECORDING_UNREADABLE: ${error instanceof Error ? error.message : "the reply is none"}`;
    return { code: "INTERNAL", message, mayHaveHappened: false };
  }
  const { code, message, mayHaveHappened = false, versions } = error;
  return { code, message, mayHaveHappened, ...(versions && { versions }) };
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
