import { REDACTED } from "../base/redaction.js";
import { quoteLabel, quoteWords } from "../screen/label.js";
import { quotesIn } from "../screen/quotes.js";

/** The changes of an action on a screen, as far as its words show them. */
export interface Effect {
  /**
   * The words before it; null if the screen before is not to be compared: then every word after the action counts as
   * new.
   */
  readonly before: ReadonlySet<string> | null;
  readonly after: ReadonlySet<string>;
  /** The lines of elements that changed, without refs; null if they are unknown. */
  readonly changed: readonly string[] | null;
  /**
   * Lines that changed only because of the focus: a field has the focus in the recording after a text was typed into
   * it.
   */
  readonly refocused: readonly string[];
  /** Other changes of the device: the keyboard, the lock; null if they are unknown. */
  readonly facts: readonly string[] | null;
}

export interface EffectRules {
  /** Whether a word is not compared: clocks, counters, and words that the user excluded. */
  readonly isIgnored: (word: string) => boolean;
  /** The recorded name of the target → its present name. */
  readonly renamed: ReadonlyMap<string, string>;
}

export interface EffectComparison {
  /** The differences from the recording, each in one line; empty if there are none. */
  readonly differences: readonly string[];
  /** Whether any word shows the recorded effect. If none does, words cannot prove it. */
  readonly isReported: boolean;
}

/**
 * Whether an action had the same effect as in the recording, by words alone. Only changes are compared: a difference
 * that was there before the action belongs to an earlier step.
 *
 * - Words that appeared in the recording have to be there, and words that vanished have to be absent.
 * - Words that stayed in the recording, and were on the screen before this action, have to be there still.
 * - No other words may have appeared.
 * - The changed lines, and the changes of keyboard and lock, have to be the same.
 */
export function compareEffects(recorded: Effect, now: Effect, rules: EffectRules): EffectComparison {
  const then = renamed(recorded, rules.renamed);
  const own = (words: Iterable<string>) => [...words].filter((word) => !rules.isIgnored(word));
  const was = { before: then.before ?? new Set<string>(), after: then.after };
  const is = { before: now.before ?? new Set<string>(), after: now.after };
  const appeared = own(was.after).filter((word) => !was.before.has(word));
  const vanished = own(was.before).filter((word) => !was.after.has(word));
  const stayed = own(was.after).filter((word) => was.before.has(word) && has(is.before, word));
  const allowed = new Allowance(was.after, is.after);
  const unexpected = own(is.after).filter((word) => !is.before.has(word) && !allowed.takes(word));
  const lines = compareLines(then, now, rules);
  const facts = compareFacts(then.facts, now.facts);
  return {
    differences: [
      ...reported(
        "missing",
        appeared.filter((word) => !has(is.after, word)),
      ),
      ...reported(
        "still there",
        vanished.filter((word) => is.after.has(word)),
      ),
      ...reported(
        "gone",
        stayed.filter((word) => !has(is.after, word)),
      ),
      ...reported("not recorded", unexpected),
      ...lines.differences,
      ...facts.differences,
    ],
    isReported: appeared.length + vanished.length > 0 || lines.isReported || facts.isReported,
  };
}

const MOST_REPORTED = 5;

function reported(what: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  const rest = words.length > MOST_REPORTED ? `, and ${words.length - MOST_REPORTED} more` : "";
  return [`${what}: ${words.slice(0, MOST_REPORTED).map(quoteWords).join(", ")}${rest}`];
}

function renamed(effect: Effect, names: ReadonlyMap<string, string>): Effect {
  if (names.size === 0) return effect;
  const set = (words: ReadonlySet<string>) => new Set([...words].map((word) => names.get(word) ?? word));
  const line = (text: string) =>
    [...names].reduce((left, [old, now]) => left.replace(quoteLabel(old), () => quoteLabel(now)), text);
  return {
    before: effect.before && set(effect.before),
    after: set(effect.after),
    changed: effect.changed?.map(line) ?? null,
    refocused: effect.refocused,
    facts: effect.facts,
  };
}

/**
 * Whether a recorded word is on a screen. For a word that was redacted in part: whether any word fits the remaining
 * parts.
 */
function has(words: ReadonlySet<string>, recorded: string): boolean {
  return words.has(recorded) || (isRedacted(recorded) && [...words].some((word) => fits(recorded, word)));
}

function isRedacted(recorded: string): boolean {
  return recorded.includes(REDACTED);
}

/**
 * Whether a text may be the recorded one: all remaining parts are in it, in this order, with the same beginning and
 * end.
 */
function fits(recorded: string, text: string): boolean {
  const [first = "", ...parts] = recorded.split(REDACTED);
  const last = parts.pop();
  if (last === undefined) return recorded === text;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  const at = parts.reduce((from, part) => {
    const found = from < 0 ? -1 : text.indexOf(part, from);
    return found < 0 || found + part.length > end ? -1 : found + part.length;
  }, first.length);
  return at >= 0;
}

/** The words that are allowed on the screen: each recorded word, and one word for each redacted one. */
class Allowance {
  readonly #plain: ReadonlySet<string>;
  readonly #redacted: string[];

  constructor(recorded: ReadonlySet<string>, now: ReadonlySet<string>) {
    this.#plain = recorded;
    this.#redacted = [...recorded].filter((word) => !now.has(word) && isRedacted(word));
  }

  takes(word: string): boolean {
    if (this.#plain.has(word)) return true;
    const place = this.#redacted.findIndex((recorded) => fits(recorded, word));
    if (place >= 0) this.#redacted.splice(place, 1);
    return place >= 0;
  }
}

function compareLines(
  { changed: recorded }: Effect,
  { changed, refocused }: Effect,
  { isIgnored }: EffectRules,
): EffectComparison {
  if (recorded === null || changed === null) return { differences: [], isReported: false };
  const counts = (line: string) => !quotedIn(line).some(isIgnored);
  const then = recorded.filter(counts);
  const left = changed.filter(counts);
  const focused = new Set(refocused);
  const missing = then.filter((line) => {
    const place = left.findIndex((one) => one === line || fits(line, one));
    if (place >= 0) left.splice(place, 1);
    return place < 0 && !focused.has(line);
  });
  return {
    differences: [
      ...missing.slice(0, MOST_REPORTED).map((line) => `did not change to the recorded text: ${line}`),
      ...left.slice(0, MOST_REPORTED).map((line) => `has a text that was not recorded: ${line}`),
    ],
    isReported: then.length > 0,
  };
}

function compareFacts(recorded: Effect["facts"], now: Effect["facts"]): EffectComparison {
  if (recorded === null || now === null) return { differences: [], isReported: false };
  const missing = recorded.filter((fact) => !now.includes(fact)).map((fact) => `did not come: ${fact}`);
  const others = now.filter((fact) => !recorded.includes(fact)).map((fact) => `was not recorded: ${fact}`);
  return { differences: [...missing, ...others], isReported: recorded.length > 0 };
}

function quotedIn(line: string): readonly string[] {
  return quotesIn(line).flatMap(({ raw, content }) => (raw.startsWith('"') ? [content] : []));
}
