import assert from "node:assert/strict";

/*
 * A reader who applies a diff to an outline, by the rules of docs/observation.md and from the text alone. It does not
 * use the code that writes diffs.
 */

interface Line {
  /** The line without indentation and ref; for a line that names a window the whole line. */
  words: string;
  /** Null for a line that names a window. */
  ref: string | null;
  /** The lines that are indented under it. */
  inside: Line[];
}

const WHOLE = /^\((?:a different screen|much changed)\)$/;
const NO_LINES = "(no elements)";
const REFS = String.raw`e\d+(?:-e\d+)?(?: e\d+(?:-e\d+)?)*`;
const EARLIER = new RegExp(String.raw` was (${REFS})(?: "(?:[^"\\]|\\.)*"(?:…\(\+\d+\))?)*$`);
const AROUND = new RegExp(String.raw` \(around (${REFS})\)$`);

/** The present outline, from the earlier outline and these differences. */
export function readDifferences(before: string, differences: string): string {
  const reported = differences.split("\n");
  if (WHOLE.test(reported[0] ?? "") && reported[1] === NO_LINES) return "";
  if (WHOLE.test(reported[0] ?? "")) return printed(outlineOf(reported.slice(1).map(withoutEarlier)));
  const top = outlineOf(before === "" ? [] : before.split("\n"));
  const touched = new Set<Line>();
  for (const one of reported) if (one.startsWith("- ")) takeOut(top, one.slice(2));
  for (const one of reported) if (one.startsWith("~ ")) replace(top, one.slice(2), touched);
  putIn(top, reported, touched);
  const [, unchanged] = /^(\d+) unchanged/.exec(reported.at(-1) ?? "") ?? [];
  const left = [...all(top)].filter((line) => line.ref !== null && !touched.has(line)).length;
  const isSame = reported.at(-1)?.startsWith("(nothing ") === true;
  if (!isSame) assert.equal(Number(unchanged), left, differences);
  return printed(top);
}

function withoutEarlier(line: string): string {
  return line.replace(EARLIER, "");
}

function lineOf(text: string): Line {
  const [, ref = null, words = text] = /^(e\d+)((?: .*)?)$/.exec(text) ?? [];
  return { words, ref, inside: [] };
}

function outlineOf(lines: readonly string[]): Line {
  const top: Line = { words: "", ref: null, inside: [] };
  const path = [top];
  for (const text of lines) {
    const level = levelOf(text);
    const line = lineOf(text.slice(2 * level));
    path[level]?.inside.push(line);
    path.splice(level + 1, path.length, line);
  }
  return top;
}

function levelOf(text: string): number {
  return (/^ */.exec(text)?.[0].length ?? 0) / 2;
}

function printed(top: Line): string {
  const lines = (line: Line, level: number): string[] => [
    `${"  ".repeat(level)}${line.ref ?? ""}${line.words}`,
    ...line.inside.flatMap((one) => lines(one, level + 1)),
  ];
  return top.inside.flatMap((line) => lines(line, 0)).join("\n");
}

function* all(line: Line): Generator<Line> {
  for (const one of line.inside) {
    yield one;
    yield* all(one);
  }
}

/** All refs of a text like `e4-e6 e9`. */
function refsOf(words: string): readonly string[] {
  return words.split(" ").flatMap((run) => {
    const [first = 0, last = first] = run.split("-").map((ref) => Number(ref.slice(1)));
    return Array.from({ length: last - first + 1 }, (_, place) => `e${first + place}`);
  });
}

const isRefs = (words: string) => new RegExp(`^${REFS}$`).test(words);

/** Finds a line by its ref; a line that names a window by its whole text. */
function find(top: Line, name: string): Line {
  const isNamed = ({ ref, words }: Line) => (/^e\d+$/.test(name) ? ref === name : ref === null && words === name);
  const [found, ...others] = [...all(top)].filter(isNamed);
  assert.ok(found && others.length === 0, `${name} is one line of\n${printed(top)}`);
  return found;
}

function parentOf(top: Line, line: Line): Line {
  const parent = [top, ...all(top)].find(({ inside }) => inside.includes(line));
  assert.ok(parent);
  return parent;
}

/** Removes lines; the lines inside a removed line take its place. */
function takeOut(top: Line, rest: string): void {
  const names = rest.startsWith("window ") ? [rest] : isRefs(rest) ? refsOf(rest) : [rest.split(" ")[0] ?? ""];
  for (const line of names.map((name) => find(top, name))) {
    const { inside } = parentOf(top, line);
    inside.splice(inside.indexOf(line), 1, ...line.inside);
  }
}

function replace(top: Line, rest: string, touched: Set<Line>): void {
  const was = EARLIER.exec(rest)?.[1];
  const now = withoutEarlier(rest);
  const names = isRefs(now) ? refsOf(now) : [/^e\d+/.exec(now)?.[0] ?? ""];
  const earlier = was === undefined ? names : refsOf(was);
  assert.equal(names.length, earlier.length, rest);
  const lines = earlier.map((name) => find(top, name));
  for (const [place, line] of lines.entries()) {
    touched.add(line);
    line.ref = names[place] ?? null;
    if (lines.length === 1) line.words = lineOf(now).words;
  }
}

/** Inserts new and moved lines, each right below the previous reported line. */
function putIn(top: Line, reported: readonly string[], touched: Set<Line>): void {
  let above: Line = top;
  for (const one of reported) {
    const place = /^after (.*):$/.exec(one)?.[1];
    if (one === "first:") above = top;
    else if (place !== undefined) above = find(top, place);
    else if (one.startsWith("~ ")) above = belowReplaced(top, one, above);
    else if (one.startsWith("+ ")) above = putNew(top, above, one.slice(2));
    else if (one.startsWith("> ")) above = putMoved(top, above, one.slice(2), touched);
    if (one.startsWith("+ ")) touched.add(above);
  }
}

function belowReplaced(top: Line, reported: string, above: Line): Line {
  const words = withoutEarlier(reported.slice(2));
  return isRefs(words) && refsOf(words).length > 1 ? above : find(top, /^e\d+/.exec(words)?.[0] ?? "");
}

function putNew(top: Line, above: Line, text: string): Line {
  const level = levelOf(text);
  const around = AROUND.exec(text)?.[1];
  const line = lineOf(text.slice(2 * level).replace(AROUND, ""));
  put(top, above, line, level);
  for (const kept of around === undefined ? [] : refsOf(around).map((ref) => find(top, ref))) {
    const { inside } = parentOf(top, kept);
    inside.splice(inside.indexOf(kept), 1);
    line.inside.push(kept);
  }
  return line;
}

function putMoved(top: Line, above: Line, text: string, touched: Set<Line>): Line {
  const level = levelOf(text);
  let last = above;
  const names = text.slice(2 * level).replace(/ moved here$/, "");
  for (const line of (isRefs(names) ? refsOf(names) : [names]).map((name) => find(top, name))) {
    const { inside } = parentOf(top, line);
    inside.splice(inside.indexOf(line), 1);
    put(top, last, line, level);
    touched.add(line);
    last = line;
  }
  return last;
}

/** Inserts a line at this level, right after the line above or after the line around it at the same level. */
function put(top: Line, above: Line, line: Line, level: number): void {
  const path: Line[] = [];
  for (let at = above; at !== top; at = parentOf(top, at)) path.unshift(at);
  const parent = level === 0 ? top : path[level - 1];
  assert.ok(parent, `${line.words} is ${level} deep, and stands below ${above.words}`);
  const sibling = path[level];
  parent.inside.splice(sibling ? parent.inside.indexOf(sibling) + 1 : 0, 0, line);
}
