/** The storage of one phone, which all views of its files share. */
export class Disk {
  /** Whether the storage is full: writes fail with ENOSPC. */
  isFull = false;
  #lastInode = 1;

  newInode(): number {
    this.#lastInode += 1;
    return this.#lastInode;
  }
}
