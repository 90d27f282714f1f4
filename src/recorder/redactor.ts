import { area, center, containsPoint, intersect, type Rect } from "../base/geometry.js";
import { REDACTED, type Redaction } from "../base/redaction.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";

/** Why a part of a picture is painted over. */
export type Cover = "password" | "pattern" | "region";

/** A part of a picture that nobody may see. */
export interface Covered {
  readonly part: Rect;
  readonly why: Cover;
}

/** The words of an element that may be written down. */
export interface SafeWords {
  readonly labels: readonly string[];
  readonly value: string | null;
  readonly error: string | null;
}

/** Shorter words would take too much else with them. */
const SHORTEST_SECRET = 3;
const MOST_SECRETS = 500;
/** The name of a lease of a farm proves that its caller holds it. */
const LEASE_NAMES = /lease:[A-Za-z0-9_-]{32}/g;

/**
 * Keeps out of what is written down: what patterns say, what lies in regions, what goes into password fields, and names
 * of leases.
 */
export class Redactor {
  readonly #patterns: Redaction;
  readonly #regions: readonly Rect[];
  /** Words that were seen or typed where nothing may be recorded, so that answers do not repeat them. */
  readonly #secrets = new Set<string>();
  /** The same, so that a part is not replaced before the whole; null if it has to be sorted again. */
  #longestFirst: readonly string[] | null = null;

  constructor(patterns: Redaction, regions: readonly Rect[]) {
    this.#patterns = patterns;
    this.#regions = regions;
  }

  /** Whether screenshots have to be left out where their contents are unknown. */
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

  /** Notes what a screen shows that nothing may repeat; before any text that speaks of it is redacted. */
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

  /** Every text in it, however deep. */
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

  /** What has to be painted over in a picture of this screen. */
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

/** Dots that stand for a password say how long it is. */
function isDots({ password }: UiElement, words: string): boolean {
  return password === true && !/[\p{L}\p{N}]/u.test(words);
}

function wordsOf({ labels, value, error }: UiElement): readonly string[] {
  return [...labels, ...(value === null ? [] : [value]), ...(error === null ? [] : [error])];
}
