import { posixRegExp } from "./posix-regexp.js";
import { UsageError } from "./tool.js";

/** An address of a command: the start or the end of its range. */
export type SedAddress =
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "last" }
  | { readonly kind: "pattern"; readonly pattern: RegExp }
  /** `+N`, which is only valid as a second address. */
  | { readonly kind: "count"; readonly lines: number };

/** One command of a script. */
export interface SedCommand {
  readonly addresses: readonly SedAddress[];
  readonly isNegated: boolean;
  readonly letter: string;
  /** The text argument of `a`, `i` and `c`. */
  readonly text: string;
  readonly substitution: SedSubstitution | null;
  /** The character map of `y`. */
  readonly mapping: ReadonlyMap<string, string> | null;
  /** The commands in `{`. */
  readonly body: readonly SedCommand[];
}

/** The arguments of `s`. */
export interface SedSubstitution {
  readonly pattern: RegExp;
  readonly replacement: string;
  readonly isGlobal: boolean;
  readonly prints: boolean;
  /** The number of the first match that is replaced, from 1. */
  readonly nth: number;
}

/** Parses a script. Errors: UsageError. */
export function parseSedScript(script: string, isExtended: boolean): readonly SedCommand[] {
  const parser = new SedParser(script, isExtended);
  const commands = parser.commands();
  parser.expectEnd();
  return commands;
}

class SedParser {
  readonly #script: string;
  readonly #isExtended: boolean;
  #at = 0;

  constructor(script: string, isExtended: boolean) {
    this.#script = script;
    this.#isExtended = isExtended;
  }

  commands(): readonly SedCommand[] {
    const commands: SedCommand[] = [];
    for (;;) {
      this.#skip(/[\s;]*/y);
      if (this.#at >= this.#script.length || this.#peek() === "}") return commands;
      if (this.#peek() === "#") this.#skip(/[^\n]*/y);
      else commands.push(this.#command());
    }
  }

  expectEnd(): void {
    if (this.#at < this.#script.length) this.#fail();
  }

  #command(): SedCommand {
    const addresses = this.#addresses();
    this.#skip(/\s*/y);
    const isNegated = this.#skip(/!\s*/y) !== "";
    const letter = this.#peek();
    this.#at += 1;
    const base = { addresses, isNegated, letter, text: "", substitution: null, mapping: null, body: [] };
    if (letter === "s") return { ...base, substitution: this.#substitution() };
    if (letter === "y") return { ...base, mapping: this.#mapping() };
    if (letter === "{") return { ...base, body: this.#body() };
    if ("aic".includes(letter) && letter !== "") return { ...base, text: this.#text() };
    if (!"dpqnNDPhHgGx=".includes(letter) || letter === "") this.#fail();
    return base;
  }

  #body(): readonly SedCommand[] {
    const body = this.commands();
    if (this.#peek() !== "}") this.#fail();
    this.#at += 1;
    return body;
  }

  #addresses(): readonly SedAddress[] {
    const first = this.#address();
    if (!first || this.#skip(/\s*,\s*/y) === "") return first ? [first] : [];
    const second = this.#address();
    return second ? [first, second] : this.#fail();
  }

  #address(): SedAddress | null {
    const number = this.#skip(/\d+/y);
    if (number !== "") return { kind: "line", line: Number(number) };
    const count = this.#skip(/\+\d+/y);
    if (count !== "") return { kind: "count", lines: Number(count) };
    if (this.#skip(/\$/y) !== "") return { kind: "last" };
    if (this.#peek() !== "/") return null;
    this.#at += 1;
    const source = this.#until("/");
    return { kind: "pattern", pattern: this.#regExp(source, this.#skip(/I/y) !== "") };
  }

  #substitution(): SedSubstitution {
    const delimiter = this.#peek();
    this.#at += 1;
    const source = this.#until(delimiter);
    const replacement = this.#until(delimiter);
    const flags = this.#skip(/[gpiI0-9]*/y);
    return {
      pattern: this.#regExp(source, /[iI]/.test(flags)),
      replacement,
      isGlobal: flags.includes("g"),
      prints: flags.includes("p"),
      nth: Number(/\d+/.exec(flags)?.[0] ?? 1),
    };
  }

  #mapping(): ReadonlyMap<string, string> {
    const delimiter = this.#peek();
    this.#at += 1;
    const [from, to] = [[...this.#until(delimiter)], [...this.#until(delimiter)]];
    if (from.length !== to.length) this.#fail();
    return new Map(from.map((character, index) => [character, to[index] ?? ""]));
  }

  /** The text of `a`, `i`, `c`: to the end of the line; a backslash continues it on the next line. */
  #text(): string {
    this.#skip(/[ \t]*(?:\\\n[ \t]*)?/y);
    return this.#skip(/(?:[^\n\\]|\\[\s\S])*/y).replace(/\\([\s\S])/g, "$1");
  }

  #until(delimiter: string): string {
    const start = this.#at;
    let text = "";
    for (; this.#peek() !== delimiter; this.#at += 1) {
      if (this.#at >= this.#script.length)
        throw new UsageError(`bad pattern '${this.#script}'@${start} (${delimiter})`);
      const isEscape = this.#peek() === "\\";
      if (isEscape) this.#at += 1;
      if (isEscape && this.#peek() !== delimiter) text += "\\";
      text += this.#peek();
    }
    this.#at += 1;
    return text;
  }

  #regExp(source: string, ignoresCase: boolean): RegExp {
    return posixRegExp(source, { isExtended: this.#isExtended, ignoresCase, isGlobal: true });
  }

  #peek(): string {
    return this.#script[this.#at] ?? "";
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#script)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #fail(): never {
    throw new UsageError(`bad pattern '${this.#script}'@${this.#at + 1}`);
  }
}
