import type * as z from "zod";
import { FoveaError, toFoveaError } from "../../base/errors.js";
import { abortable, deadline } from "../../base/signals.js";
import type { ServiceStream } from "../device.js";
import { frameOf, readFrames } from "./frames.js";
import { REPLY_BYTES, REQUEST_BYTES, REQUEST_TIMEOUT_MS } from "./limits.js";
import type { OnDeviceEvent, OnDeviceHello, ServerMessage } from "./messages.js";
import { helloMessage, readGreeting, readMessage, whereIn } from "./read-message.js";
import type { Requests } from "./requests.js";
import { type Method, RESULTS, type Result } from "./results.js";
import { foveaError } from "./wire-errors.js";

/** The result of a request, with the bytes that followed it (a screenshot's). */
export interface Answer<M extends Method> {
  readonly result: Result<M>;
  readonly attachment: Buffer | null;
}

export interface OnDeviceClientOptions {
  /** Serial of the device, for messages. */
  readonly serial: string;
  /** Name and version of this program, for the companion's reports. */
  readonly client: string;
}

export interface RequestOptions {
  /** After this time the device answers TIMEOUT. */
  readonly timeoutMs?: number;
}

/** How much later than the device this side gives up; needed only if the whole device hangs. */
const GRACE_MS = 1_000;
/** Actions: their failures say whether the action may have happened. */
const ACTS: ReadonlySet<Method> = new Set<Method>([
  "nodeAction",
  "gesture",
  "commitText",
  "setClipboard",
  "globalAction",
]);

interface Call {
  answer(result: unknown, attachment: Buffer | null): void;
  fail(error: FoveaError): void;
}

/**
 * A cancel that cancels nothing, since no request has this number. It is written only so that the system acknowledges
 * the received data at once. The adb server sends its small writes by Nagle's algorithm: the next write waits for the
 * acknowledgement, which Linux delays up to 40 ms if this side sends nothing. `bench act` measures it.
 */
const ACKNOWLEDGED = frameOf(Buffer.from(JSON.stringify({ cancel: 0 })));

/** Ignores the late answer to a request that was given up. */
const ABANDONED: Call = { answer: () => {}, fail: () => {} };

/**
 * One connection to the companion, over any stream to its socket. Requests may overlap. The code that opens it closes
 * it; when the other side closes it, {@link ended} aborts and every pending request fails.
 */
export class OnDeviceClient implements AsyncDisposable {
  /** The companion's identity and abilities; its `state` is that at the start of the connection. */
  readonly hello: OnDeviceHello;
  readonly #stream: ServiceStream;
  readonly #frames: AsyncGenerator<Buffer, void, void>;
  readonly #serial: string;
  readonly #calls = new Map<number, Call>();
  readonly #ended = new AbortController();
  #lastId = 0;
  #acknowledges = false;
  #listener: (event: OnDeviceEvent) => void = () => {};

  private constructor(
    stream: ServiceStream,
    frames: AsyncGenerator<Buffer, void, void>,
    hello: OnDeviceHello,
    serial: string,
  ) {
    this.#stream = stream;
    this.#frames = frames;
    this.#serial = serial;
    this.hello = hello;
    void this.#readAll();
  }

  /**
   * Performs the hello on a new stream; from then on the client owns the stream, even if this fails. Errors:
   * ON_DEVICE_VERSION, ON_DEVICE_BUSY (too many clients), ON_DEVICE_PROTOCOL, DEVICE_DISCONNECTED, the signal's.
   */
  static async connect(
    stream: ServiceStream,
    { serial, client }: OnDeviceClientOptions,
    signal: AbortSignal,
  ): Promise<OnDeviceClient> {
    const frames = readFrames(stream, REPLY_BYTES);
    try {
      await abortable(stream.write(frameOf(helloMessage(client))), signal);
      const first = await abortable(frames.next(), signal);
      if (first.done) throw disconnected(serial, "before its hello");
      const greeting = readGreeting(first.value);
      if ("error" in greeting) throw foveaError(greeting.error, `${serial}: the companion`, serial);
      return new OnDeviceClient(stream, frames, greeting.hello, serial);
    } catch (error) {
      stream.close();
      throw error instanceof FoveaError ? error.with({ device: serial }) : error;
    }
  }

  /** Aborts when the connection is over; the reason is a FoveaError. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Sends one request. The signal cancels it on the device, too. Errors: INVALID_ARGUMENT, REF_STALE (the node is gone
   * or shows something else), NO_TEXT_FIELD, GESTURE_CANCELLED, SCREENSHOT_FAILED, UNSUPPORTED_ON_DEVICE,
   * ON_DEVICE_SUPPRESSED, ON_DEVICE_BUSY, ON_DEVICE_FAILED, ON_DEVICE_PROTOCOL, OUTPUT_TOO_LARGE, TIMEOUT, CANCELLED,
   * DEVICE_DISCONNECTED. For actions the error's context says whether the action may have happened.
   */
  async request<M extends Method>(
    method: M,
    params: Requests[M],
    signal: AbortSignal,
    { timeoutMs = REQUEST_TIMEOUT_MS }: RequestOptions = {},
  ): Promise<Answer<M>> {
    signal.throwIfAborted();
    this.ended.throwIfAborted();
    const id = ++this.#lastId;
    const frame = this.#frameOf(JSON.stringify({ id, method, params, timeoutMs }));
    const what = `${this.#serial}: ${method}`;
    const answer = new Promise<Answer<M>>((resolve, reject) => {
      this.#calls.set(id, {
        answer: (result, attachment) => {
          const read = readResult(method, result);
          if (read instanceof FoveaError) reject(read);
          else resolve({ result: read, attachment });
        },
        fail: reject,
      });
    });
    using limit = deadline(timeoutMs + GRACE_MS, what, signal);
    try {
      await abortable(Promise.all([this.#stream.write(frame), answer]), limit.signal);
      return await answer;
    } catch (error) {
      if (limit.signal.aborted) this.#abandon(id);
      throw ACTS.has(method) ? withDoubt(error, this.#serial) : error;
    }
  }

  /**
   * Calls `listener` with each event in order, from now on or after the number `after`; replaces an earlier
   * subscription. The listener must neither throw nor wait. Gives the number after which the first event comes.
   */
  async subscribe(
    params: Requests["subscribe"],
    listener: (event: OnDeviceEvent) => void,
    signal: AbortSignal,
  ): Promise<number> {
    this.#listener = listener;
    const { result } = await this.request("subscribe", params, signal);
    return result.seq;
  }

  /** Ends the connection; pending requests fail. Safe to call twice. */
  close(): void {
    this.#end(disconnected(this.#serial, "closed by this side"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  #frameOf(request: string): Buffer {
    const body = Buffer.from(request);
    if (body.length <= REQUEST_BYTES) return frameOf(body);
    throw new FoveaError("INVALID_ARGUMENT", `a request of ${body.length} bytes; the limit is ${REQUEST_BYTES}`);
  }

  #abandon(id: number): void {
    if (!this.#calls.has(id)) return;
    this.#calls.set(id, ABANDONED);
    const cancel = frameOf(Buffer.from(JSON.stringify({ cancel: id })));
    this.#stream.write(cancel).catch(() => {}); // the reading side reports a lost connection
  }

  async #readAll(): Promise<void> {
    try {
      for (let body = await this.#frames.next(); !body.done; body = await this.#frames.next()) {
        await this.#handle(readMessage(body.value));
        if (this.#calls.size > 0) this.#acknowledgeSoon();
      }
      this.#end(disconnected(this.#serial, "ended by the device"));
    } catch (error) {
      this.#end(toFoveaError(error));
    }
  }

  async #handle(message: ServerMessage): Promise<void> {
    if ("event" in message) return this.#listener(message.event);
    if (!("id" in message)) throw foveaError(message.error, `${this.#serial}: the connection`, this.#serial);
    const call = this.#calls.get(message.id);
    if (call === undefined) throw protocol(`an answer to request ${message.id}, which was not made`);
    if ("error" in message) {
      this.#calls.delete(message.id);
      return call.fail(foveaError(message.error, `${this.#serial}: request ${message.id}`, this.#serial));
    }
    const attachment = message.attachment === undefined ? null : await this.#readAttachment(message.attachment);
    this.#calls.delete(message.id);
    call.answer(message.result, attachment);
  }

  /** Acknowledges once for all data that arrived together. A request that is sent anyway acknowledges it, too. */
  #acknowledgeSoon(): void {
    if (this.#acknowledges) return;
    this.#acknowledges = true;
    setImmediate(() => {
      this.#acknowledges = false;
      if (this.#calls.size > 0 && !this.ended.aborted) this.#stream.write(ACKNOWLEDGED).catch(() => {});
    });
  }

  async #readAttachment(length: number): Promise<Buffer> {
    const next = await this.#frames.next();
    if (next.done) throw disconnected(this.#serial, "before an attachment");
    if (next.value.length === length) return next.value;
    throw protocol(`an attachment of ${next.value.length} bytes in place of ${length}`);
  }

  #end(reason: FoveaError): void {
    if (this.#ended.signal.aborted) return;
    const error = reason.with({ device: this.#serial });
    this.#ended.abort(error);
    this.#stream.close();
    for (const call of this.#calls.values()) call.fail(error);
    this.#calls.clear();
  }
}

/** The result in the form of its method's schema; an invalid result fails only its own request. */
function readResult<M extends Method>(method: M, result: unknown): Result<M> | FoveaError {
  const schemas: { readonly [K in Method]: { safeParse(value: unknown): z.ZodSafeParseResult<Result<K>> } } = RESULTS;
  try {
    const read = schemas[method].safeParse(result);
    return read.success ? read.data : protocol(`a result of ${method} that it may not send: ${whereIn(read.error)}`);
  } catch (error) {
    return toFoveaError(error); // the reader of a tree throws coded errors
  }
}

function disconnected(serial: string, when: string): FoveaError {
  return new FoveaError("DEVICE_DISCONNECTED", `${serial}: the connection to the companion was ${when}`);
}

function protocol(what: string): FoveaError {
  return new FoveaError("ON_DEVICE_PROTOCOL", `the companion sent ${what}`);
}

/** Marks the error of an action: without an answer of the device the action may have happened. */
function withDoubt(error: unknown, device: string): FoveaError {
  const coded = toFoveaError(error);
  return coded.with({ device, mayHaveHappened: coded.context.mayHaveHappened ?? true });
}
