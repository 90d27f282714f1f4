import { SystemError } from "../linux/errno.js";
import type { Pipe } from "../linux/pipe.js";

/** The operations of an open file; a missing operation fails with EBADF. */
export interface FileIo {
  readonly isTerminal?: boolean;
  read?(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null>;
  unread?(bytes: Uint8Array): void;
  write?(bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  close?(): void;
}

/**
 * An open file as descriptors refer to it. All processes that inherited it share it, and it is closed when the last
 * reference is closed. Code that keeps a reference calls `dup` first, and `close` at the end.
 */
export class OpenFile {
  readonly #io: FileIo;
  #references = 1;

  constructor(io: FileIo) {
    this.#io = io;
  }

  get isTerminal(): boolean {
    return this.#io.isTerminal ?? false;
  }

  dup(): OpenFile {
    this.#references += 1;
    return this;
  }

  close(): void {
    this.#references -= 1;
    if (this.#references === 0) this.#io.close?.();
  }

  async read(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null> {
    if (!this.#io.read) throw new SystemError("EBADF");
    return await this.#io.read(maxBytes, signal);
  }

  /** Returns bytes that were read but not used, for the next reader. */
  unread(bytes: Uint8Array): void {
    this.#io.unread?.(bytes);
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!this.#io.write) throw new SystemError("EBADF");
    await this.#io.write(bytes, signal);
  }
}

/** The reading end of a pipe. */
export function pipeReader(pipe: Pipe): OpenFile {
  return new OpenFile({
    read: (maxBytes, signal) => pipe.read(maxBytes, signal),
    unread: (bytes) => pipe.unread(bytes),
    close: () => pipe.closeReader(),
  });
}

/** The writing end of a pipe. */
export function pipeWriter(pipe: Pipe): OpenFile {
  return new OpenFile({
    write: (bytes, signal) => pipe.write(bytes, signal),
    close: () => pipe.closeWriter(),
  });
}

/** /dev/null: reads are empty, writes are discarded. */
export function nullFile(): OpenFile {
  return new OpenFile({ read: async () => null, write: async () => {} });
}

/** A read-only file with these bytes. */
export function bytesFile(bytes: Uint8Array): OpenFile {
  let position = 0;
  return new OpenFile({
    read: async (maxBytes) => {
      const chunk = bytes.subarray(position, position + maxBytes);
      position += chunk.length;
      return chunk.length === 0 ? null : chunk;
    },
    unread: (unused) => {
      position -= unused.length;
    },
  });
}
