import { abortable } from "../../../../src/base/signals.js";
import { lastingController } from "../lasting-controller.js";
import { Condition } from "../linux/condition.js";
import { BrokenPipe } from "../linux/errno.js";
import { Pipe } from "../linux/pipe.js";
import { COMMAND, type OutgoingMessage } from "./message.js";
import type { ServiceStream } from "./service.js";

/** The parts of the transport that a stream needs. */
export interface WireStreamParts {
  readonly name: string;
  readonly localId: number;
  /** The other side's id of the stream; 0 until that side has accepted the OPEN. */
  readonly remoteId: number;
  readonly maxPayload: number;
  send(message: OutgoingMessage): void;
  onClosed(): void;
}

/** The most bytes that wait for a reader before the other side has to wait. */
const CAPACITY = 1 << 20;

/** One stream of a transport. Each WRTE is sent after the OKAY for the WRTE before it. */
export class WireStream implements ServiceStream {
  readonly name: string;
  readonly localId: number;
  readonly #parts: WireStreamParts;
  readonly #incoming = new Pipe(CAPACITY);
  readonly #changed = new Condition();
  readonly #ended = lastingController();
  #remoteId: number;
  #isClosed = false;
  #mayWrite: boolean;
  readonly #acceptance: Promise<boolean>;
  #decide: (isAccepted: boolean) => void = () => {};

  constructor(parts: WireStreamParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.localId = parts.localId;
    this.#remoteId = parts.remoteId;
    this.#mayWrite = parts.remoteId !== 0;
    this.#acceptance = new Promise((resolve) => {
      this.#decide = resolve;
    });
  }

  /** Whether the other side accepted the OPEN. */
  async accepted(signal: AbortSignal): Promise<boolean> {
    try {
      return await abortable(this.#acceptance, signal);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async read(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null> {
    return await this.#incoming.read(maxBytes, signal);
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const { maxPayload } = this.#parts;
    for (let at = 0; at < bytes.length; at += maxPayload) {
      await this.#writeOne(bytes.subarray(at, at + maxPayload), signal);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    if (this.#remoteId !== 0) this.#send(COMMAND.CLSE);
    this.#incoming.closeReader();
    this.onClose();
  }

  /** Accepts an OPEN. */
  accept(): void {
    this.#send(COMMAND.OKAY);
  }

  /** Refuses an OPEN. */
  refuse(): void {
    if (this.#isClosed) return;
    this.#parts.send({ command: COMMAND.CLSE, first: 0, second: this.#remoteId });
    this.#incoming.closeReader();
    this.onClose();
  }

  /** OKAY: the other side accepted the OPEN, or has read the last WRTE. */
  onOkay(remoteId: number): void {
    this.#remoteId = remoteId;
    this.#decide(true);
    this.#mayWrite = true;
    this.#changed.notify();
  }

  /** WRTE: acknowledged as soon as there is space for more. */
  onWrite(payload: Uint8Array): void {
    this.#incoming.write(payload, this.#ended.signal).then(
      () => {
        if (!this.#isClosed) this.#send(COMMAND.OKAY);
      },
      () => {}, // the stream is being closed
    );
  }

  /** CLSE, or the end of the transport. Bytes that have arrived can still be read. */
  onClose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#decide(false);
    this.#incoming.closeWriter();
    this.#ended.abort(new BrokenPipe());
    this.#changed.notify();
    this.#parts.onClosed();
  }

  #send(command: number, payload?: Uint8Array): void {
    const message = { command, first: this.localId, second: this.#remoteId };
    this.#parts.send(payload ? { ...message, payload } : message);
  }

  async #writeOne(payload: Uint8Array, signal: AbortSignal): Promise<void> {
    while (!this.#mayWrite && !this.#isClosed) await this.#changed.wait(signal);
    if (this.#isClosed) throw new BrokenPipe();
    this.#mayWrite = false;
    this.#send(COMMAND.WRTE, payload);
    while (!this.#mayWrite && !this.#isClosed) await this.#changed.wait(signal);
    if (!this.#mayWrite) throw new BrokenPipe();
  }
}
