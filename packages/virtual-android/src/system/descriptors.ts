import type { OpenFile } from "./open-file.js";

/** The file descriptors of one process. They own one reference to each of their open files. */
export class Descriptors {
  readonly #files = new Map<number, OpenFile>();

  /** Takes the caller's reference; closes the file that the descriptor had before. */
  set(descriptor: number, file: OpenFile): void {
    const before = this.#files.get(descriptor);
    this.#files.set(descriptor, file);
    before?.close();
  }

  get(descriptor: number): OpenFile | undefined {
    return this.#files.get(descriptor);
  }

  close(descriptor: number): void {
    this.#files.get(descriptor)?.close();
    this.#files.delete(descriptor);
  }

  /** The descriptors of a child: the same open files under the same numbers. */
  copy(): Descriptors {
    const copied = new Descriptors();
    for (const [descriptor, file] of this.#files) copied.set(descriptor, file.dup());
    return copied;
  }

  closeAll(): void {
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
  }
}

/** Descriptors 0, 1 and 2; takes the references. */
export function standardDescriptors(stdin: OpenFile, stdout: OpenFile, stderr: OpenFile): Descriptors {
  const descriptors = new Descriptors();
  descriptors.set(0, stdin);
  descriptors.set(1, stdout);
  descriptors.set(2, stderr);
  return descriptors;
}
