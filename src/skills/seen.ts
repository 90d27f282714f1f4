import type { UiElement } from "../screen/element.js";
import { normaliseLabel } from "../screen/label.js";
import { listedRefs } from "../screen/listed-refs.js";
import type { GUIElement } from "../trace/protocol.js";
import { extensions } from "../trace/x-fovea.js";
import type { Fact } from "./skill.js";
import { fill } from "./template.js";

/** The parts of an element by which a skill recognises a screen. */
export interface Seen {
  readonly ref: string;
  readonly role: string;
  readonly id: string | null;
  readonly labels: readonly string[];
  /** Whether it is an item of a list or in one: data, which may differ another day. */
  readonly isListed: boolean;
  readonly checked: boolean | null;
  readonly value: string | null;
}

/** The elements of a recorded state, without the system's bars. */
export function seenInTrace(elements: readonly GUIElement[]): readonly Seen[] {
  const known = elements.map((element) => ({ element, own: extensions.element(element) }));
  const lists = listedRefs(
    known.map(({ element, own }) => {
      return { ref: element.element_id, role: element.role ?? "", parent: own?.parent ?? null };
    }),
  );
  return known
    .filter(({ own }) => own?.system_bar !== true)
    .map(({ element, own }) => ({
      ref: element.element_id,
      role: element.role ?? "",
      id: own?.resource_id ?? null,
      labels: (own?.labels ?? (element.text ? [element.text] : [])).map(normaliseLabel),
      isListed: lists.has(element.element_id),
      checked: typeof own?.checked === "boolean" ? own.checked : null,
      value: own?.value ?? null,
    }));
}

/** The elements of an observed screen, without the system bars. */
export function seenOnScreen(elements: readonly UiElement[]): readonly Seen[] {
  const lists = listedRefs(elements);
  return elements
    .filter(({ systemBar }) => !systemBar)
    .map(({ ref, role, resourceId, labels, checked, value }) => ({
      ref,
      role,
      id: resourceId || null,
      labels: labels.map(normaliseLabel),
      isListed: lists.has(ref),
      checked: typeof checked === "boolean" ? checked : null,
      value,
    }));
}

/** The ids and texts on a screen, against which facts are checked. */
export interface Standing {
  readonly ids: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
}

export function standing(seen: readonly Seen[]): Standing {
  return {
    ids: new Set(seen.flatMap(({ id }) => (id === null ? [] : [id]))),
    texts: new Set(seen.flatMap(({ labels }) => labels)),
  };
}

/** Whether a fact is true of a screen, with these values in its slots. */
export function holds(fact: Fact, { ids, texts }: Standing, values: ReadonlyMap<string, string>): boolean {
  const isThere =
    (fact.id === undefined || ids.has(fact.id)) &&
    (fact.text === undefined || texts.has(normaliseLabel(fill(fact.text, values))));
  return fact.gone === true ? !isThere : isThere;
}

/** A fact in words. */
export function factWords({ id, text, gone }: Fact, values: ReadonlyMap<string, string> = new Map()): string {
  const what = text === undefined ? `id/${id?.split("/").at(-1)}` : JSON.stringify(fill(text, values));
  return gone === true ? `no ${what}` : what;
}
