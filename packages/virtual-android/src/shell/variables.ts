/** A failure that ends a shell which is not interactive. `message` is mksh's, without its prefix. */
export class ShellError extends Error {
  readonly status: number;
  /** It was printed where it happened, with the redirections that were in force there. */
  isReported = false;

  constructor(message: string, status = 1) {
    super(message);
    this.name = "ShellError";
    this.status = status;
  }
}

interface Variable {
  readonly value: string | undefined;
  readonly isExported: boolean;
  readonly isReadOnly: boolean;
}

const UNSET: Variable = { value: undefined, isExported: false, isReadOnly: false };

/** The variables of one shell; `local` ones last until their function returns. */
export class Variables {
  readonly #values: Map<string, Variable>;
  /** What local variables hide, innermost function last. */
  readonly #frames: Map<string, Variable>[] = [];

  constructor(values: ReadonlyMap<string, Variable> = new Map()) {
    this.#values = new Map(values);
  }

  /** The variables that an environment gives to a new shell. */
  static fromEnvironment(env: ReadonlyMap<string, string>): Variables {
    const values = [...env].map(([name, value]) => [name, { value, isExported: true, isReadOnly: false }] as const);
    return new Variables(new Map(values));
  }

  copy(): Variables {
    return new Variables(this.#values);
  }

  get names(): readonly string[] {
    return [...this.#values.keys()].filter((name) => this.get(name) !== undefined).sort();
  }

  get(name: string): string | undefined {
    return this.#values.get(name)?.value;
  }

  isExported(name: string): boolean {
    return this.#values.get(name)?.isExported ?? false;
  }

  isReadOnly(name: string): boolean {
    return this.#values.get(name)?.isReadOnly ?? false;
  }

  /** Errors: ShellError for a read-only one. */
  set(name: string, value: string): void {
    const before = this.#writable(name);
    this.#values.set(name, { ...before, value });
  }

  export(name: string, isExported = true): void {
    this.#values.set(name, { ...(this.#values.get(name) ?? UNSET), isExported });
  }

  makeReadOnly(name: string): void {
    this.#values.set(name, { ...(this.#values.get(name) ?? UNSET), isReadOnly: true });
  }

  /** Errors: ShellError for a read-only one. */
  unset(name: string): void {
    this.#writable(name);
    this.#values.delete(name);
  }

  enterFunction(): void {
    this.#frames.push(new Map());
  }

  leaveFunction(): void {
    for (const [name, hidden] of this.#frames.pop() ?? []) {
      if (hidden === UNSET) this.#values.delete(name);
      else this.#values.set(name, hidden);
    }
  }

  /** Hides a variable until the function returns; does nothing outside one. */
  makeLocal(name: string): void {
    const frame = this.#frames[this.#frames.length - 1];
    if (!frame || frame.has(name)) return;
    frame.set(name, this.#values.get(name) ?? UNSET);
    this.#values.set(name, { ...UNSET, value: undefined });
  }

  /** Puts values in place for the time of one command, and gives what puts the old ones back. */
  override(values: ReadonlyMap<string, string>): () => void {
    const hidden = [...values.keys()].map((name) => [name, this.#values.get(name)] as const);
    for (const [name, value] of values) this.#values.set(name, { ...this.#writable(name), value, isExported: true });
    return () => {
      for (const [name, variable] of hidden) {
        if (variable) this.#values.set(name, variable);
        else this.#values.delete(name);
      }
    };
  }

  /** What a child gets: the exported ones, and `extra`. */
  environment(extra: ReadonlyMap<string, string> = new Map()): Map<string, string> {
    const env = new Map<string, string>();
    for (const [name, { value, isExported }] of this.#values) {
      if (isExported && value !== undefined) env.set(name, value);
    }
    for (const [name, value] of extra) env.set(name, value);
    return env;
  }

  #writable(name: string): Variable {
    const variable = this.#values.get(name) ?? UNSET;
    if (variable.isReadOnly) throw new ShellError(`read-only: ${name}`, 2);
    return variable;
  }
}
