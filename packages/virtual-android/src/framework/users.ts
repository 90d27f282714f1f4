/** A user besides the owner. */
export interface UserFacts {
  readonly id: number;
  readonly name: string;
}

/**
 * The users of the phone and which one is in front. A user who was added has the apps that came with the phone, and
 * none of those that were installed since.
 */
export class Users {
  #current = 0;
  #added: readonly UserFacts[] = [];

  get current(): number {
    return this.#current;
  }

  get added(): readonly UserFacts[] {
    return this.#added;
  }

  /** The id of a new one: UserManagerService gives them from 10 on. */
  add(name: string): number {
    const id = 10 + this.#added.length;
    this.#added = [...this.#added, { id, name }];
    return id;
  }

  /** False if there is no such user. */
  switchTo(id: number): boolean {
    if (id !== 0 && !this.#added.some((one) => one.id === id)) return false;
    this.#current = id;
    return true;
  }
}
