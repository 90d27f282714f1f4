import type { UiElement } from "./element.js";
import type { ViewHierarchy } from "./hierarchy.js";
import { quoteLabel } from "./label.js";

export interface OutlineOptions {
  /** Longest body in characters; what does not fit is counted, and the call that shows it is named. */
  readonly maxChars: number;
  /** Also the elements of the status and navigation bars. */
  readonly systemBars: boolean;
  /** Only this element and what is in it. */
  readonly within: string | null;
  /** Adds to each line what the ref stands for otherwise. */
  readonly details: readonly ("bounds" | "ids" | "classes")[];
}

export const DEFAULT_OUTLINE: OutlineOptions = { maxChars: 10_000, systemBars: false, within: null, details: [] };

/** What an outline is drawn from: part of an observation. */
export interface OutlineSource {
  readonly elements: readonly UiElement[];
  readonly viewHierarchy: Pick<ViewHierarchy, "windows" | "nodes"> | null;
}

/**
 * The body of the text view: one line per element, `ref role "label" … states`, two spaces deeper than the element that
 * contains it. An element without a role word is plain text. The same source and options give the same text, byte for
 * byte. Ends without a newline; empty for a screen without elements.
 */
export function renderOutline(source: OutlineSource, options: OutlineOptions = DEFAULT_OUTLINE): string {
  const shown = shownElements(source.elements, options);
  const lines = outlineLines(source, shown, options);
  return fitLines(lines, options).join("\n");
}

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

interface OutlineLine {
  readonly text: string;
  readonly element: UiElement | null;
}

function outlineLines(source: OutlineSource, shown: readonly UiElement[], options: OutlineOptions): OutlineLine[] {
  const levels = new Map<string, number>();
  const byRef = new Map(source.elements.map((element) => [element.ref, element]));
  const hasSeveralWindows = new Set(shown.map((element) => element.window)).size > 1;
  const lines: OutlineLine[] = [];
  let window: number | undefined;
  for (const element of shown) {
    if (hasSeveralWindows && element.window !== window)
      lines.push({ text: windowLine(source, element), element: null });
    window = element.window;
    const level = element.parent === null ? 0 : (levels.get(element.parent) ?? -1) + 1;
    levels.set(element.ref, level);
    const parent = element.parent === null ? undefined : byRef.get(element.parent);
    lines.push({ text: "  ".repeat(level) + renderElement(element, parent, options.details), element });
  }
  return lines;
}

function windowLine({ viewHierarchy }: OutlineSource, element: UiElement): string {
  const window = viewHierarchy?.windows[element.window];
  const title = window?.title ? ` ${quoteLabel(window.title)}` : "";
  return `window ${element.package ?? "unknown"}${title}`;
}

/** One line of the outline without its indentation. */
export function renderElement(
  element: UiElement,
  parent: UiElement | undefined,
  details: OutlineOptions["details"] = [],
): string {
  const words = [element.ref];
  if (element.role !== "text") words.push(element.role);
  words.push(...element.labels.map(quoteLabel));
  if (element.value) words.push(`= ${quoteLabel(element.value)}`);
  words.push(...stateWords(element, parent), ...detailWords(element, details));
  return words.join(" ");
}

/** The states that differ from what a reader expects; what the parent's line says is not said again. */
export function stateWords(element: UiElement, parent: UiElement | undefined): readonly string[] {
  const words: string[] = [];
  if (element.checked === true) words.push("checked");
  if (element.selected === true && parent?.selected !== true) words.push("selected");
  if (element.enabled === false && parent?.enabled !== false) words.push("disabled");
  if (element.focused === true) words.push("focused");
  if (element.password === true) words.push("password");
  if (element.scrollable === true && !SCROLLING_ROLES.has(element.role)) words.push("scrollable");
  if (!element.sources.includes("hierarchy")) words.push("(seen only)");
  return words;
}

const SCROLLING_ROLES: ReadonlySet<string> = new Set(["list", "pager", "scroll"]);

function detailWords(element: UiElement, details: OutlineOptions["details"]): readonly string[] {
  const { left, top, right, bottom } = element.bounds;
  return details.flatMap((detail) => {
    if (detail === "bounds") return [`[${left},${top}][${right},${bottom}]`];
    if (detail === "ids") return element.resourceId ? [`id/${element.resourceId.replace(/^[^/]*:id\//, "")}`] : [];
    return element.className ? [element.className] : [];
  });
}

/** Whole lines up to the limit, then one line that says what is missing and how to get it. */
function fitLines(lines: readonly OutlineLine[], options: OutlineOptions): readonly string[] {
  const total = lines.reduce((sum, line) => sum + line.text.length + 1, -1);
  if (total <= options.maxChars) return lines.map((line) => line.text);
  const kept: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += line.text.length + 1;
    if (used > options.maxChars - LONGEST_NOTE) break;
    kept.push(line.text);
  }
  return [...kept, leftOutNote(lines.slice(kept.length), total)];
}

const LONGEST_NOTE = 160;

function leftOutNote(left: readonly OutlineLine[], total: number): string {
  const elements = left.flatMap((line) => line.element ?? []);
  const actionable = elements.filter((element) => element.actions.length > 0).length;
  const container = elements[0]?.parent;
  const within = container ? `, or within=${container}` : "";
  return `(left out: ${elements.length} more elements, ${actionable} of them actionable; observe with max_chars=${total + 1}${within})`;
}
