import type { Rect } from "../base/geometry.js";
import { type LinearPattern, linearPattern } from "../base/linear-pattern.js";
import { quoteLabel } from "./label.js";

/**
 * The element that a hand-written flow looks for, as Maestro does it. All given conditions have to match; of several
 * matching elements, the first is taken. A condition that is null is not checked.
 */
export interface ElementPattern {
  readonly text: WholePattern | null;
  /** A pattern for the whole resource id, or for the part after its last `/`. */
  readonly id: WholePattern | null;
  readonly enabled: boolean | null;
  readonly checked: boolean | null;
  readonly selected: boolean | null;
  readonly focused: boolean | null;
  /** Its position relative to the nearest element that matches each of these patterns. */
  readonly near: readonly { readonly side: Side; readonly of: ElementPattern }[];
  /** It contains an element for each of these patterns. */
  readonly contains: readonly ElementPattern[];
  /** It lies in an element that matches. */
  readonly childOf: ElementPattern | null;
  /**
   * The number among all matches, sorted from the top and then from the left, from 0; negative numbers count from the
   * end.
   */
  readonly index: number | null;
  /** The approximate size; null for a side of any length. */
  readonly size: {
    readonly widthPx: number | null;
    readonly heightPx: number | null;
    readonly tolerancePx: number;
  } | null;
  readonly traits: readonly Trait[];
  /** A CSS selector of a web page; no element of Android matches it. */
  readonly css: string | null;
  /** The point inside the element to touch; null for any point where nothing covers it. */
  readonly at: PlaceWithin | null;
}

/** A point relative to the upper left corner of an element: in shares of its size, or in pixels. */
export interface PlaceWithin {
  readonly x: number;
  readonly y: number;
  readonly unit: "share" | "px";
}

/** The point in shares of width and height; above 1 if it lies beside the element. */
export function sharesWithin({ x, y, unit }: PlaceWithin, { left, top, right, bottom }: Rect) {
  if (unit === "share") return { x, y };
  return { x: x / Math.max(1, right - left), y: y / Math.max(1, bottom - top) };
}

/** Maestro's traits: has a text, has a text of more than 200 characters, is about as wide as high. */
export const TRAITS = ["text", "long-text", "square"] as const;
export type Trait = (typeof TRAITS)[number];

export const SIDES = ["below", "above", "leftOf", "rightOf"] as const;
export type Side = (typeof SIDES)[number];

/** A regular expression that has to match a whole text, ignoring case, or a text that has to be equal. */
export interface WholePattern {
  readonly source: string;
  /** Null if the source is not a regular expression: then only the same text matches. */
  readonly pattern: WholeMatcher | null;
}

/** Whether the pattern matches a whole text; `steps` as in LinearPattern. */
export type WholeMatcher = Pick<LinearPattern, "steps" | "matchesWhole">;

/** The longest expression in characters, and its most steps: each character takes one or two steps. */
const LONGEST = 1_000;
const MOST_STEPS = 2_500;

/**
 * The pattern of this source, or in words why there is none. `^` and `$` match at lines, and `.` matches line breaks,
 * too. Groups of flags such as `(?i)` set flags that are always on. A text that is not an expression is taken
 * literally.
 */
export function wholePattern(source: string): WholePattern | string {
  const words = inJavaScript(source);
  const { ahead, rest } = partsAhead(words);
  const whole = patternOf(rest, source);
  if (typeof whole === "string" || ahead.length === 0) return whole;
  const { pattern } = whole;
  if (pattern === null) return "it is not a regular expression of JavaScript";
  const parts = ahead.map(({ inside, isThere }) => ({ read: linearPattern(inside, FLAGS), isThere }));
  const wrong = parts.find(({ read }) => typeof read === "string")?.read;
  if (typeof wrong === "string") return wrong;
  const tests = parts.flatMap(({ read, isThere }) => (typeof read === "string" ? [] : [{ read, isThere }]));
  return {
    source,
    pattern: {
      steps: tests.reduce((sum, { read }) => sum + read.steps, pattern.steps),
      matchesWhole: (text) =>
        tests.every(({ read, isThere }) => (read.find(text, 0)?.start === 0) === isThere) && pattern.matchesWhole(text),
    },
  };
}

const FLAGS = { ignoreCase: true, multiline: true, dotAll: true, mostSteps: MOST_STEPS };

/** The blanks of a line, for use in a character class. */
const BLANKS = " \\t\\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000";

/** Translates what Java writes differently: quotations, flags inside, start and end of the text, blanks of a line. */
function inJavaScript(source: string): string {
  let isQuoted = false;
  let isClass = false;
  return source.replace(/\\[\s\S]|\(\?[ims]{1,3}\)|[\s\S]/g, (part, at: number) => {
    if (part === "\\Q" || (part === "\\E" && isQuoted)) {
      isQuoted = part === "\\Q";
      return "";
    }
    if (isQuoted) return part === "-" ? "\\x2d" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    if (part === "\\h") return isClass ? BLANKS : `[${BLANKS}]`;
    isClass = isClass ? part !== "]" : part === "[";
    if (isClass) return part;
    const isEdge = (part === "\\A" && at === 0) || (/^\\z$/i.test(part) && at + part.length === source.length);
    return isEdge || part.startsWith("(?") ? "" : part;
  });
}

/** A lookahead is supported only at the start: there it can be a search of its own, in linear time. */
function partsAhead(words: string) {
  const ahead: { readonly inside: string; readonly isThere: boolean }[] = [];
  let at = words.startsWith("^") ? 1 : 0;
  for (;;) {
    const mark = words.slice(at, at + 3);
    const end = mark === "(?=" || mark === "(?!" ? closing(words, at) : -1;
    if (end < 0) break;
    ahead.push({ inside: words.slice(at + 3, end), isThere: mark === "(?=" });
    at = end + 1;
  }
  const rest = words.slice(at);
  const isWhole = ahead.length > 0 && !hasChoice(rest);
  return isWhole ? { ahead, rest } : { ahead: [], rest: words };
}

/** Whether it has an `|` outside groups: then a lookahead would count for the first alternative only. */
function hasChoice(words: string): boolean {
  return placeOf(words, 0, (sign, depth) => depth === 0 && sign === "|") >= 0;
}

/** The end of the group that begins here; -1 if the group is not closed. */
function closing(words: string, from: number): number {
  return placeOf(words, from, (_, depth) => depth === 0);
}

/**
 * The place of the first sign that `isMeant` accepts, by sign and number of open groups; escapes and classes are
 * skipped. -1 if there is none.
 */
function placeOf(words: string, from: number, isMeant: (sign: string, depth: number) => boolean): number {
  let depth = 0;
  let isClass = false;
  for (let at = from; at < words.length; at++) {
    const sign = words[at] ?? "";
    if (sign === "\\") at += 1;
    else if (isClass) isClass = sign !== "]";
    else {
      isClass = sign === "[";
      depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
      if (isMeant(sign, depth)) return at;
    }
  }
  return -1;
}

function patternOf(words: string, source: string): WholePattern | string {
  const foreign = /(?<!\\)(?:\\\\)*(\\[AEGQZaehz])/.exec(words)?.[1];
  if (foreign !== undefined) return `${foreign} is not part of regular expressions of JavaScript`;
  const signs = words.replace(/\\[\s\S]/g, "");
  if (words.length > LONGEST && /[*+?{|]/.test(signs)) return `a regular expression has ${LONGEST} characters at most`;
  const expression = unicodeExpression(words);
  if (expression === undefined && /\(\?[a-z>-]/i.test(words)) return "it is not a regular expression of JavaScript";
  if (expression === undefined && isExpression(words, ""))
    return "a literal bracket needs a backslash, and a literal letter has none";
  if (expression === undefined) return { source, pattern: null };
  const mostSteps = Math.max(MOST_STEPS, expression.length * 2);
  const pattern = linearPattern(expression, { ...FLAGS, mostSteps });
  return typeof pattern === "string" ? pattern : { source, pattern };
}

/**
 * The same expression for the flag `u`, which allows a backslash only where it is needed, and braces only around
 * counts. Undefined if there is none.
 */
function unicodeExpression(words: string): string | undefined {
  const exact = words.replace(/\\([\s\S])/g, (whole, sign: string) => {
    if (sign === "-") return "\\x2d";
    return /[\w^$\\.*+?()[\]{}|/]/.test(sign) && sign !== "_" ? whole : sign;
  });
  if (isExpression(exact, "u")) return exact;
  if (/\{\d+(?:,\d*)?\}/.test(exact)) return undefined;
  const withBraces = exact.replace(/\\[\s\S]|[{}]/g, (part) => (part.length === 1 ? `\\${part}` : part));
  return isExpression(withBraces, "u") ? withBraces : undefined;
}

function isExpression(words: string, flags: string): boolean {
  try {
    new RegExp(words, flags);
    return true;
  } catch {
    return false;
  }
}

/** The pattern in words: `"Save" below id/title`. */
export function printPattern(pattern: ElementPattern): string {
  const { text, id, near, contains, childOf, index, size, traits, css, at } = pattern;
  const states = (["enabled", "checked", "selected", "focused"] as const).flatMap((state) => {
    const is = pattern[state];
    return is === null ? [] : [is ? state : `not ${state}`];
  });
  const parts = [
    ...(text ? [quoteLabel(text.source)] : []),
    ...(id ? [`id ${quoteLabel(id.source)}`] : []),
    ...states,
    ...(size ? [`${size.widthPx ?? "any"}x${size.heightPx ?? "any"} px`] : []),
    ...traits,
    ...(css === null ? [] : [`css ${quoteLabel(css)}`]),
    ...near.map(({ side, of }) => `${WORDS[side]} ${printPattern(of)}`),
    ...contains.map((one) => `with ${printPattern(one)} in it`),
    ...(childOf ? [`in ${printPattern(childOf)}`] : []),
    ...(index === null ? [] : [`(index ${index})`]),
    ...(at === null ? [] : [`at ${placeWords(at)}`]),
  ];
  return parts.join(" ");
}

/** The point in words: `25%,50%`, `10,20 px`. */
export function placeWords({ x, y, unit }: PlaceWithin): string {
  return unit === "share" ? `${x * 100}%,${y * 100}%` : `${x},${y} px`;
}

const WORDS: Readonly<Record<Side, string>> = {
  below: "below",
  above: "above",
  leftOf: "left of",
  rightOf: "right of",
};
