import { mapInSteps, type Steps } from "../base/steps.js";
import { isActionable, isSeenOnly, type UiElement } from "./element.js";
import type { ViewHierarchy } from "./hierarchy.js";
import { cutLabel, nameOrQuoted, normaliseLabel, quoteWords } from "./label.js";

export interface OutlineOptions {
  /**
   * The longest body in characters. The rest is counted in a note, which names the call that shows it. The note is
   * always written, so limits below about 200 characters cannot be kept.
   */
  readonly maxChars: number;
  /** Also the elements of the status and navigation bars. */
  readonly systemBars: boolean;
  /** Only the element with this ref and the elements in it; null for all. */
  readonly within: string | null;
  /** Further facts that each line shows. */
  readonly details: readonly ("bounds" | "ids" | "classes")[];
}

export const DEFAULT_OUTLINE: OutlineOptions = { maxChars: 10_000, systemBars: false, within: null, details: [] };

/** The part of an observation from which an outline is made. */
export interface OutlineSource {
  readonly elements: readonly UiElement[];
  readonly viewHierarchy: Pick<ViewHierarchy, "windows" | "nodes"> | null;
  /** Text to add at the end of an element's line; nothing, if absent. */
  readonly note?: (element: UiElement) => string;
}

/**
 * The body of the text view: one line per element, `ref role "label" … states`, two spaces deeper than the element that
 * contains it. A line without a role is plain text. The same source and options give the same text, byte for byte. Ends
 * without a newline; empty for a screen without elements. A text that is too long loses the ends of long labels first,
 * then its last lines.
 */
export function renderOutline(source: OutlineSource, options: OutlineOptions = DEFAULT_OUTLINE): string {
  const lines = outlineLines(source, options);
  const length = lengthOf(lines);
  if (length <= options.maxChars) return lines.map(indented).join("\n");
  const kept = firstThatFit(cutLines(lines, source, options), options.maxChars - LONGEST_NOTE);
  const left = lines.slice(kept.length).flatMap((line) => line.element ?? []);
  const within = options.within === null ? "" : ` and within=${options.within}`;
  const call = `observe with max_chars=${length}${within}${partToShow(source, options, left[0])}`;
  return [...kept.map(indented), leftOutNote(left, call)].join("\n");
}

/** How many characters of a cut label remain. */
const LONGEST_CUT_LABEL = 120;
const LONGEST_NOTE = 180;

/** The elements that the outline shows under these options, in its order. */
export function shownElements(elements: readonly UiElement[], options: OutlineOptions): readonly UiElement[] {
  const wanted = options.within === null ? elements : subtree(elements, options.within);
  return options.systemBars || options.within !== null ? wanted : wanted.filter((element) => !element.systemBar);
}

function subtree(elements: readonly UiElement[], root: string): readonly UiElement[] {
  const inside = new Set([root]);
  for (const element of elements) {
    if (element.parent !== null && inside.has(element.parent)) inside.add(element.ref);
  }
  return elements.filter((element) => inside.has(element.ref));
}

export interface OutlineLine {
  /** The line without its indentation. */
  readonly words: string;
  /** The depth of its indentation, in levels. */
  readonly level: number;
  /** Null for the line that names a window. */
  readonly element: UiElement | null;
}

/** The whole outline as lines, in its order. */
export function outlineLines(source: OutlineSource, options: OutlineOptions): readonly OutlineLine[] {
  return [...eachLine(source, options)];
}

function* eachLine(source: OutlineSource, options: OutlineOptions): Generator<OutlineLine> {
  const shown = shownElements(source.elements, options);
  const levels = new Map<string, number>();
  const wordsOf = lineWriter(source, options);
  const hasSeveralWindows = new Set(shown.map((element) => element.window)).size > 1;
  let window: number | undefined;
  for (const element of shown) {
    if (hasSeveralWindows && element.window !== window)
      yield { words: windowLine(source, element), level: 0, element: null };
    window = element.window;
    const level = element.parent === null ? 0 : (levels.get(element.parent) ?? -1) + 1;
    levels.set(element.ref, level);
    yield { words: wordsOf(element, Number.POSITIVE_INFINITY), level, element };
  }
}

type LineWriter = (element: UiElement, longestLabel: number) => string;

function lineWriter({ elements, note }: OutlineSource, { details }: OutlineOptions): LineWriter {
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  return (element, longestLabel) => {
    const parent = element.parent === null ? undefined : byRef.get(element.parent);
    return `${lineOf({ element, parent, details, longestLabel })}${note?.(element) ?? ""}`;
  };
}

/** The same lines with long labels cut. Each line is made only when it is needed: few of thousands are shown. */
function* cutLines(lines: readonly OutlineLine[], source: OutlineSource, options: OutlineOptions) {
  const wordsOf = lineWriter(source, options);
  for (const line of lines) {
    const mayBeCut = line.element !== null && line.words.length > LONGEST_CUT_LABEL;
    yield mayBeCut ? { ...line, words: wordsOf(line.element, LONGEST_CUT_LABEL) } : line;
  }
}

/** The length of the joined lines, in characters. */
function lengthOf(lines: Iterable<OutlineLine>, most = Number.POSITIVE_INFINITY): number {
  let length = -1;
  for (const line of lines) {
    length += INDENTATION.length * line.level + line.words.length + 1;
    if (length > most) break;
  }
  return Math.max(0, length);
}

function indented({ words, level }: OutlineLine): string {
  return `${INDENTATION.repeat(level)}${words}`;
}

const INDENTATION = "  ";

function windowLine({ viewHierarchy }: OutlineSource, element: UiElement): string {
  const title = normaliseLabel(viewHierarchy?.windows[element.window]?.title ?? "");
  const name = element.package ? nameOrQuoted(element.package) : "unknown";
  return title === "" ? `window ${name}` : `window ${name} ${quoteWords(title)}`;
}

/** One line of the outline without its indentation. */
export function renderElement(
  element: UiElement,
  parent: UiElement | undefined,
  details: OutlineOptions["details"] = [],
  longestLabel = Number.POSITIVE_INFINITY,
): string {
  return lineOf({ element, parent, details, longestLabel });
}

/** How many characters of a label a sentence shows at most. */
const LONGEST_NAMED_LABEL = 200;

/** An element as sentences name it: its line of the outline, with long labels cut. */
export function nameElement(element: UiElement): string {
  return lineOf({ element, parent: undefined, details: [], longestLabel: LONGEST_NAMED_LABEL });
}

interface LineParts {
  readonly element: UiElement;
  readonly parent: UiElement | undefined;
  readonly details: OutlineOptions["details"];
  /** Longer labels are cut, with the number of missing characters. */
  readonly longestLabel: number;
}

/** A line without details, with whole labels; its words depend on the element and its parent alone. */
interface WholeLine {
  readonly parent: UiElement | undefined;
  readonly words: string;
}

/** The whole line of each element: an answer compares and shows the lines of a screen several times. */
const wholeLines = new WeakMap<UiElement, WholeLine>();

const LINES_PER_STEP = 500;

/** Writes the lines of a screen in steps; afterwards they are known. */
export function* writeLines(elements: readonly UiElement[]): Steps<void> {
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  const of = (element: UiElement) => renderElement(element, byRef.get(element.parent ?? ""));
  yield;
  yield* mapInSteps(elements, { perStep: LINES_PER_STEP, of });
}

function lineOf(parts: LineParts): string {
  const { element, parent, details, longestLabel } = parts;
  if (details.length > 0 || longestLabel !== Number.POSITIVE_INFINITY) return newLineOf(parts);
  const known = wholeLines.get(element);
  if (known && known.parent === parent) return known.words;
  const words = newLineOf(parts);
  wholeLines.set(element, { parent, words });
  return words;
}

function newLineOf({ element, parent, details, longestLabel }: LineParts): string {
  const words = [element.ref];
  if (element.role !== "text") words.push(element.role);
  const labels = element.labels.filter((label) => label !== element.value);
  words.push(...labels.map((label) => cutLabel(label, longestLabel)));
  const guess = element.vision?.guess ?? null;
  if (guess && labels.length === 0) words.push(`icon? ${quoteWords(guess.name)}`);
  if (element.value) words.push(`= ${cutLabel(element.value, longestLabel)}`);
  words.push(...stateWords(element, parent, longestLabel), ...detailWords(element, details));
  return words.join(" ");
}

/** The states that differ from what a reader expects, without those that the parent's line has already. */
export function stateWords(
  element: UiElement,
  parent: UiElement | undefined,
  longestLabel = Number.POSITIVE_INFINITY,
): readonly string[] {
  const words: string[] = [];
  if (element.checked === true) words.push("checked");
  if (element.checked === "partial") words.push("partly checked");
  if (element.expanded !== null) words.push(element.expanded ? "expanded" : "collapsed");
  if (element.selected === true && parent?.selected !== true) words.push("selected");
  if (element.enabled === false && parent?.enabled !== false) words.push("disabled");
  if (element.focused === true) words.push("focused");
  if (element.password === true) words.push("password");
  if (element.scrollable === true && !SCROLLING_ROLES.has(element.role)) words.push("scrollable");
  if (element.error !== null) words.push(`error ${cutLabel(element.error, longestLabel)}`);
  if (isSeenOnly(element)) words.push("(seen only)");
  if (element.role === "web" && element.sources.includes("webview")) words.push("(contents: source webview)");
  const why = element.vision?.why;
  if (why === "covered") words.push("(covered)");
  if (why === "blank") words.push("(nothing to be seen)");
  return words;
}

const SCROLLING_ROLES: ReadonlySet<string> = new Set(["list", "pager", "scroll"]);

function detailWords(element: UiElement, details: OutlineOptions["details"]): readonly string[] {
  const { left, top, right, bottom } = element.bounds;
  return details.flatMap((detail) => {
    if (detail === "bounds") return [`[${left},${top}][${right},${bottom}]`];
    if (detail === "ids") {
      return element.resourceId ? [`id/${nameOrQuoted(element.resourceId.replace(/^[^/]*:id\//, ""))}`] : [];
    }
    return element.className ? [classOf(element.className)] : [];
  });
}

/** A class name has a dot. A name without a dot is quoted, since it could be read as a state at the end of the line. */
function classOf(name: string): string {
  return name.includes(".") ? nameOrQuoted(name) : quoteWords(name);
}

/** The lines that fit the limit; a window's name is not kept as the last line. */
function firstThatFit(lines: Iterable<OutlineLine>, limit: number): readonly OutlineLine[] {
  const fitting: OutlineLine[] = [];
  let used = 0;
  for (const line of lines) {
    used += indented(line).length + 1;
    if (used > limit) break;
    fitting.push(line);
  }
  if (fitting.at(-1)?.element === null) fitting.pop();
  return fitting;
}

/** The note on what is missing, and the call that shows it. */
function leftOutNote(left: readonly UiElement[], call: string): string {
  if (left.length === 0) return `(long labels are cut; whole: ${call})`;
  return `(left out: ${left.length} more elements, ${left.filter(isActionable).length} of them actionable; ${call})`;
}

/** The container of the first missing element, if its own outline fits and it is not the container shown already. */
function partToShow(source: OutlineSource, options: OutlineOptions, firstMissing: UiElement | undefined): string {
  const container = firstMissing?.parent ?? null;
  if (container === null || container === options.within) return "";
  const length = lengthOf(eachLine(source, { ...options, within: container }), options.maxChars);
  return length <= options.maxChars ? `, or within=${container}` : "";
}
