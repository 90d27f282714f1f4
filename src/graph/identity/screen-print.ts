import { createHash } from "node:crypto";
import type { Part, ScreenFacts, ScreenKind } from "../screen/screen-facts.js";

/** One element of a screen in the form that is compared (ElemSig). Of similar elements at most two are kept. */
export interface ElementPrint {
  readonly role: string;
  readonly idTail: string;
  readonly label: string;
  readonly state: string;
  readonly row: number;
  readonly column: number;
  readonly isActionable: boolean;
  readonly isListed: boolean;
  /** Whether it lies in a scroll container, and so may be out of sight: it counts for less. */
  readonly isScrolled: boolean;
}

/** The facts by which a screen is recognised. */
export interface ScreenPrint {
  readonly app: string;
  readonly activity: string;
  readonly kind: ScreenKind;
  readonly title: string;
  readonly isTitled: boolean;
  readonly tabs: readonly string[];
  /** A hash of the roles and ids of the elements, without words; of a scroll container, only of selected elements. */
  readonly skeleton: string;
  /** How many of its elements have an id: if none has one, the skeleton does not identify the screen. */
  readonly ids: number;
  readonly elements: readonly ElementPrint[];
  /**
   * The terms of its words and ids, with their frequency: terms of words in scroll containers count a quarter, entered
   * text does not count.
   */
  readonly terms: Readonly<Record<string, number>>;
}

/** At most this many similar elements count. */
const MOST_ALIKE = 2;
const MOST_ELEMENTS = 120;
const SCROLLED_WEIGHT = 0.25;

/** The facts by which a screen is recognised, from all facts of the screen. */
export function printOf(facts: ScreenFacts): ScreenPrint {
  const { app, activity, kind, title, isTitled, tabs, parts } = facts;
  const elements = collapsed(parts);
  return {
    app,
    activity,
    kind,
    title,
    isTitled,
    tabs,
    skeleton: skeletonOf(parts),
    ids: elements.filter(({ idTail }) => idTail !== "").length,
    elements,
    terms: termCounts(parts),
  };
}

function collapsed(parts: readonly Part[]): readonly ElementPrint[] {
  const counts = new Map<string, number>();
  const kept = parts.filter((part) => {
    if (!part.isListed) return true;
    const key = `${part.role}:${part.idTail}:${part.actions.length > 0}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= MOST_ALIKE;
  });
  return kept
    .slice(0, MOST_ELEMENTS)
    .map(({ role, idTail, label, state, row, column, actions, isListed, scroller }) => ({
      role,
      idTail,
      label: isListed ? "" : label,
      state: isListed ? "" : state,
      row,
      column,
      isActionable: actions.length > 0,
      isListed,
      isScrolled: scroller !== null,
    }));
}

/**
 * The hash of the sorted roles and ids, each with its count, at most two. Inside a scroll container only selected
 * elements count.
 */
function skeletonOf(parts: readonly Part[]): string {
  const counts = new Map<string, number>();
  for (const { role, idTail, scroller, isSelected } of parts) {
    if ((scroller !== null && !isSelected) || (role === "text" && idTail === "")) continue;
    const key = `${role}:${idTail}`;
    counts.set(key, Math.min(MOST_ALIKE, (counts.get(key) ?? 0) + 1));
  }
  const text = [...counts].map(([key, count]) => `${key}*${count}`).sort();
  return hashOf(text.join("\n"));
}

/** A hash of twelve hex digits. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function termCounts(parts: readonly Part[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  const add = (term: string, weight: number) => counts.set(term, (counts.get(term) ?? 0) + weight);
  const ids = new Set<string>();
  for (const { terms, idTail, scroller } of parts) {
    for (const term of terms) add(term, scroller === null ? 1 : SCROLLED_WEIGHT);
    if (idTail !== "") ids.add(idTail);
  }
  for (const id of ids) add(`@${id}`, 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
