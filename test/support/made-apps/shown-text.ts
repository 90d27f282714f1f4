import type { Rect } from "../../../src/base/geometry.js";

/** A line of an outline or of a diff, as a client reads it. */
export interface ShownLine {
  readonly ref: string;
  /** The role; `text` if the line has no role. */
  readonly role: string;
  /** The quoted texts, in order. */
  readonly labels: readonly string[];
  /** The whole line, without its indentation. */
  readonly words: string;
  /** The earlier ref of the element, if the line reports it; else null. */
  readonly was: string | null;
  readonly bounds: Rect | null;
  /** The id as `id/…`, if ids were requested; else null. */
  readonly id: string | null;
  /** The number of spaces before the line. */
  readonly indent: number;
}

/** The lines of an answer that show a present element, not those of removed elements. */
export function shownLines(answer: string): readonly ShownLine[] {
  return answer.split("\n").flatMap((line) => {
    const found = /^(\s*(?:[+~]\s+)?)(e\d+)\b(.*)$/.exec(line);
    if (!found) return [];
    const [, before = "", ref = "", all = ""] = found;
    const was = / was (e\d+)(?: "|$)/.exec(all)?.[1] ?? null;
    const words = all.replace(/ was e\d+(?: ".*)?$/, "");
    const outside = words.replaceAll(QUOTED, " ");
    const role = /^ ([a-z]+)\b/.exec(outside)?.[1] ?? "text";
    const labels = [...words.matchAll(QUOTED)].map(([text]) => unquoted(text));
    const id = /\bid\/\S+/.exec(outside)?.[0] ?? null;
    return [{ ref, role, labels, words: line.trim(), was, bounds: boundsIn(outside), id, indent: before.length }];
  });
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, "$1");
}

function boundsIn(words: string): Rect | null {
  const found = /\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]/.exec(words);
  if (!found) return null;
  const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(1).map(Number);
  return { left, top, right, bottom };
}

/** The parent line of an indented line. */
export function lineAround(lines: readonly ShownLine[], line: ShownLine): ShownLine | undefined {
  return lines.slice(0, lines.indexOf(line)).findLast(({ indent }) => indent < line.indent);
}

/** The kind of the verdict in an action's answer; null if there is none. */
export function verdictIn(answer: string): string | null {
  return (
    /^(changed|no_effect|unexpected_window|app_crashed|app_not_responding|uncertain|unknown): /m.exec(answer)?.[1] ??
    null
  );
}

/** The code of a refusal. */
export function codeIn(answer: string): string {
  return /^([A-Z_]+): /.exec(answer)?.[1] ?? "";
}
