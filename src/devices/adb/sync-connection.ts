import { once } from "node:events";
import { Duplex } from "node:stream";
import adbkit from "@devicefarmer/adbkit";
import { FoveaError } from "../../base/errors.js";
import type { ServiceStream } from "../device.js";

export interface SyncPush {
  readonly contents: AsyncIterable<Buffer>;
  readonly remotePath: string;
  /** The permission bits of the file. */
  readonly mode: number;
}

/** A file or folder as sync lists it. */
export interface SyncEntry {
  /** The name's bytes in the device's file system, in any encoding. */
  readonly name: Buffer;
  /** st_mode of stat(2): the kind of file and its permissions. */
  readonly mode: number;
  /** The size in bytes, modulo 2³². */
  readonly size: number;
  /** The time of the last change, in seconds since the epoch, by the clock of the device. */
  readonly modifiedS: number;
}

/** NAME_MAX of Linux is 255; vendors' file systems may take more. */
const MOST_NAME_BYTES = 4_096;

/** The most bytes of a DATA packet (SYNC_DATA_MAX of AOSP's file_sync_protocol.h). */
const MOST_DATA_BYTES = 64 * 1024;

/**
 * File transfers over a device's `sync:` stream, which is opened by `openService` as every stream is. adbkit's own
 * transfer opens its connection itself and writes as fast as it can read; only its parser is used, for the replies.
 */
export class SyncConnection {
  readonly #duplex: Duplex;
  readonly #parser: InstanceType<typeof adbkit.Parser>;
  #broken: Error | undefined;
  #isAnswered = false;

  constructor(stream: ServiceStream) {
    this.#duplex = toDuplex(stream);
    this.#duplex.on("error", (error: Error) => {
      this.#broken ??= error;
    });
    this.#parser = new adbkit.Parser(this.#duplex);
  }

  /** Sends a file and waits for the device's OKAY. Errors: adbkit's FailError, PrematureEOFError; the stream's own. */
  async push({ contents, remotePath, mode }: SyncPush): Promise<void> {
    const answer = this.#answer();
    // The device may refuse the file while it is still being sent: then the rest is not sent.
    const sending = this.#send(contents, Buffer.from(`${remotePath},${mode | REGULAR_FILE}`));
    await Promise.race([answer, sending.then(() => answer)]);
  }

  /**
   * The size of a file in bytes, modulo 2³²; 0 if there is no such file. adbkit's own stat builds an fs.Stats, about
   * which Node 24 warns.
   */
  async sizeOf(remotePath: string): Promise<number> {
    const path = Buffer.from(remotePath);
    await this.#write(packet("STAT", path.length, path));
    const reply: Buffer = await this.#parser.readBytes(16);
    const id = reply.toString("latin1", 0, 4);
    if (id !== "STAT") await this.#parser.unexpected(id, "STAT");
    return reply.readUInt32LE(8);
  }

  /** The chunks of a file, as they arrive. Errors: adbkit's FailError with the device's text; the stream's own. */
  async *pull(remotePath: string): AsyncGenerator<Buffer, void, void> {
    const path = Buffer.from(remotePath);
    await this.#write(packet("RECV", path.length, path));
    for (;;) {
      const { id, value } = await this.#head();
      if (id === "DONE") return;
      if (id !== "DATA") throw await this.#failure(id, value, "DATA or DONE");
      if (value > MOST_DATA_BYTES)
        throw new FoveaError("ADB_PROTOCOL", `a piece of ${value} bytes, more than sync sends`);
      yield await this.#parser.readBytes(value);
    }
  }

  /**
   * The entries of a folder, at most `most`; a link is listed as a link. A missing folder gives no entries. Errors: as
   * pull.
   */
  async list(remotePath: string, most: number): Promise<readonly SyncEntry[]> {
    const path = Buffer.from(remotePath);
    await this.#write(packet("LIST", path.length, path));
    const entries: SyncEntry[] = [];
    while (entries.length < most) {
      const { id, value: mode } = await this.#head();
      if (id !== "DENT" && id !== "DONE") throw await this.#failure(id, mode, "DENT or DONE");
      const facts: Buffer = await this.#parser.readBytes(12);
      if (id === "DONE") break;
      const length = facts.readUInt32LE(8);
      if (length > MOST_NAME_BYTES) throw new FoveaError("ADB_PROTOCOL", `a name of ${length} bytes`);
      const name: Buffer = await this.#parser.readBytes(length);
      entries.push({ name, mode, size: facts.readUInt32LE(0), modifiedS: facts.readUInt32LE(4) });
    }
    return entries;
  }

  async #head(): Promise<{ readonly id: string; readonly value: number }> {
    const head: Buffer = await this.#parser.readBytes(8);
    return { id: head.toString("latin1", 0, 4), value: head.readUInt32LE(4) };
  }

  /** The error for an answer that was not expected. */
  async #failure(id: string, length: number, expected: string): Promise<Error> {
    if (id !== "FAIL") return await this.#parser.unexpected(id, expected).catch((error: Error) => error);
    const words: Buffer = await this.#parser.readBytes(Math.min(length, MOST_DATA_BYTES));
    return new adbkit.Parser.FailError(words.toString("utf8"));
  }

  async #send(contents: AsyncIterable<Buffer>, target: Buffer): Promise<void> {
    await this.#write(packet("SEND", target.length, target));
    for await (const chunk of contents) {
      for (let at = 0; at < chunk.length; at += MOST_DATA_BYTES) {
        if (this.#isAnswered) return;
        const part = chunk.subarray(at, at + MOST_DATA_BYTES);
        await this.#write(packet("DATA", part.length, part));
      }
    }
    await this.#write(packet("DONE", Math.floor(Date.now() / 1000)));
  }

  /** Waits for the device's OKAY. Errors: adbkit's FailError with the device's text. */
  async #answer(): Promise<void> {
    const { id, value } = await this.#head();
    this.#isAnswered = true;
    if (id !== "OKAY") throw await this.#failure(id, value, "OKAY or FAIL");
  }

  /** Waits until the device has taken the bytes, so that the file is read no faster than the device takes it. */
  async #write(bytes: Buffer): Promise<void> {
    if (this.#broken) throw this.#broken;
    if (!this.#duplex.write(bytes)) await once(this.#duplex, "drain");
  }
}

/** sync sends the kind of file in the same number as its permissions (S_IFREG of stat(2)). */
const REGULAR_FILE = 0o100000;

/** A packet: four letters, a number, and further bytes if any. */
function packet(id: string, value: number, rest: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 0, "latin1");
  head.writeUInt32LE(value, 4);
  return Buffer.concat([head, rest]);
}

function toDuplex(stream: ServiceStream): Duplex {
  const chunks = stream[Symbol.asyncIterator]();
  return new Duplex({
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error) => this.destroy(error),
      );
    },
    write(chunk: Buffer, _encoding, done) {
      stream.write(chunk).then(() => done(), done);
    },
    final(done) {
      stream.close();
      done();
    },
    destroy(error, done) {
      stream.close();
      done(error);
    },
  });
}
