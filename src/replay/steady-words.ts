import type { LinearPattern } from "../base/linear-pattern.js";
import type { Front, RecordedStep } from "./recorded-step.js";

/** Finds the words of a screen that change without an action: they prove nothing about an action. */
export class SteadyWords {
  readonly #unsteady = new Map<string, Set<string>>();
  readonly #stamps = new Map<string, Set<string>>();
  readonly #patterns: readonly Pick<LinearPattern, "test">[];

  /** Words that match one of the user's `patterns` are not compared. */
  constructor(patterns: readonly Pick<LinearPattern, "test">[]) {
    this.#patterns = patterns;
  }

  /**
   * Compares two observations of one screen without an action between them: a word in only one of them changes without
   * an action.
   */
  noteLooks(front: Front, one: ReadonlySet<string>, other: ReadonlySet<string>): void {
    const alone = [...[...one].filter((word) => !other.has(word)), ...[...other].filter((word) => !one.has(word))];
    if (alone.length === 0) return;
    const known = this.#unsteady.get(keyOf(front)) ?? new Set();
    this.#unsteady.set(keyOf(front), known);
    for (const word of alone) {
      known.add(word);
      const shape = shapeOf(word);
      if (shape !== null) known.add(shape);
    }
  }

  /**
   * Notes the changes between the end of each step and the start of the next, when no action ran. Typed text is an
   * exception: the screen was read after the field got the focus, and the keyboard may hide words that did not change.
   */
  noteTrace(steps: readonly RecordedStep[]): void {
    for (const [place, { after }] of steps.entries()) {
      const { before: next, tool } = steps[place + 1] ?? {};
      if (!after || !next?.isKnown || tool === "type_text" || !isSameRecordedFront(after.front, next.front)) continue;
      this.noteLooks(after.front, after.words, next.words);
    }
  }

  /**
   * Notes times of day that were the device's own time when they appeared: they stay on the screen although the clock
   * changes.
   */
  noteClocks({ package: app }: Front, words: Iterable<string>): void {
    const known = this.#stamps.get(app ?? "") ?? new Set();
    this.#stamps.set(app ?? "", known);
    for (const word of words) known.add(word);
  }

  isIgnored(front: Front, word: string): boolean {
    const known = this.#unsteady.get(keyOf(front));
    const shape = shapeOf(word);
    if (this.#stamps.get(front.package ?? "")?.has(word)) return true;
    if (known && (known.has(word) || (shape !== null && known.has(shape)))) return true;
    return this.isNamed(word);
  }

  /** Whether one of the user's patterns matches the word. */
  isNamed(word: string): boolean {
    return this.#patterns.some((pattern) => pattern.test(word));
  }
}

export function isSameRecordedFront(one: Front, other: Front): boolean {
  return one.package === other.package && one.activity === other.activity;
}

function keyOf({ package: name, activity }: Front): string {
  return `${name ?? ""}/${activity ?? ""}`;
}

/** "3 new of 12" as "# new of #"; null for words without a number, and for bare numbers, which may be anything. */
function shapeOf(word: string): string | null {
  if (!/\d/.test(word) || !/[^\d\s]/.test(word)) return null;
  return `\u0000${word.replace(/\d+/g, "#")}`;
}
