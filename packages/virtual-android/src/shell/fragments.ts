import { escapePattern } from "./pattern.js";

/** A piece of an expanded word, or the border between two arguments of `"$@"`. */
export type Fragment =
  | {
      readonly text: string;
      readonly isQuoted: boolean;
      /** Whether IFS splits it: true for the result of an unquoted expansion. */
      readonly splits: boolean;
    }
  | "border";

/** A field before globbing: a pattern in which quoted characters are escaped. */
export type FieldPattern = string;

/** The text of all fragments, for assignments and redirections. */
export function textOf(fragments: readonly Fragment[]): string {
  return fragments.map((fragment) => (fragment === "border" ? " " : fragment.text)).join("");
}

/** All fragments as one pattern, for `case` and `${x#…}`. */
export function patternOf(fragments: readonly Fragment[]): string {
  return fragments
    .map((fragment) => (fragment === "border" ? " " : piecePattern(fragment.text, fragment.isQuoted)))
    .join("");
}

/** Splits at IFS and at the borders; a field that consists only of empty unquoted text is dropped. */
export function splitFields(fragments: readonly Fragment[], ifs: string): readonly FieldPattern[] {
  const splitter = new Splitter(ifs);
  for (const fragment of fragments) {
    if (fragment === "border") splitter.border();
    else if (fragment.splits && !fragment.isQuoted) splitter.split(fragment.text);
    else if (fragment.text !== "" || fragment.isQuoted) splitter.append(piecePattern(fragment.text, fragment.isQuoted));
  }
  splitter.border();
  return splitter.fields;
}

class Splitter {
  readonly fields: FieldPattern[] = [];
  readonly #blanks: string;
  readonly #separators: string;
  #current: string | null = null;
  /** Whether spaces have just ended a field: a separator after them belongs to the same border. */
  #endedByBlank = false;

  constructor(ifs: string) {
    this.#blanks = [...ifs].filter((character) => " \t\n".includes(character)).join("");
    this.#separators = [...ifs].filter((character) => !" \t\n".includes(character)).join("");
  }

  append(pattern: string): void {
    this.#current = (this.#current ?? "") + pattern;
    this.#endedByBlank = false;
  }

  border(): void {
    if (this.#current !== null) this.fields.push(this.#current);
    this.#current = null;
    this.#endedByBlank = false;
  }

  split(text: string): void {
    for (const character of text) {
      if (this.#blanks.includes(character)) this.#blank();
      else if (this.#separators.includes(character)) this.#separator();
      else this.append(piecePattern(character, false));
    }
  }

  #blank(): void {
    if (this.#current === null) return;
    this.border();
    this.#endedByBlank = true;
  }

  #separator(): void {
    if (this.#current === null && !this.#endedByBlank) this.fields.push("");
    this.border();
  }
}

/** A backslash that is left after quoting is an ordinary character. */
function piecePattern(text: string, isQuoted: boolean): string {
  return isQuoted ? escapePattern(text) : text.replaceAll("\\", "\\\\");
}

/** Expands `a{b,c}` to `ab`, `ac`; mksh has no ranges. */
export function expandBraces(field: FieldPattern): readonly FieldPattern[] {
  const group = findGroup(field);
  if (!group) return [field];
  const before = field.slice(0, group.open);
  return group.choices.flatMap((choice) => expandBraces(before + choice + field.slice(group.close + 1)));
}

interface BraceGroup {
  readonly open: number;
  readonly close: number;
  readonly choices: readonly string[];
}

function findGroup(field: FieldPattern): BraceGroup | null {
  for (let open = field.indexOf("{"); open >= 0; open = field.indexOf("{", open + 1)) {
    const group = isEscaped(field, open) ? null : groupAt(field, open);
    if (group) return group;
  }
  return null;
}

function groupAt(field: FieldPattern, open: number): BraceGroup | null {
  const choices: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < field.length; at += 1) {
    const character = field[at];
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "," && depth === 1) {
      choices.push(field.slice(start, at));
      start = at + 1;
    } else if (character === "}") depth -= 1;
    if (depth === 0) {
      return choices.length === 0 ? null : { open, close: at, choices: [...choices, field.slice(start, at)] };
    }
  }
  return null;
}

function isEscaped(field: string, at: number): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(field.slice(0, at));
}
