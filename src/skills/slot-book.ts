import type { Slot } from "./skill.js";
import type { Varying } from "./template.js";

type Kind = Slot["kind"];
export type SlotKind = Kind;

/** What a slot was in each run: null if it was not there. */
export type RunValues = readonly (string | null)[];

/** Where slots are written down while steps are learnt. */
export interface Slots {
  /** For templates: what stands for each slot in the runs. Secrets stand for nothing. */
  readonly varying: readonly Varying[];
  /** The name of the slot of these values. */
  add(values: RunValues, about: string, kind?: Kind | null): string;
  /** A name that no slot has, nor will have. */
  reserve(about: string): string;
}

/** The slots of a skill, as they are found. */
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

  /** Adds a slot, and gives its name; a slot that had the same values in every run is used again. */
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

  /** A slot with a value for each round of a loop: those of the first run; `seen` are those of all. */
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
/** Names of JavaScript's own in flows. */
const TAKEN: ReadonlySet<string> = new Set(["JSON", "MATH", "DATE"]);

/** What the values of the runs have in common. */
export function kindOf(values: readonly string[]): Kind {
  if (values.length > 0 && values.every((value) => isOfKind("number", value))) return "number";
  if (values.length > 0 && values.every((value) => isOfKind("date", value))) return "date";
  return "text";
}

/** Whether a value may be in a slot of this kind. */
export function isOfKind(kind: Kind, value: string): boolean {
  if (kind === "number") return /^[-+]?\d+(?:[.,]\d+)?$/.test(value);
  if (kind === "date") return /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})$/.test(value);
  return value !== "";
}
