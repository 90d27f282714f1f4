/** A failure that ends a non-interactive shell. `message` is mksh's, without its prefix. */
export class ShellError extends Error {
  readonly status: number;
  /** Whether it was already printed at its place, with the redirections there. */
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

/** The variables of one shell; `local` variables exist until their function returns. */
export class Variables {
  readonly #values: Map<string, Variable>;
  /** The variables that local ones hide, those of the innermost function last. */
  readonly #frames: Map<string, Variable>[] = [];

  constructor(values: ReadonlyMap<string, Variable> = new Map()) {
    this.#values = new Map(values);
  }

  /** The variables of a new shell, from its environment. */
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

  /** Errors: ShellError for a read-only variable. */
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

  /** Errors: ShellError for a read-only variable. */
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

  /** Hides a variable until the function returns; has no effect outside a function. */
  makeLocal(name: string): void {
    const frame = this.#frames[this.#frames.length - 1];
    if (!frame || frame.has(name)) return;
    frame.set(name, this.#values.get(name) ?? UNSET);
    this.#values.set(name, { ...UNSET, value: undefined });
  }

  /** Sets values for one command, and gives the function that restores the old values. */
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

  /** The environment of a child: exported variables, and `extra`. */
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
