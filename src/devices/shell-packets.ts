import { FoveaError } from "../base/errors.js";

/** The shell v2 protocol (AOSP packages/modules/adb/shell_protocol.h): id u8, length u32 LE, data. */
const PACKET = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4 } as const;
const HEADER_BYTES = 5;

/** adbd limits its packets to the transport's payload, at most 1 MiB: a larger packet is not shell v2. */
const MAX_PACKET_BYTES = 16 * 1024 * 1024;

/**
 * Parses a shell v2 stream as it arrives, without copying: payloads are slices of the received chunks, and are joined
 * once at the end.
 */
export class ShellPackets {
  readonly #maxBytes: number;
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];
  #bytes = 0;
  #stdoutLength = 0;
  #header: Buffer = Buffer.alloc(0);
  #id = 0;
  #left = 0;
  #exitCode: number | null = null;

  /** `maxBytes` limits stdout and stderr together. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The exit code; null until it has arrived. No data follows it. */
  get exitCode(): number | null {
    return this.#exitCode;
  }

  get stdout(): Buffer {
    return joined(this.#stdout);
  }

  /** The length of stdout in bytes. */
  get stdoutLength(): number {
    return this.#stdoutLength;
  }

  /** Gives the bytes of stdout since the last call, and removes them. */
  takeStdout(): Buffer {
    const taken = joined(this.#stdout.splice(0));
    this.#stdoutLength -= taken.length;
    return taken;
  }

  /** A part of stdout; copied only if it arrived in several chunks. */
  stdoutFrom(from: number, to = this.#stdoutLength): Buffer {
    const pieces: Buffer[] = [];
    let end = this.#stdoutLength;
    for (let place = this.#stdout.length - 1; place >= 0 && end > from; place -= 1) {
      const piece = this.#stdout[place] ?? Buffer.alloc(0);
      const start = end - piece.length;
      if (start < to) pieces.push(piece.subarray(Math.max(0, from - start), Math.min(piece.length, to - start)));
      end = start;
    }
    return joined(pieces.reverse());
  }

  get stderr(): string {
    return joined(this.#stderr).toString("utf8");
  }

  /** The length of stderr in characters. */
  get stderrLength(): number {
    return this.#stderr.length === 0 ? 0 : this.stderr.length;
  }

  /** Takes the next bytes of the stream. Errors: ADB_PROTOCOL, OUTPUT_TOO_LARGE. */
  feed(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && this.#exitCode === null) {
      at += this.#left > 0 ? this.#takePayload(chunk, at) : this.#takeHeader(chunk, at);
    }
  }

  #takeHeader(chunk: Buffer, at: number): number {
    const missing = HEADER_BYTES - this.#header.length;
    const part = chunk.subarray(at, at + missing);
    this.#header = this.#header.length === 0 ? part : Buffer.concat([this.#header, part]);
    if (this.#header.length < HEADER_BYTES) return part.length;
    this.#id = this.#header.readUInt8(0);
    this.#left = this.#header.readUInt32LE(1);
    this.#header = Buffer.alloc(0);
    this.#check();
    return part.length;
  }

  #check(): void {
    const isKnown = this.#id === PACKET.stdout || this.#id === PACKET.stderr;
    const isExit = this.#id === PACKET.exit && this.#left === 1;
    if (!isExit && (!isKnown || this.#left > MAX_PACKET_BYTES)) {
      throw new FoveaError("ADB_PROTOCOL", `no shell v2 packet: id ${this.#id}, ${this.#left} bytes`);
    }
    if (isExit) return;
    this.#bytes += this.#left;
    if (this.#bytes > this.#maxBytes) {
      throw new FoveaError("OUTPUT_TOO_LARGE", `the output is larger than ${this.#maxBytes} bytes`);
    }
  }

  #takePayload(chunk: Buffer, at: number): number {
    const part = chunk.subarray(at, at + this.#left);
    this.#left -= part.length;
    if (this.#id === PACKET.exit) this.#exitCode = part.readUInt8(0);
    else (this.#id === PACKET.stdout ? this.#stdout : this.#stderr).push(part);
    if (this.#id === PACKET.stdout) this.#stdoutLength += part.length;
    return part.length;
  }
}

/** A packet with bytes for the program's standard input. */
export function stdinPacket(bytes: Uint8Array): Buffer {
  return packet(PACKET.stdin, bytes);
}

/** A packet that ends the program's standard input. */
export function closeStdinPacket(): Buffer {
  return packet(PACKET.closeStdin, Buffer.alloc(0));
}

function packet(id: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(id, 0);
  header.writeUInt32LE(payload.length, 1);
  return Buffer.concat([header, payload]);
}

function joined(parts: readonly Buffer[]): Buffer {
  const [only, ...others] = parts;
  return only !== undefined && others.length === 0 ? only : Buffer.concat(parts);
}
