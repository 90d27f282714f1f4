import { FoveaError } from "../base/errors.js";
import type { Skill, Slot } from "./skill.js";
import { LIST_MARK } from "./skill-file.js";
import { isOfKind } from "./slot-book.js";

export interface SlotValues {
  /** The values of all slots except lists. */
  readonly single: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/**
 * The values of a skill's slots in one run: the given ones, else the defaults. Names may be in lower case. Errors:
 * SKILL_SLOT for an unknown name, a value of another kind, and a slot without a value.
 */
export function slotValues({ name, slots }: Skill, given: Readonly<Record<string, string>>): SlotValues {
  const byName = new Map(Object.entries(given).map(([slot, value]) => [slot.toUpperCase(), value]));
  const unknown = [...byName.keys()].find((one) => slots.every((slot) => slot.name !== one));
  if (unknown !== undefined) throw new FoveaError("SKILL_SLOT", `${name} has no slot ${unknown}: ${namesOf(slots)}`);
  const single = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  for (const slot of slots) {
    const value = byName.get(slot.name) ?? slot.default;
    if (value === null)
      throw new FoveaError("SKILL_SLOT", `${name}: the slot ${slot.name} (${slot.about}) needs a value`);
    if (value === "" && slot.kind !== "list") throw emptySlot(name, slot);
    if (slot.kind === "list") lists.set(slot.name, typeof value === "string" ? value.split(LIST_MARK) : value);
    else if (typeof value === "string" && isOfKind(slot.kind, value)) single.set(slot.name, value);
    else throw new FoveaError("SKILL_SLOT", `${name}: the slot ${slot.name} takes a ${slot.kind}, and not this value`);
  }
  return { single, lists };
}

/** An empty value is refused: a step cannot type nothing, or choose an element without words. */
function emptySlot(skill: string, { name, default: usual }: Slot): FoveaError {
  const instead = usual === null ? "" : `, or leave it out for its default ${JSON.stringify(usual)}`;
  return new FoveaError("SKILL_SLOT", `${skill}: the slot ${name} was given an empty value, which no step can type`, {
    hint: `Give the slot as ${name}=VALUE${instead}. Nothing was touched.`,
  });
}

function namesOf(slots: readonly Slot[]): string {
  return slots.length === 0 ? "it has none" : `there are ${slots.map(({ name }) => name).join(", ")}`;
}
