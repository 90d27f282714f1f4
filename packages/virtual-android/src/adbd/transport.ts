import type { Socket } from "node:net";
import { lastingController } from "../lasting-controller.js";
import { BrokenPipe } from "../linux/errno.js";
import { joinStreams } from "./join-streams.js";
import {
  COMMAND,
  checksumOf,
  encodeHeader,
  type Message,
  type OutgoingMessage,
  VERSION_WITHOUT_CHECKSUM,
} from "./message.js";
import { MessageReader } from "./message-reader.js";
import type { ServiceStream } from "./service.js";
import { WireStream } from "./wire-stream.js";

/** The longest payload before a length is agreed on (MAX_PAYLOAD_V1). */
const FIRST_PAYLOAD = 4096;
const MOST_PAYLOAD = 1 << 20;

const NOTHING = new Uint8Array(0);

/** The values on which both sides have agreed. */
export interface Agreement {
  readonly version: number;
  readonly maxPayload: number;
}

/** Handles the messages that arrive. */
export interface TransportPeer {
  /** Handles CNXN, AUTH and other messages about the connection itself. */
  onControl(message: Message): void;
  /** The other side opens a service; null refuses it. */
  onOpen(name: string, signal: AbortSignal): Promise<ServiceStream | null>;
  onEnd(): void;
}

/** One connection of the adb transport protocol, with its streams; the same for both ends. */
export class Transport {
  readonly #socket: Socket;
  readonly #peer: TransportPeer;
  readonly #reader = new MessageReader(MOST_PAYLOAD);
  readonly #streams = new Map<number, WireStream>();
  readonly #ended = lastingController();
  #agreement: Agreement | null = null;
  #lastId = 0;

  constructor(socket: Socket, peer: TransportPeer) {
    this.#socket = socket;
    this.#peer = peer;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", () => socket.destroy()); // "close" follows
    socket.on("close", () => this.#end());
  }

  get agreement(): Agreement | null {
    return this.#agreement;
  }

  /** Uses the agreed payload length and checksums from now on; streams of an earlier agreement end. */
  agree(agreement: Agreement): void {
    this.#closeStreams();
    this.#agreement = agreement;
    this.#reader.checksChecksums = agreement.version < VERSION_WITHOUT_CHECKSUM;
  }

  destroy(): void {
    this.#socket.destroy();
    this.#end();
  }

  send({ command, first, second, payload = NOTHING }: OutgoingMessage): void {
    if (this.#socket.destroyed) return;
    const isChecked = (this.#agreement?.version ?? 0) < VERSION_WITHOUT_CHECKSUM;
    const checksum = isChecked ? checksumOf(payload) : 0;
    this.#socket.cork();
    this.#socket.write(encodeHeader({ command, first, second, length: payload.length, checksum }));
    if (payload.length > 0) this.#socket.write(payload);
    this.#socket.uncork();
  }

  /** Opens a service of the other side; null if it refuses. Throws the signal's reason. */
  async open(name: string, signal: AbortSignal): Promise<ServiceStream | null> {
    if (this.#ended.signal.aborted) return null;
    const stream = this.#newStream(0, name);
    const accepted = stream.accepted(AbortSignal.any([signal, this.#ended.signal]));
    this.send({ command: COMMAND.OPEN, first: stream.localId, second: 0, payload: Buffer.from(`${name}\0`) });
    return (await accepted) ? stream : null;
  }

  #newStream(remoteId: number, name: string): WireStream {
    this.#lastId += 1;
    const localId = this.#lastId;
    const stream = new WireStream({
      name,
      localId,
      remoteId,
      maxPayload: this.#agreement?.maxPayload ?? FIRST_PAYLOAD,
      send: (message) => this.send(message),
      onClosed: () => this.#streams.delete(localId),
    });
    this.#streams.set(localId, stream);
    return stream;
  }

  #receive(chunk: Buffer): void {
    try {
      for (const message of this.#reader.push(chunk)) this.#dispatch(message);
    } catch {
      this.destroy(); // adbd drops a connection with invalid messages
    }
  }

  #dispatch(message: Message): void {
    const { command, first, second, payload } = message;
    if (command === COMMAND.OPEN) this.#accept(first, payload.toString().replace(/\0[\s\S]*$/, ""), payload);
    else if (command === COMMAND.OKAY) this.#streams.get(second)?.onOkay(first);
    else if (command === COMMAND.WRTE) this.#deliver(first, second, payload);
    else if (command === COMMAND.CLSE) this.#streams.get(second)?.onClose();
    else this.#peer.onControl(message);
  }

  #deliver(remoteId: number, localId: number, payload: Buffer): void {
    const stream = this.#streams.get(localId);
    if (stream) stream.onWrite(payload);
    else this.send({ command: COMMAND.CLSE, first: 0, second: remoteId });
  }

  #accept(remoteId: number, name: string, payload: Buffer): void {
    if (!this.#agreement) return;
    const asked = name.startsWith("abb") ? payload.toString().replace(/\0$/, "") : name;
    const stream = this.#newStream(remoteId, asked);
    this.#peer.onOpen(asked, this.#ended.signal).then(
      (service) => {
        if (!service) return stream.refuse();
        stream.accept();
        joinStreams(service, stream, this.#ended.signal);
      },
      () => stream.refuse(), // the transport has ended
    );
  }

  #closeStreams(): void {
    for (const stream of [...this.#streams.values()]) stream.onClose();
  }

  #end(): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort(new BrokenPipe());
    this.#closeStreams();
    this.#peer.onEnd();
  }
}
