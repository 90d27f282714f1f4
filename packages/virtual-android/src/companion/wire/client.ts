import type { Connection } from "../../linux/listeners.js";
import { FrameReader, frameOf, messageFrame } from "./frame-reader.js";
import { agreedVersion, helloMessage } from "./hello.js";
import type { Answer, Host, WireFault } from "./host.js";
import { LONGEST_REPLY, REQUESTS_IN_FLIGHT } from "./limits.js";
import { Outbox } from "./outbox.js";
import { type Envelope, readEnvelope, readParams } from "./requests.js";
import { RunningRequest } from "./running-request.js";
import { isObject, type JsonObject, parseBody } from "./strict-json.js";
import { Subscription } from "./subscription.js";
import { WireError } from "./wire-error.js";

/** The client has to send its hello within this time. */
const HELLO_MS = 5000;

/** The connection of one client of the companion. */
export class Client {
  readonly #host: Host;
  readonly #outbox: Outbox;
  readonly #reader: FrameReader;
  readonly #gone = new AbortController();
  readonly #running = new Map<number, RunningRequest>();
  #subscription: Subscription | undefined;
  #lastId = 0;
  #version = 0;

  constructor(connection: Connection, host: Host) {
    this.#host = host;
    this.#reader = new FrameReader(connection, this.#gone.signal);
    this.#outbox = new Outbox({
      connection,
      after: (ms, run) => host.clock.after(ms, run),
      next: () => this.#subscription?.next(),
      onBroken: () => this.#gone.abort(new Error("the client is gone")),
    });
  }

  /** Serves until either side closes the connection; never rejects. */
  async serve(): Promise<void> {
    const unlisten = this.#host.events.onEvent(() => this.#outbox.poke());
    try {
      if (await this.#greet()) await this.#read();
      this.#outbox.break();
    } catch (error) {
      if (error instanceof WireError) this.refuse(error);
      else this.#outbox.break();
    } finally {
      unlisten();
      for (const request of this.#running.values()) request.drop();
    }
  }

  /** Reports a fatal error, and ends the connection. */
  refuse(error: WireError): void {
    const { code, message, versions } = error;
    const body = { code, message, mayHaveHappened: false, ...(versions && { versions }) };
    this.#outbox.send(messageFrame({ error: body }));
    this.#outbox.close();
  }

  /** Ends the connection at once, as the end of the process does. */
  end(): void {
    this.#outbox.break();
  }

  async #greet(): Promise<boolean> {
    const late = () => this.refuse(new WireError("HELLO_REQUIRED", `no hello within ${HELLO_MS} ms`));
    const cancel = this.#host.clock.after(HELLO_MS, late);
    try {
      const body = await this.#reader.next();
      if (!body) return false;
      const fault = this.#host.faultFor("hello");
      this.#version = agreedVersion(parseBody(body), this.#host.newestVersion());
      this.#deliver(fault, [messageFrame(helloMessage(this.#version, this.#host))]);
      return true;
    } finally {
      cancel();
    }
  }

  async #read(): Promise<void> {
    for (let body = await this.#reader.next(); body; body = await this.#reader.next()) this.#take(parseBody(body));
  }

  #take(message: JsonObject): void {
    if ("cancel" in message) {
      this.#cancel(message);
      return;
    }
    const { id } = message;
    if (typeof id !== "number" || !Number.isSafeInteger(id) || id <= this.#lastId) {
      throw new WireError("BAD_FRAME", "no id, or none that is greater than those before");
    }
    this.#lastId = id;
    try {
      this.#start(id, readEnvelope(message));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.#fail(id, error, false);
    }
  }

  #cancel(message: JsonObject): void {
    const { cancel: id } = message;
    const isRight = typeof id === "number" && Number.isSafeInteger(id) && id >= 0 && Object.keys(message).length === 1;
    if (!isRight) throw new WireError("INVALID_REQUEST", "cancel: takes the id of a request, and nothing else");
    this.#running.get(id)?.giveUp(new WireError("CANCELLED", "given up by the client"));
  }

  #start(id: number, envelope: Envelope): void {
    const { method, params } = envelope;
    if (this.#running.size >= REQUESTS_IN_FLIGHT) {
      throw new WireError("BUSY", `${REQUESTS_IN_FLIGHT} requests run already`, { mayHaveHappened: false });
    }
    if (method === "subscribe") this.#subscribe(id, params);
    else if (method === "unsubscribe") this.#unsubscribe(id, params);
    else this.#run(id, envelope);
  }

  #run(id: number, envelope: Envelope): void {
    const fault = this.#host.faultFor(envelope.method);
    const request = new RunningRequest(this.#host, envelope, this.#version);
    this.#running.set(id, request);
    request.outcome.then(
      (answer) => this.#answer(id, answer, fault),
      (error) => !isSilent(fault) && this.#failed(id, request, error),
    );
    request.start(fault);
  }

  #subscribe(id: number, params: unknown): void {
    const { types, after } = readParams("subscribe", params);
    this.#subscription = new Subscription(this.#host.events, { types, after });
    this.#outbox.send(messageFrame({ id, result: { seq: this.#subscription.seq } }));
  }

  #unsubscribe(id: number, params: unknown): void {
    readParams("unsubscribe", params);
    this.#subscription = undefined;
    this.#outbox.send(messageFrame({ id, result: {} }));
  }

  #answer(id: number, { result, attachment }: Answer, fault: WireFault | null): void {
    this.#running.delete(id);
    const reply = messageFrame({ id, result, ...(attachment && { attachment: attachment.length }) });
    if (reply.length - 4 > LONGEST_REPLY || (attachment?.length ?? 0) > LONGEST_REPLY) {
      this.#fail(id, new WireError("REPLY_TOO_LARGE", `the answer is longer than ${LONGEST_REPLY} bytes`), false);
    } else this.#deliver(fault, attachment ? [reply, frameOf(attachment)] : [reply]);
  }

  #failed(id: number, request: RunningRequest, error: unknown): void {
    this.#running.delete(id);
    const reported = error instanceof WireError ? error : new WireError("INTERNAL", nameOf(error));
    this.#fail(id, reported, request.hasBegun);
  }

  #fail(id: number, { code, message, mayHaveHappened }: WireError, hasBegun: boolean): void {
    const error = { code, message, mayHaveHappened: mayHaveHappened ?? hasBegun };
    this.#outbox.send(messageFrame({ id, error }));
  }

  #deliver(fault: WireFault | null, frames: readonly Uint8Array[]): void {
    if (fault?.kind === "close") this.#outbox.close();
    else if (fault?.kind === "spoil") {
      this.#outbox.send(fault.spoil(Buffer.concat(frames)));
      if (fault.closes) this.#outbox.close();
    } else if (!isSilent(fault)) this.#outbox.send(...frames);
  }
}

/** Whether the request is never answered, and no timeout is reported. */
function isSilent(fault: WireFault | null): boolean {
  return fault?.kind === "silence" && fault.forMs === undefined;
}

function nameOf(error: unknown): string {
  return isObject(error) && error instanceof Error ? error.name : "Error";
}
