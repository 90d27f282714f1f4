/** The storage behind all views of one phone's files. */
export class Disk {
  /** Whether nothing more can be written (ENOSPC). */
  isFull = false;
  #lastInode = 1;

  newInode(): number {
    this.#lastInode += 1;
    return this.#lastInode;
  }
}
