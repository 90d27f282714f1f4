import { FoveaError } from "./errors.js";
import { type LinearPattern, linearPattern } from "./linear-pattern.js";

/** The text that replaces redacted text. */
export const REDACTED = "[redacted]";

/** Characters `start` to `end` of a text, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replaces texts that the user's patterns match, so that they are not written down. */
export interface Redaction {
  /** Whether there is no pattern: then every text stays as it is. */
  readonly isEmpty: boolean;
  /** The text with {@link REDACTED} instead of every match. */
  text(text: string): string;
  /** The places of the matches, in order; matches that touch or overlap are joined. */
  spans(text: string): readonly Span[];
}

/** Longer matches may be found only in part, or not at all. */
export const LONGEST_MATCH = 1024;
const WINDOW = 2 * LONGEST_MATCH;
const LONGEST_PATTERN = 500;
const MOST_PATTERNS = 50;

/** How much time redacting may take. */
export interface RedactionTime {
  /** The time that may be used at once. */
  readonly burstMs: number;
  /** The share of the passing time that is added after that. */
  readonly share: number;
  /** A clock in ms. */
  readonly now: () => number;
}

const TIME: RedactionTime = { burstMs: 200, share: 0.5, now: () => performance.now() };

/**
 * A redaction by JavaScript regular expressions with the flag `u`, case-sensitive unless `ignoreCase` is set. Each
 * pattern is applied to the original text, so their order does not matter. The search time is proportional to the text;
 * if the allowed time is used up, the whole text is redacted. Errors: INVALID_ARGUMENT for an invalid pattern, one
 * longer than 500 characters, one that cannot be searched in linear time (with the reason), and for more than 50
 * patterns.
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
 * The matches of a pattern; null if the time ran out. The text is searched in overlapping windows: matches that begin
 * before the last part of a window are found in it. As much text as the longest match stays visible before the window,
 * for look-behinds.
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

/** The time that is left for redacting. */
class Allowance {
  readonly #time: RedactionTime;
  #leftMs: number;
  #at: number;

  constructor(time: RedactionTime) {
    this.#time = time;
    this.#leftMs = time.burstMs;
    this.#at = time.now();
  }

  /** Counts the time until it is disposed of. */
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

/** Remembers redacted texts, because the same words are on the screen at every step. */
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
