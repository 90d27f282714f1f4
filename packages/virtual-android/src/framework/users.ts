/** A user other than the owner. */
export interface UserFacts {
  readonly id: number;
  readonly name: string;
}

/**
 * The users of the phone, and the current user. A new user has the preinstalled apps, but no apps that were installed
 * later.
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

  /** Adds a user, and gives the new id: UserManagerService counts them from 10. */
  add(name: string): number {
    const id = 10 + this.#added.length;
    this.#added = [...this.#added, { id, name }];
    return id;
  }

  /** False if the user does not exist. */
  switchTo(id: number): boolean {
    if (id !== 0 && !this.#added.some((one) => one.id === id)) return false;
    this.#current = id;
    return true;
  }
}
