import type { SedAddress, SedCommand, SedSubstitution } from "./sed-script.js";

/** Ends the cycle at once (`d`), or the whole script (`q`). */
class EndOfCycle extends Error {
  readonly isLast: boolean;
  readonly prints: boolean;

  constructor(isLast: boolean, prints: boolean) {
    super("cycle");
    this.isLast = isLast;
    this.prints = prints;
  }
}

/** Runs a script on lines, with pattern space, hold space and active ranges. */
export class SedMachine {
  readonly #script: readonly SedCommand[];
  readonly #isQuiet: boolean;
  readonly #openUntil = new Map<SedCommand, number | null>();
  #lines: readonly string[] = [];
  #next = 0;
  #space = "";
  #hold = "";
  #output: string[] = [];
  #appended: string[] = [];

  constructor(script: readonly SedCommand[], isQuiet: boolean) {
    this.#script = script;
    this.#isQuiet = isQuiet;
  }

  /** Gives the output lines in order. */
  run(lines: readonly string[]): readonly string[] {
    this.#lines = lines;
    this.#next = 0;
    this.#output = [];
    while (this.#next < lines.length) {
      this.#space = lines[this.#next] ?? "";
      this.#next += 1;
      if (this.#cycle()) break;
    }
    return this.#output;
  }

  /** Runs one cycle; true if it was the last one. */
  #cycle(): boolean {
    let end = new EndOfCycle(false, !this.#isQuiet);
    try {
      for (const command of this.#script) this.#apply(command);
    } catch (error) {
      if (!(error instanceof EndOfCycle)) throw error;
      end = error;
    }
    if (end.prints) this.#output.push(this.#space);
    this.#output.push(...this.#appended);
    this.#appended = [];
    return end.isLast;
  }

  #apply(command: SedCommand): void {
    if (this.#selects(command) === command.isNegated) return;
    switch (command.letter) {
      case "{":
        for (const inner of command.body) this.#apply(inner);
        return;
      case "s":
        if (command.substitution) this.#substitute(command.substitution);
        return;
      case "y":
        this.#space = [...this.#space].map((character) => command.mapping?.get(character) ?? character).join("");
        return;
      case "d":
        throw new EndOfCycle(false, false);
      case "q":
        throw new EndOfCycle(true, !this.#isQuiet);
      case "a":
        this.#appended.push(command.text);
        return;
      case "i":
        this.#output.push(command.text);
        return;
      case "c":
        this.#change(command);
        return;
      default:
        this.#applySimple(command.letter);
    }
  }

  #applySimple(letter: string): void {
    if (letter === "p") this.#output.push(this.#space);
    else if (letter === "P") this.#output.push(this.#space.split("\n")[0] ?? "");
    else if (letter === "=") this.#output.push(String(this.#next));
    else if (letter === "h") this.#hold = this.#space;
    else if (letter === "H") this.#hold += `\n${this.#space}`;
    else if (letter === "g") this.#space = this.#hold;
    else if (letter === "G") this.#space += `\n${this.#hold}`;
    else if (letter === "x") [this.#space, this.#hold] = [this.#hold, this.#space];
    else if (letter === "n") this.#readNext(!this.#isQuiet, "");
    else if (letter === "N") this.#readNext(false, `${this.#space}\n`);
    else this.#dropFirstLine();
  }

  #readNext(prints: boolean, prefix: string): void {
    if (this.#next >= this.#lines.length) throw new EndOfCycle(true, !this.#isQuiet);
    if (prints) this.#output.push(this.#space);
    this.#space = prefix + (this.#lines[this.#next] ?? "");
    this.#next += 1;
  }

  #dropFirstLine(): void {
    const end = this.#space.indexOf("\n");
    if (end < 0) throw new EndOfCycle(false, false);
    this.#space = this.#space.slice(end + 1);
  }

  /** `c` replaces a range as a whole, at the end of the range. */
  #change(command: SedCommand): never {
    const isInside = command.addresses.length === 2 && this.#openUntil.has(command) && !command.isNegated;
    if (!isInside) this.#output.push(command.text);
    throw new EndOfCycle(false, false);
  }

  #substitute({ pattern, replacement, isGlobal, prints, nth }: SedSubstitution): void {
    let seen = 0;
    let replaced = false;
    pattern.lastIndex = 0;
    this.#space = this.#space.replace(pattern, (...found: unknown[]) => {
      seen += 1;
      const whole = String(found[0]);
      if (seen < nth || (seen > nth && !isGlobal)) return whole;
      replaced = true;
      return fillIn(replacement, found);
    });
    if (replaced && prints) this.#output.push(this.#space);
  }

  #selects(command: SedCommand): boolean {
    const [first, second] = command.addresses;
    if (!first) return true;
    if (!second) return this.#matches(first);
    if (!this.#openUntil.has(command)) {
      if (!this.#matches(first)) return false;
      if (!this.#endsAtOnce(second))
        this.#openUntil.set(command, second.kind === "count" ? this.#next + second.lines : null);
      return true;
    }
    const until = this.#openUntil.get(command) ?? null;
    const isEnd = until === null ? this.#isEnd(second) : this.#next >= until;
    if (isEnd) this.#openUntil.delete(command);
    return true;
  }

  #endsAtOnce(second: SedAddress): boolean {
    if (second.kind === "line") return second.line <= this.#next;
    return second.kind === "count" ? second.lines === 0 : second.kind === "last" && this.#matches(second);
  }

  #isEnd(second: SedAddress): boolean {
    return second.kind === "line" ? this.#next >= second.line : this.#matches(second);
  }

  #matches(address: SedAddress): boolean {
    switch (address.kind) {
      case "line":
        return this.#next === address.line;
      case "last":
        return this.#next === this.#lines.length;
      case "pattern":
        address.pattern.lastIndex = 0;
        return address.pattern.test(this.#space);
      case "count":
        return false;
    }
  }
}

/** Replaces `&` and `\\1`…`\\9` in a replacement; other escapes give the character itself. */
function fillIn(replacement: string, found: readonly unknown[]): string {
  return replacement.replace(/\\([\s\S])|&/g, (_, escaped?: string) => {
    if (escaped === undefined) return String(found[0]);
    if (/[0-9]/.test(escaped)) return String(found[Number(escaped)] ?? "");
    return escaped === "n" ? "\n" : escaped === "t" ? "\t" : escaped;
  });
}
