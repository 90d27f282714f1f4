import type { Slot } from "./skill.js";
import type { Varying } from "./template.js";

type Kind = Slot["kind"];
export type SlotKind = Kind;

/** The value of a slot in each run; null for a run without it. */
export type RunValues = readonly (string | null)[];

/** Collects slots while steps are learnt. */
export interface Slots {
  /** The values of each slot in the runs, for templates; without secrets. */
  readonly varying: readonly Varying[];
  /** Adds a slot with these values; gives its name. */
  add(values: RunValues, about: string, kind?: Kind | null): string;
  /** Reserves a name that no slot has or will have. */
  reserve(about: string): string;
}

/** Collects the slots of a skill. */
export class SlotBook implements Slots {
  readonly #slots: Slot[] = [];
  readonly #reserved = new Set<string>();
  readonly #values = new Map<string, RunValues>();

  get slots(): readonly Slot[] {
    return this.#slots;
  }

  get varying(): readonly Varying[] {
    return [...this.#values].map(([name, values]) => ({ name, values: values.map((value) => value ?? "") }));
  }

  /** Adds a slot, and gives its name; an existing slot with the same values in every run is used again. */
  add(values: RunValues, about: string, kind: Kind | null = null): string {
    const known = [...this.#values].find(([, old]) => JSON.stringify(old) === JSON.stringify(values));
    if (known && kind !== "secret") return known[0];
    const name = this.#free(about);
    const there = values.filter((value) => value !== null);
    const isSecret = kind === "secret";
    if (!isSecret) this.#values.set(name, values);
    this.#slots.push({
      name,
      kind: kind ?? kindOf(there),
      about,
      default: isSecret ? null : (there[0] ?? null),
      seen: isSecret ? [] : [...new Set(there)].slice(0, MOST_SEEN),
    });
    return name;
  }

  /**
   * Adds a slot with a value for each round of a loop: `values` are those of the first run, `seen` those of all runs.
   */
  addList(values: readonly string[], seen: readonly string[], about: string): string {
    const name = this.#free(about);
    this.#slots.push({
      name,
      kind: "list",
      about,
      default: [...values],
      seen: [...new Set(seen)].slice(0, MOST_SEEN),
    });
    return name;
  }

  reserve(about: string): string {
    const name = this.#free(about);
    this.#reserved.add(name);
    return name;
  }

  #free(about: string): string {
    const words =
      about
        .normalize("NFKD")
        .slice(0, LONGEST_ABOUT)
        .match(/[A-Za-z0-9]+/g) ?? [];
    const found = words.join("_").toUpperCase().slice(0, LONGEST_NAME);
    const name = TAKEN.has(found) || !/^[A-Z]/.test(found) ? "VALUE" : found;
    const isFree = (one: string) => !this.#reserved.has(one) && this.#slots.every((slot) => slot.name !== one);
    for (let count = 1; ; count += 1) {
      const tried = count === 1 ? name : `${name}_${count}`;
      if (isFree(tried)) return tried;
    }
  }
}

const MOST_SEEN = 10;
const LONGEST_ABOUT = 200;
const LONGEST_NAME = 30;
/** Names that JavaScript in flows has already. */
const TAKEN: ReadonlySet<string> = new Set(["JSON", "MATH", "DATE"]);

/** The kind that fits all values. */
export function kindOf(values: readonly string[]): Kind {
  if (values.length > 0 && values.every((value) => isOfKind("number", value))) return "number";
  if (values.length > 0 && values.every((value) => isOfKind("date", value))) return "date";
  return "text";
}

/** Whether a slot of this kind may have this value. */
export function isOfKind(kind: Kind, value: string): boolean {
  if (kind === "number") return /^[-+]?\d+(?:[.,]\d+)?$/.test(value);
  if (kind === "date") return /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})$/.test(value);
  return value !== "";
}
