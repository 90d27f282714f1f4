import type { ExchangeSink } from "./exchange-sink.js";
import { fitChunks } from "./fit-chunks.js";
import type { Chunk, ExchangeLine, StreamName } from "./format.js";
import { isShellV2 } from "./format.js";
import { ShellTaker } from "./shell-streams.js";

/** The facts of an exchange when it begins; `service` is redacted. */
export interface ExchangeHead {
  readonly serial: string;
  readonly service: string;
  readonly n: number;
  readonly state: number;
  readonly acts: boolean;
  /** The time since the session began, in ms. */
  readonly atMs: number;
  /** Its bytes are not kept. */
  readonly isLeftOut: boolean;
  /** It is written after its first line of output, so that the recording has it while the program still runs. */
  readonly isProgram: boolean;
}

type End = ExchangeLine["end"];

/** A larger exchange is left out, so that it cannot fill the memory. */
const MOST_BYTES = 256 * 1024 * 1024;

/** One running exchange. */
export class ExchangeNotes implements ExchangeSink {
  readonly #head: ExchangeHead;
  readonly #onEnd: (notes: ExchangeNotes) => void;
  readonly #startedAt = performance.now();
  readonly #takers: { readonly in: ShellTaker; readonly out: ShellTaker } | null;
  readonly #chunks: Chunk[] = [];
  #streams = new Map<StreamName, Buffer[]>();
  #bytes = 0;
  #acceptedMs: number | null = null;
  #endMs = 0;
  #end: End | null = null;

  constructor(head: ExchangeHead, onEnd: (notes: ExchangeNotes) => void) {
    this.#head = head;
    this.#onEnd = onEnd;
    this.#takers = isShellV2(head.service) ? { in: new ShellTaker(), out: new ShellTaker() } : null;
  }

  get serial(): string {
    return this.#head.serial;
  }

  get service(): string {
    return this.#head.service;
  }

  /** All bytes by stream, in the received pieces; the streams are in the order in which they began. */
  get streams(): readonly (readonly [StreamName, readonly Buffer[]])[] {
    return [...this.#streams];
  }

  accepted(): void {
    this.#acceptedMs = this.#now();
  }

  /** Bytes from the device (`in`) or to it (`out`). */
  moved(direction: "in" | "out", bytes: Uint8Array): void {
    if (this.#end !== null || this.#head.isLeftOut || this.#bytes > MOST_BYTES) return;
    this.#bytes += bytes.length;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const parts = this.#takers ? this.#takers[direction].take(buffer) : [{ stream: direction, bytes: buffer }];
    const ms = this.#now();
    for (const part of parts) {
      const isStatus = part.stream === "exit";
      this.#chunks.push([part.stream, ms, isStatus ? (part.bytes[0] ?? 0) : part.bytes.length]);
      if (!isStatus) this.#keep(part.stream, part.bytes);
    }
    if (this.#head.isProgram && parts.some(({ stream, bytes: said }) => stream === "stdout" && said.includes("\n"))) {
      this.end("host");
    }
  }

  /** Ends the exchange; only the first call counts. */
  end(end: End): void {
    if (this.#end !== null) return;
    const isBroken = this.#takers?.in.isBroken === true || this.#takers?.out.isBroken === true;
    this.#end = this.#head.isLeftOut || isBroken || this.#bytes > MOST_BYTES ? "left_out" : end;
    if (this.#end === "left_out") {
      this.#streams = new Map();
      this.#chunks.length = 0;
    }
    this.#endMs = this.#now();
    this.#onEnd(this);
  }

  /** The exchange without its bytes; `sizes` are those of the streams after redaction. */
  line(sizes: ReadonlyMap<StreamName, number>): Omit<ExchangeLine, "type" | "session" | "payloads"> {
    const { n, state, acts, service, atMs } = this.#head;
    return {
      n,
      state,
      acts,
      service,
      at_ms: rounded(atMs),
      accepted_ms: this.#acceptedMs,
      end_ms: this.#endMs,
      end: this.#end ?? "host",
      chunks: fitChunks(this.#chunks, sizes),
    };
  }

  #keep(stream: StreamName, bytes: Buffer): void {
    const kept = this.#streams.get(stream) ?? [];
    kept.push(bytes);
    this.#streams.set(stream, kept);
  }

  #now(): number {
    return rounded(performance.now() - this.#startedAt);
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
