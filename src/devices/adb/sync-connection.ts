import { once } from "node:events";
import { Duplex, Readable } from "node:stream";
import adbkit from "@devicefarmer/adbkit";
import connectionModule from "@devicefarmer/adbkit/dist/src/adb/connection.js";
import syncModule from "@devicefarmer/adbkit/dist/src/adb/sync.js";
import type { ServiceStream } from "../device.js";

export interface SyncPush {
  readonly contents: AsyncIterable<Buffer>;
  readonly remotePath: string;
  /** Permission bits. */
  readonly mode: number;
}

/**
 * adbkit's sync over a `sync:` stream that a device opened, in place of a connection that adbkit opens by itself: so
 * file transfers pass `openService` as everything does.
 */
export class SyncConnection extends connectionModule.default {
  readonly #duplex: Duplex;

  constructor(stream: ServiceStream) {
    super();
    this.#duplex = toDuplex(stream);
    this.#duplex.on("error", (error: Error) => this.listenerCount("error") > 0 && this.emit("error", error));
    this.parser = new adbkit.Parser(this.#duplex);
  }

  /** Sends a file and waits for the device's OKAY. Errors: adbkit's FailError, PrematureEOFError; the stream's own. */
  async push({ contents, remotePath, mode }: SyncPush): Promise<void> {
    const paced = Readable.from(this.#paced(contents), { objectMode: false });
    const transfer = new syncModule.default(this).push(paced, remotePath, mode);
    await new Promise<void>((resolve, reject) => {
      transfer.on("error", reject);
      transfer.on("end", resolve);
    });
  }

  /**
   * The size of a file in bytes, modulo 2³², or 0 where there is none. adbkit's own stat builds an fs.Stats, which
   * Node 24 warns of.
   */
  async sizeOf(remotePath: string): Promise<number> {
    const path = Buffer.from(remotePath);
    const header = Buffer.alloc(8);
    header.write("STAT", 0);
    header.writeUInt32LE(path.length, 4);
    this.write(Buffer.concat([header, path]));
    const reply: Buffer = await this.parser.readBytes(16);
    if (reply.toString("latin1", 0, 4) !== "STAT") await this.parser.unexpected(reply.toString("latin1", 0, 4), "STAT");
    return reply.readUInt32LE(8);
  }

  override write(data: Buffer, callback?: (error?: Error) => void): this {
    this.#duplex.write(data, (error) => callback?.(error ?? undefined));
    return this;
  }

  override end(): this {
    this.#duplex.end();
    return this;
  }

  /** adbkit writes as fast as it can read, so the reading waits for the device. */
  async *#paced(contents: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
    for await (const chunk of contents) {
      yield chunk;
      if (this.#duplex.writableNeedDrain) await once(this.#duplex, "drain");
    }
  }
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
