/** The pattern cannot be compiled. `message` is bionic's regerror(3) text. */
export class BadPattern extends Error {}

/** The syntax of a pattern. */
export interface PosixPattern {
  /** Extended syntax: `( ) { } + ? |` are special without a backslash. */
  readonly isExtended: boolean;
  readonly ignoresCase?: boolean;
  readonly isGlobal?: boolean;
}

const CLASSES: Readonly<Record<string, string>> = {
  alnum: "\\p{L}\\p{N}",
  alpha: "\\p{L}",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`\\{-~",
  space: "\\s",
  upper: "A-Z",
  xdigit: "0-9A-Fa-f",
};

/** Extended: special without a backslash. Basic: special after a backslash (as in GNU and bionic). */
const SWITCHED = "(){}+?|";

/** Converts a POSIX regular expression to a JavaScript one. Errors: BadPattern. */
export function posixRegExp(pattern: string, { isExtended, ignoresCase, isGlobal }: PosixPattern): RegExp {
  const source = new Translator(pattern, isExtended).translate();
  try {
    return new RegExp(source, `u${ignoresCase ? "i" : ""}${isGlobal ? "g" : ""}`);
  } catch (error) {
    throw new BadPattern(wordingOf(error));
  }
}

/** A pattern that matches only this text. */
export function literalSource(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/-]/g, (character) => (character === "-" ? "\\x2d" : `\\${character}`));
}

function wordingOf(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  if (/group|parenthes/i.test(text)) return "Unmatched ( or \\(";
  if (/repeat|quantifier/i.test(text)) return "Invalid preceding regular expression";
  return "Invalid regular expression";
}

class Translator {
  readonly #pattern: string;
  readonly #isExtended: boolean;
  #at = 0;
  #source = "";
  #isInInterval = false;

  constructor(pattern: string, isExtended: boolean) {
    this.#pattern = pattern;
    this.#isExtended = isExtended;
  }

  translate(): string {
    while (this.#at < this.#pattern.length) this.#step();
    return this.#source;
  }

  #step(): void {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    if (character === "[") this.#bracket();
    else if (character === "\\") this.#escaped();
    else if (SWITCHED.includes(character))
      this.#source += this.#isExtended ? this.#special(character) : `\\${character}`;
    else if (character === "*") this.#source += this.#isAtStart() ? "\\*" : "*";
    else if (character === "^") this.#source += this.#isExtended || this.#isAtStart() ? "^" : "\\^";
    else if (character === "$") this.#source += this.#isExtended || this.#isAtEnd() ? "$" : "\\$";
    else this.#source += character === "." ? "." : literalSource(character);
  }

  #escaped(): void {
    const next = this.#pattern[this.#at] ?? "";
    if (next === "") throw new BadPattern("Trailing backslash");
    this.#at += next.length;
    if (SWITCHED.includes(next)) this.#source += this.#isExtended ? `\\${next}` : this.#special(next);
    else if (/[1-9]/.test(next)) this.#source += `(?:\\${next})`;
    else if (next === "<") this.#source += "\\b(?=\\w)";
    else if (next === ">") this.#source += "\\b(?<=\\w)";
    else if (/[wWsSbB]/.test(next)) this.#source += `\\${next}`;
    else if (next === "n") this.#source += "\\n";
    else this.#source += literalSource(next);
  }

  /** A brace that does not start an interval is an ordinary character. */
  #special(character: string): string {
    if (character !== "{" && character !== "}") return character;
    const end = this.#isExtended ? /^\d+(?:,\d*)?\}/ : /^\d+(?:,\d*)?\\\}/;
    const isInterval = character === "{" ? end.test(this.#pattern.slice(this.#at)) : this.#isInInterval;
    this.#isInInterval = isInterval && character === "{";
    return isInterval ? character : `\\${character}`;
  }

  #bracket(): void {
    const found = /^\^?\]?(?:\[:\w+:\]|\[\.[\s\S]\.\]|\[=[\s\S]=\]|[^\]])*\]/u.exec(this.#pattern.slice(this.#at));
    if (!found) throw new BadPattern("Unmatched [, [^, [:, [., or [=");
    this.#at += found[0].length;
    const isNegated = found[0].startsWith("^");
    const body = found[0].slice(isNegated ? 1 : 0, -1);
    const inside = body.replace(/\[:(\w+):\]|\[[.=]([\s\S])[.=]\]|([\\[\]^])/gu, (_, name, single, special) => {
      if (name !== undefined) return CLASSES[name] ?? "";
      return single === undefined ? `\\${special}` : literalSource(single);
    });
    this.#source += `[${isNegated ? "^" : ""}${inside.replace(/^-|-$/g, "\\-")}]`;
  }

  #isAtStart(): boolean {
    return this.#source === "" || /(?:^|[^\\])(?:\\\\)*[(|^]$/.test(this.#source);
  }

  #isAtEnd(): boolean {
    const rest = this.#pattern.slice(this.#at);
    return rest === "" || rest.startsWith("\\)") || rest.startsWith("\\|");
  }
}
