import { area, center, containsPoint, intersect, type Rect } from "../base/geometry.js";
import { REDACTED, type Redaction } from "../base/redaction.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";

/** The reason why a part of a screenshot is painted over. */
export type Cover = "password" | "pattern" | "region";

/** A part of a screenshot that is painted over. */
export interface Covered {
  readonly part: Rect;
  readonly why: Cover;
}

/** The words of an element, redacted. */
export interface SafeWords {
  readonly labels: readonly string[];
  readonly value: string | null;
  readonly error: string | null;
}

/** Shorter secrets are ignored: replacing them everywhere would destroy other words. */
const SHORTEST_SECRET = 3;
const MOST_SECRETS = 500;
/** The id of a farm lease proves that its caller holds the lease, so it is a secret. */
const LEASE_NAMES = /lease:[A-Za-z0-9_-]{32}/g;

/**
 * Redacts what is written down: matches of patterns, contents of regions, contents of password fields, and ids of
 * leases.
 */
export class Redactor {
  readonly #patterns: Redaction;
  readonly #regions: readonly Rect[];
  /** Words that were seen or typed in hidden places: texts that repeat them are redacted. */
  readonly #secrets = new Set<string>();
  /**
   * The secrets sorted by length, so that a part is not replaced before the whole; null if they have to be sorted
   * again.
   */
  #longestFirst: readonly string[] | null = null;

  constructor(patterns: Redaction, regions: readonly Rect[]) {
    this.#patterns = patterns;
    this.#regions = regions;
  }

  /** Whether screenshots without a hierarchy have to be left out, since patterns cannot be matched in them. */
  get needsTree(): boolean {
    return !this.#patterns.isEmpty;
  }

  noteSecret(words: string): void {
    if (words.length < SHORTEST_SECRET || words === REDACTED) return;
    if (!this.#secrets.has(words)) this.#longestFirst = null;
    this.#secrets.delete(words);
    this.#secrets.add(words);
    for (const oldest of this.#secrets) {
      if (this.#secrets.size <= MOST_SECRETS) break;
      this.#secrets.delete(oldest);
    }
  }

  /** Notes the hidden words of a screen as secrets. Has to be called before texts about the screen are redacted. */
  noteScreen({ elements }: Pick<Observation, "elements">): void {
    for (const element of elements) {
      const isHidden = this.#isInRegion(element);
      for (const words of wordsOf(element)) if (isHidden || isDots(element, words)) this.noteSecret(words);
    }
  }

  text(text: string): string {
    this.#longestFirst ??= [...this.#secrets].sort((one, other) => other.length - one.length);
    const known = this.#longestFirst.reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
    return this.#patterns.text(known.replaceAll(LEASE_NAMES, `lease:${REDACTED}`));
  }

  /** Redacts every string in a value, on all levels. */
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((one) => this.value(one));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.value(inner)]));
  }

  words(element: UiElement): SafeWords {
    const isHidden = this.#isInRegion(element);
    const safe = (text: string) => (isHidden || isDots(element, text) ? REDACTED : this.text(text));
    const { labels, value, error } = element;
    return {
      labels: labels.map(safe),
      value: value === null ? null : element.password === true ? REDACTED : safe(value),
      error: error === null ? null : safe(error),
    };
  }

  /** The parts to paint over in a screenshot of this screen. */
  covers({ elements }: Pick<Observation, "elements">): readonly Covered[] {
    const regions = this.#regions.map((part): Covered => ({ part, why: "region" }));
    const reported = elements.flatMap((element): readonly Covered[] => {
      if (element.password === true) return [{ part: element.bounds, why: "password" }];
      const isMeant = !this.#patterns.isEmpty && wordsOf(element).some((words) => this.text(words) !== words);
      return isMeant ? [{ part: element.bounds, why: "pattern" }] : [];
    });
    return [...regions, ...reported];
  }

  #isInRegion({ bounds }: UiElement): boolean {
    return this.#regions.some(
      (region) => containsPoint(region, center(bounds)) || area(intersect(region, bounds)) * 2 >= area(bounds),
    );
  }
}

/** Whether the words are the dots of a password: their number is the length of the password. */
function isDots({ password }: UiElement, words: string): boolean {
  return password === true && !/[\p{L}\p{N}]/u.test(words);
}

function wordsOf({ labels, value, error }: UiElement): readonly string[] {
  return [...labels, ...(value === null ? [] : [value]), ...(error === null ? [] : [error])];
}
