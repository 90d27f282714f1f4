import { FoveaError } from "../base/errors.js";
import type { Rect } from "../base/geometry.js";
import { REDACTED } from "../base/redaction.js";
import { FrameCutter } from "./companion-frames.js";
import { parseCompanionMessage, safeEvent, safeFailure, safeResult, safeSnapshot } from "./companion-message.js";
import {
  addressIn,
  type CompanionHost,
  type CompanionRequest,
  type CompanionWording,
  companionService,
  helloService,
  isCompanionAct,
} from "./companion-request.js";
import { isRecord, isSecret, malformedTree } from "./companion-tree.js";
import { CompanionTrees, type WholeWindow } from "./companion-trees.js";
import type { ExchangeNotes } from "./exchange-notes.js";
import type { ExchangeSink } from "./exchange-sink.js";
import type { Secrets } from "./secrets.js";

type Json = Readonly<Record<string, unknown>>;

/** The position of an exchange in the recording. */
export interface Place {
  readonly n: number;
  readonly state: number;
  /** The time since the session began, in ms. */
  readonly atMs: number;
}

/** A request to the companion, or the hello, as it is written when it is over. */
export interface CompanionExchange extends Place {
  readonly service: string;
  readonly acts: boolean;
  readonly epoch: string | null;
  readonly end: "device" | "host" | "lost" | "left_out";
  /** The time since the session began, in ms. */
  readonly endMs: number;
  /** Makes the reply without secrets, after the call; null if there is no reply. */
  readonly reply: (() => Buffer) | null;
  readonly attachment: Buffer | null;
  /** Parts of the attachment that must be hidden; null if they are unknown. */
  readonly covered: readonly Rect[] | null;
}

/** The parts of the recorder that a tap needs. */
export interface TapParts {
  readonly host: CompanionHost;
  /** The adb service of the connection. */
  readonly socket: string;
  /** The notes of the connection itself. */
  readonly connection: ExchangeNotes;
  readonly secrets: Secrets;
  /** Parts of current screenshots that must be hidden. */
  covered(): readonly Rect[];
  /** The time since the session began, in ms. */
  nowMs(): number;
  /** Counts a request that begins, and gives its position. */
  count(acts: boolean): Place;
  /** Runs the work after the current work, in order; {@link TapParts.drain} runs all of it now. */
  later(work: () => void): void;
  drain(): void;
  write(exchange: CompanionExchange): void;
  event(event: Json, epoch: string, atMs: number): void;
  note(note: string): void;
}

/** Largest bodies to and from the companion (protocol/on-device/README.md, "Frames"). */
const REQUEST_BYTES = 1 << 20;
const REPLY_BYTES = 32 << 20;
/** More requests than a companion runs at the same time. */
const MOST_PENDING = 256;
/** Actions of a node that do not move the focus. */
const LEAVES_FOCUS: readonly unknown[] = ["setText", "setSelection", "accessibilityFocus", "clearAccessibilityFocus"];

interface Pending extends Place {
  readonly service: string;
  readonly acts: boolean;
  readonly request: CompanionRequest;
}

interface Reply {
  readonly message: Json;
  readonly atMs: number;
  readonly attachment: Buffer | null;
}

/**
 * Reads one connection to the companion: each request with its reply becomes an exchange of its own, and each event a
 * line of its own. A message that it cannot parse ends the reading, but never the connection.
 */
export class CompanionTap implements ExchangeSink {
  readonly #parts: TapParts;
  readonly #out = new FrameCutter(REQUEST_BYTES);
  readonly #in = new FrameCutter(REPLY_BYTES);
  readonly #trees = new CompanionTrees();
  readonly #pending = new Map<number, Pending>();
  #hello: Pending | null = null;
  #awaited: { readonly pending: Pending; readonly message: Json } | null = null;
  #epoch: string | null = null;
  #isOver = false;

  constructor(parts: TapParts) {
    this.#parts = parts;
  }

  accepted(): void {
    this.#parts.connection.accepted();
  }

  moved(direction: "in" | "out", bytes: Uint8Array): void {
    if (this.#isOver) return;
    const atMs = this.#parts.nowMs();
    const cutter = direction === "in" ? this.#in : this.#out;
    const bodies = cutter.cut(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    // A request is redacted with the screen that was read before it, so pending work runs first.
    if (direction === "out" && bodies.length > 0) this.#parts.drain();
    for (const body of bodies) {
      if (direction === "out") this.#guarded(() => this.#asked(body));
      else this.#parts.later(() => this.#guarded(() => this.#answered(body, atMs)));
    }
    const { problem } = cutter;
    if (problem !== null)
      this.#parts.later(() => this.#giveUp(`${direction === "in" ? "it sent" : "it was sent"} ${problem}`));
  }

  end(end: "device" | "host" | "refused" | "lost"): void {
    this.#parts.drain();
    if (!this.#isOver) {
      const how = end === "refused" ? "lost" : end;
      for (const pending of this.#open()) this.#write(pending, { end: how });
    }
    this.#isOver = true;
    this.#parts.connection.end(end);
  }

  #guarded(work: () => void): void {
    if (this.#isOver) return;
    try {
      work();
    } catch (error) {
      this.#giveUp(whyOf(error));
    }
  }

  /** Stops recording this connection. */
  #giveUp(why: string): void {
    if (this.#isOver) return;
    for (const pending of this.#open()) this.#write(pending, { end: "left_out" });
    this.#isOver = true;
    this.#parts.note(`from here on, the traffic of the companion is left out: ${why}`);
  }

  #open(): readonly Pending[] {
    const open = [this.#hello, this.#awaited?.pending ?? null, ...this.#pending.values()];
    [this.#hello, this.#awaited] = [null, null];
    this.#pending.clear();
    return open.filter((one) => one !== null);
  }

  #asked(body: Buffer): void {
    const { host, socket, secrets } = this.#parts;
    const message = parseCompanionMessage(body);
    if ("hello" in message) this.#hello = this.#begin(helloService(host, socket), { method: "hello", params: {} });
    const { id, method, params } = message;
    if (typeof id !== "number" || typeof method !== "string") return;
    if (this.#pending.size >= MOST_PENDING) throw malformedTree("no answer to too many requests");
    const request = { method, params: isRecord(params) ? params : {} };
    const service = companionService(host, { ...request, method: secrets.words(method) }, this.#wording(request));
    this.#pending.set(id, this.#begin(service, request));
    if (isCompanionAct(service) && movesFocus(request)) secrets.moved();
  }

  #begin(service: string, request: CompanionRequest): Pending {
    const acts = isCompanionAct(service);
    return { service, acts, request, ...this.#parts.count(acts) };
  }

  #wording({ params }: CompanionRequest): CompanionWording {
    const { secrets } = this.#parts;
    const words = (text: string) => secrets.words(text);
    const address = addressIn(params);
    const node = address && this.#trees.find(address.tree)?.nodes[address.node];
    const isKnownField = node !== null && node !== undefined && !isSecret(node);
    const isToFocus = address === null && (!isRecord(params["target"]) || params["target"]["focus"] === "input");
    const typed = isKnownField ? words : (text: string) => (isToFocus ? secrets.typed(text) : REDACTED);
    return { nameOf: (one) => this.#trees.nameOf(one), typed, words };
  }

  #answered(body: Buffer, atMs: number): void {
    const awaited = this.#awaited;
    if (awaited !== null) {
      this.#awaited = null;
      this.#finishOrLeaveOut(awaited.pending, { message: awaited.message, atMs, attachment: body });
      return;
    }
    const message = parseCompanionMessage(body);
    if (this.#hello !== null) this.#greeted(this.#hello, { message, atMs, attachment: null });
    else if (isRecord(message["event"])) this.#heard(message["event"], atMs);
    else this.#replied(message, atMs);
  }

  #replied(message: Json, atMs: number): void {
    const { id, attachment } = message;
    if (typeof id !== "number") return; // the end of the connection follows and is recorded
    const pending = this.#pending.get(id);
    if (pending === undefined) throw malformedTree("an answer without a request");
    this.#pending.delete(id);
    if (typeof attachment === "number") this.#awaited = { pending, message };
    else this.#finishOrLeaveOut(pending, { message, atMs, attachment: null });
  }

  #greeted(pending: Pending, { message, atMs }: Reply): void {
    this.#hello = null;
    const { hello } = message;
    if (isRecord(hello) && typeof hello["epoch"] === "string") this.#epoch = hello["epoch"];
    const reply = () => Buffer.from(JSON.stringify(message));
    this.#write(pending, { end: "device", endMs: atMs, reply });
  }

  #heard(event: Json, atMs: number): void {
    const { secrets } = this.#parts;
    if (this.#epoch === null) throw malformedTree("an event before its hello");
    this.#parts.event(
      safeEvent(event, (text) => secrets.words(text)),
      this.#epoch,
      atMs,
    );
  }

  #finishOrLeaveOut(pending: Pending, reply: Reply): void {
    try {
      this.#finish(pending, reply);
    } catch (error) {
      this.#write(pending, { end: "left_out", endMs: reply.atMs });
      this.#parts.note(`an answer of the companion to ${pending.request.method} was left out: ${whyOf(error)}`);
    }
  }

  #finish(pending: Pending, { message, atMs, attachment }: Reply): void {
    const { secrets, covered } = this.#parts;
    const { result, error } = message;
    const words = (text: string) => secrets.words(text);
    const over = { end: "device", endMs: atMs } as const;
    if (!isRecord(result)) {
      const end = isRecord(error) && error["code"] === "CANCELLED" ? "host" : "device";
      const reply = () => Buffer.from(JSON.stringify({ error: safeFailure(error, words) }));
      this.#write(pending, { ...over, end, reply });
      return;
    }
    const safe = this.#safe(pending.request, result, words);
    const reply = () => Buffer.from(JSON.stringify({ result: safe() }));
    const { params } = pending.request;
    // The positions of the hidden parts in this image are unknown.
    const isOtherwise = "window" in params || "longestSidePx" in params;
    const parts = isOtherwise && covered().length > 0 ? null : covered();
    this.#write(pending, { ...over, reply, attachment, covered: parts });
  }

  /** Gives a function that makes the result without secrets, to be called after the call. */
  #safe({ method, params }: CompanionRequest, result: Json, words: (text: string) => string): () => Json {
    if (method !== "snapshot") return () => safeResult(method, result, words);
    const windows = this.#seen(params, result);
    return () => safeSnapshot(result, windows, words);
  }

  #seen(params: Json, { windows }: Json): readonly WholeWindow[] {
    const whole = this.#trees.whole(windows);
    const isAll = !("windows" in params) && !("display" in params);
    const isWhole = isAll && whole.every(({ error, truncated }) => !error && !truncated);
    this.#parts.secrets.look(whole.flatMap(sentWindow), isWhole);
    return whole;
  }

  #write(pending: Pending, more: Partial<CompanionExchange> & Pick<CompanionExchange, "end">): void {
    const { service, acts, n, state, atMs } = pending;
    const nothing = { reply: null, attachment: null, covered: [], endMs: this.#parts.nowMs() };
    this.#parts.write({ service, acts, n, state, atMs, epoch: this.#epoch, ...nothing, ...more });
  }
}

function movesFocus({ method, params }: CompanionRequest): boolean {
  if (method === "commitText" || method === "setClipboard") return false;
  return method !== "nodeAction" || !LEAVES_FOCUS.includes(params["action"]);
}

function sentWindow({ content, focused }: WholeWindow) {
  return content === null ? [] : [{ tree: content, hasFocus: focused === true }];
}

function whyOf(error: unknown): string {
  return error instanceof FoveaError ? error.message : "it was not understood";
}
