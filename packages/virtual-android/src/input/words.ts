import { illegalArgument } from "../java-error.js";

const FRAMES = [
  "android.os.ShellCommand.getNextArgRequired(ShellCommand.java:312)",
  "com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:226)",
  "com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)",
] as const;

/** A number that cannot be parsed; each command prints its own error for it. */
export class NumberFormatError extends Error {}

/** The arguments of a command, read one by one. */
export class Words {
  readonly #words: readonly string[];
  #next = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  get hasMore(): boolean {
    return this.#next < this.#words.length;
  }

  next(): string | undefined {
    const word = this.#words[this.#next];
    this.#next += 1;
    return word;
  }

  peek(): string | undefined {
    return this.#words[this.#next];
  }

  required(): string {
    const word = this.next();
    if (word !== undefined) return word;
    throw illegalArgument(`Argument expected after "${this.#words[this.#next - 2] ?? ""}"`, FRAMES);
  }

  float(): number {
    return parseFloatLikeJava(this.required());
  }

  rest(): readonly string[] {
    const rest = this.#words.slice(this.#next);
    this.#next = this.#words.length;
    return rest;
  }
}

/** Float.parseFloat for decimal numbers. Errors: NumberFormatError, also for NaN, Infinity and hexadecimal numbers. */
export function parseFloatLikeJava(word: string): number {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/.test(word.trim())) throw new NumberFormatError(word);
  return Math.fround(Number.parseFloat(word));
}

/** Integer.parseInt. Errors: NumberFormatError. */
export function parseIntLikeJava(word: string): number {
  const value = /^[+-]?\d+$/.test(word) ? Number(word) : Number.NaN;
  if (!(value >= -2147483648 && value <= 2147483647)) throw new NumberFormatError(word);
  return value;
}
