import { FoveaError } from "./errors.js";
import { type LinearPattern, linearPattern } from "./linear-pattern.js";

/** What is in the place of what was redacted. */
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
const WINDOW = 2 * LONGEST_MATCH;
const LONGEST_PATTERN = 500;
const MOST_PATTERNS = 50;

/** How long redacting may take. */
export interface RedactionTime {
  /** How long one search may run without a pause. */
  readonly burstMs: number;
  /** As a share of the time that passes, from then on. */
  readonly share: number;
  /** A clock in ms. */
  readonly now: () => number;
}

const TIME: RedactionTime = { burstMs: 200, share: 0.5, now: () => performance.now() };

/**
 * A redaction by regular expressions as JavaScript has them with the flag `u`; they distinguish upper from lower case,
 * unless that is to be ignored.
 * All look at the text as it was, so that their order does not matter. A search takes a time in proportion to the text,
 * and where even so more time is asked for than there is, all of a text is redacted. Errors: INVALID_ARGUMENT for a
 * broken pattern, one longer than 500 characters, one that cannot be searched for in such a time (it says what of it),
 * and for more than 50 patterns.
 */
export function redactionOf(
  patterns: readonly string[],
  { time = TIME, ignoreCase = false }: { readonly time?: RedactionTime; readonly ignoreCase?: boolean } = {},
): Redaction {
  if (patterns.length > MOST_PATTERNS)
    throw refused(`${patterns.length} patterns are too many: ${MOST_PATTERNS} at most`);
  const compiled = patterns.map((pattern) => compile(pattern, ignoreCase));
  const allowance = new Allowance(time);
  const search = (text: string) => {
    using spent = allowance.spend();
    const found = compiled.map((pattern) => matches(pattern, text, spent));
    return found.includes(null) ? null : union(found.flatMap((one) => one ?? []));
  };
  const known = new KnownTexts();
  const redacted = (text: string) => {
    const found = search(text);
    return found === null ? REDACTED : known.keep(text, replace(text, found));
  };
  const isEmpty = patterns.length === 0;
  return {
    isEmpty,
    spans: (text) => (isEmpty ? [] : (search(text) ?? [{ start: 0, end: text.length }])),
    text: (text) => (isEmpty || text === "" ? text : (known.get(text) ?? redacted(text))),
  };
}

function compile(pattern: string, ignoreCase: boolean): LinearPattern {
  if (pattern.length > LONGEST_PATTERN) throw refused(`a pattern has more than ${LONGEST_PATTERN} characters`);
  const compiled = linearPattern(pattern, { ignoreCase });
  if (typeof compiled === "string") throw refused(`/${pattern}/: ${compiled}`);
  return compiled;
}

function refused(message: string): FoveaError {
  return new FoveaError("INVALID_ARGUMENT", `redaction: ${message}`);
}

/**
 * Null if the time ran out. What begins in a window except for its last part is found there; as much of the text
 * before it as a match may be long stays visible to look-behinds.
 */
function matches(pattern: LinearPattern, text: string, spent: Spent): readonly Span[] | null {
  const found: Span[] = [];
  for (let from = 0; from < text.length; ) {
    const [start, end] = [Math.max(0, from - LONGEST_MATCH), Math.min(text.length, from + WINDOW)];
    const window = text.slice(start, end);
    const next = end === text.length ? end : end - LONGEST_MATCH;
    if (spent.isOver()) return null;
    if (pattern.test(window)) {
      for (let match = pattern.find(window, from - start); match; match = pattern.find(window, from - start)) {
        if (match.start + start >= next) break;
        if (match.end > match.start) found.push({ start: match.start + start, end: match.end + start });
        from = start + Math.max(match.end, match.start + 1);
        if (from >= next) break;
        if (spent.isOver()) return null;
      }
    }
    from = Math.max(from, next);
  }
  return found;
}

/** How much of the time is left to redact in. */
class Allowance {
  readonly #time: RedactionTime;
  #leftMs: number;
  #at: number;

  constructor(time: RedactionTime) {
    this.#time = time;
    this.#leftMs = time.burstMs;
    this.#at = time.now();
  }

  /** What is done until this is disposed of takes from it. */
  spend(): Spent & Disposable {
    const { burstMs, share, now } = this.#time;
    const begun = now();
    this.#leftMs = Math.min(burstMs, this.#leftMs + (begun - this.#at) * share);
    const leftMs = this.#leftMs;
    return {
      isOver: () => now() - begun >= leftMs,
      [Symbol.dispose]: () => {
        this.#at = now();
        this.#leftMs = leftMs - (this.#at - begun);
      },
    };
  }
}

interface Spent {
  isOver(): boolean;
}

/** Words of a screen come again with every step. */
class KnownTexts {
  readonly #known = new Map<string, string>();

  get(text: string): string | undefined {
    return this.#known.get(text);
  }

  keep(text: string, redacted: string): string {
    if (text.length > LONGEST_KNOWN) return redacted;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(text, redacted);
    return redacted;
  }
}

const LONGEST_KNOWN = 200;
const MOST_KNOWN = 5_000;

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
