import type { RunValues, SlotKind, Slots } from "./slot-book.js";
import type { Varying } from "./template.js";

/**
 * The slots of a loop's steps, whose columns have an entry for each round. A value that is the same in all rounds of a
 * run is an ordinary slot. A value that differs between rounds is the item of the loop; there may be only one.
 */
export class LoopBook implements Slots {
  readonly #outer: Slots;
  readonly #runOf: readonly number[];
  #item: { readonly name: string; readonly values: readonly string[]; readonly about: string } | null = null;
  #isOverfull = false;

  /** `runOf`: the number of the run for each round. */
  constructor(outer: Slots, runOf: readonly number[]) {
    this.#outer = outer;
    this.#runOf = runOf;
  }

  /** The value that differs between rounds; null if there is none, or more than one. */
  get item(): { readonly name: string; readonly values: readonly string[]; readonly about: string } | null {
    return this.#isOverfull ? null : this.#item;
  }

  get varying(): readonly Varying[] {
    const outer = this.#outer.varying.map(({ name, values }) => ({
      name,
      values: this.#runOf.map((run) => values[run] ?? ""),
    }));
    return this.#item ? [...outer, this.#item] : outer;
  }

  add(values: RunValues, about: string, kind: SlotKind | null = null): string {
    const perRun = this.#perRun(values);
    if (perRun) return this.#outer.add(perRun, about, kind);
    const words = values.map((value) => value ?? "");
    if (this.#item) {
      this.#isOverfull ||= JSON.stringify(words) !== JSON.stringify(this.#item.values);
      return this.#item.name;
    }
    this.#isOverfull ||= kind === "secret" || words.includes("");
    this.#item = { name: this.#outer.reserve(about), values: words, about };
    return this.#item.name;
  }

  reserve(about: string): string {
    return this.#outer.reserve(about);
  }

  /** One value for each run; null if the values differ within a run. */
  #perRun(values: RunValues): RunValues | null {
    const runs = Math.max(...this.#runOf) + 1;
    const own = Array.from({ length: runs }, (_, run) => values.filter((__, round) => this.#runOf[round] === run));
    return own.every((some) => some.every((one) => one === some[0])) ? own.map(([first = null]) => first) : null;
  }
}
