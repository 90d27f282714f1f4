import type { StreamName } from "./format.js";

/** Ids of the shell protocol's packets (AOSP packages/modules/adb/shell_protocol.h). */
const NAMES: readonly (StreamName | undefined)[] = ["stdin", "stdout", "stderr", "exit", "close_stdin"];
const HEADER_BYTES = 5;
const LARGEST_PACKET = 16 * 1024 * 1024;

/** A part of one of the program's streams. */
export interface ShellPart {
  readonly stream: StreamName;
  readonly bytes: Buffer;
}

/** Parses one direction of a shell v2 stream as it arrives. */
export class ShellTaker {
  #header = Buffer.alloc(0);
  #stream: StreamName = "stdin";
  #left = 0;
  #isBroken = false;

  /** True after bytes that are not such a packet: nothing more is parsed. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** The parts in the next bytes: whole packets or pieces of them. */
  take(bytes: Buffer): readonly ShellPart[] {
    const parts: ShellPart[] = [];
    for (let at = 0; at < bytes.length && !this.#isBroken; ) {
      if (this.#left === 0) at += this.#takeHeader(bytes, at, parts);
      else {
        const piece = bytes.subarray(at, at + this.#left);
        parts.push({ stream: this.#stream, bytes: piece });
        this.#left -= piece.length;
        at += piece.length;
      }
    }
    return parts;
  }

  #takeHeader(bytes: Buffer, at: number, parts: ShellPart[]): number {
    const piece = bytes.subarray(at, at + HEADER_BYTES - this.#header.length);
    this.#header = Buffer.concat([this.#header, piece]);
    if (this.#header.length < HEADER_BYTES) return piece.length;
    const name = NAMES[this.#header.readUInt8(0)];
    this.#left = this.#header.readUInt32LE(1);
    this.#header = Buffer.alloc(0);
    this.#isBroken = name === undefined || this.#left > LARGEST_PACKET;
    this.#stream = name ?? "stdin";
    if (this.#left === 0 && name === "close_stdin") parts.push({ stream: name, bytes: Buffer.alloc(0) });
    return piece.length;
  }
}

/** A packet of the program's output. */
export function shellPacketOf(stream: StreamName, bytes: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(NAMES.indexOf(stream), 0);
  header.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([header, bytes]);
}
