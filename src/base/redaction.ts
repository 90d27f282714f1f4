import { FoveaError } from "./errors.js";
import { couldTakeForEver } from "./pattern-cost.js";

/** What stands in the place of what was redacted. */
export const REDACTED = "[redacted]";

/** Characters `start` to `end` of a text, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What may not be written down, by the user's patterns. */
export interface Redaction {
  /** Whether there is no pattern: every text then stays as it is. */
  readonly isEmpty: boolean;
  /** The same text with {@link REDACTED} in the place of every match. */
  text(text: string): string;
  /** Where the matches lie, in order; those that touch or overlap are one. */
  spans(text: string): readonly Span[];
}

/** Matches that are longer may be found in part only, or not at all. */
export const LONGEST_MATCH = 1024;
const WINDOW = 4 * LONGEST_MATCH;
const LONGEST_PATTERN = 500;
const MOST_PATTERNS = 50;

/**
 * A redaction by regular expressions as JavaScript has them with the flag `u`; they tell upper from lower case. All
 * look at the text as it was, so that their order does not matter. A text is searched in windows, which bounds what one
 * search costs; patterns of which the time is known to grow exponentially are refused.
 * Errors: INVALID_ARGUMENT for a broken pattern, one longer than 500 characters or that repeats a group which can match
 * in many ways (`(a+)+`), and for more than 50 patterns.
 */
export function redactionOf(patterns: readonly string[]): Redaction {
  if (patterns.length > MOST_PATTERNS)
    throw refused(`${patterns.length} patterns are too many: ${MOST_PATTERNS} at most`);
  const expressions = patterns.map(compile);
  const spans = (text: string) => union(expressions.flatMap((expression) => matches(expression, text)));
  return { isEmpty: patterns.length === 0, spans, text: (text) => replace(text, spans(text)) };
}

function compile(pattern: string): RegExp {
  if (pattern.length > LONGEST_PATTERN) throw refused(`a pattern has more than ${LONGEST_PATTERN} characters`);
  try {
    const expression = new RegExp(pattern, "gu");
    if (couldTakeForEver(pattern, "gu")) {
      throw refused(`/${pattern}/ repeats a group that can match in many ways: it could take for ever`);
    }
    return expression;
  } catch (cause) {
    if (cause instanceof FoveaError) throw cause;
    throw refused(`/${pattern}/ is no regular expression: ${cause instanceof Error ? cause.message : ""}`);
  }
}

function refused(message: string): FoveaError {
  return new FoveaError("INVALID_ARGUMENT", `redaction: ${message}`);
}

/** What begins in a window but for its last part is found there; the text before it stays visible to look-behinds. */
function matches(expression: RegExp, text: string): readonly Span[] {
  const found: Span[] = [];
  for (let from = 0; from < text.length; ) {
    const end = Math.min(text.length, from + WINDOW);
    expression.lastIndex = from;
    const match = expression.exec(text.slice(0, end));
    const isLast = end === text.length;
    const next = isLast ? text.length : end - LONGEST_MATCH;
    if (match === null || (match.index >= next && !isLast)) {
      from = next;
      continue;
    }
    const [words] = match;
    if (words !== "") found.push({ start: match.index, end: match.index + words.length });
    from = match.index + Math.max(1, words.length);
  }
  return found;
}

function union(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}

function replace(text: string, spans: readonly Span[]): string {
  const parts = spans.map(({ start }, index) => text.slice(spans[index - 1]?.end ?? 0, start) + REDACTED);
  return parts.join("") + text.slice(spans.at(-1)?.end ?? 0);
}
