import type { ElementDraft, UiElement } from "./element.js";
import type { ViewHierarchy } from "./hierarchy.js";
import { isCollection } from "./role.js";

/** The elements of one observation with their refs, and what they were drawn from. */
export interface IdentifiedScreen {
  readonly elements: readonly UiElement[];
  readonly viewHierarchy: ViewHierarchy;
}

/**
 * Gives every draft a ref: the one that the same element had on the previous screen, else a new one from `nextRef`.
 *
 * Two elements are the same when all that is lasting about them agrees: window package, class, resource id, labels (in
 * rows and lists the labels *are* the identity) and the same of every element around them; among several alike, their
 * order, but only while their number is unchanged. An element with a resource id of its own outside of collections
 * also stays itself when its labels change. In doubt the ref is new: it must never come to mean another element.
 */
export function assignRefs(
  drafts: readonly ElementDraft[],
  viewHierarchy: ViewHierarchy,
  previous: IdentifiedScreen | null,
  nextRef: () => string,
): readonly UiElement[] {
  const known = previous ? knownRefs(previous) : new Map<string, readonly string[]>();
  const keys = lastingKeys(drafts, viewHierarchy);
  const counts = groupBy(keys);
  const used = new Set<string>();
  const refs: string[] = [];
  return drafts.map((draft, place) => {
    const carried = (keys[place] ?? [])
      .map((key) => carriedRef(key, place, counts, known))
      .find((ref) => ref !== undefined);
    const ref = carried !== undefined && !used.has(carried) ? carried : nextRef();
    used.add(ref);
    refs.push(ref);
    return { ...draft, ref, parent: draft.parent === null ? null : (refs[draft.parent] ?? null) };
  });
}

/** The ref that stood at the same place among equally many alike elements. */
function carriedRef(
  key: string,
  place: number,
  counts: ReadonlyMap<string, readonly number[]>,
  known: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const alike = counts.get(key) ?? [];
  const before = known.get(key) ?? [];
  return alike.length === before.length ? before[alike.indexOf(place)] : undefined;
}

function knownRefs(screen: IdentifiedScreen): ReadonlyMap<string, readonly string[]> {
  const places = new Map(screen.elements.map((element, place) => [element.ref, place]));
  const drafts = screen.elements.map((element) => ({
    ...element,
    parent: element.parent === null ? null : (places.get(element.parent) ?? null),
  }));
  const groups = groupBy(lastingKeys(drafts, screen.viewHierarchy));
  return new Map([...groups].map(([key, group]) => [key, group.flatMap((place) => screen.elements[place]?.ref ?? [])]));
}

/** Up to two keys per draft, the stricter one first. */
function lastingKeys(drafts: readonly ElementDraft[], hierarchy: ViewHierarchy): readonly (readonly string[])[] {
  const inCollection = drafts.map(() => false);
  const paths: string[] = [];
  return drafts.map((draft, place) => {
    const parentPath = draft.parent === null ? `w:${draft.package ?? ""}` : (paths[draft.parent] ?? "");
    inCollection[place] =
      isInCollection(draft, hierarchy) || (draft.parent !== null && inCollection[draft.parent] === true);
    const own = [draft.role, draft.className, draft.resourceId].map((part) => part ?? "").join("\u0001");
    const labelled = `${parentPath}\u0002${own}\u0001${draft.labels.join("\u0003")}`;
    const isSteady = draft.resourceId !== null && draft.resourceId !== "" && !inCollection[place];
    const unlabelled = `${parentPath}\u0002${own}`;
    paths.push(isSteady ? unlabelled : labelled);
    return isSteady ? [labelled, `steady:${unlabelled}`] : [labelled];
  });
}

function isInCollection(draft: ElementDraft, hierarchy: ViewHierarchy): boolean {
  let at = draft.node === null ? null : (hierarchy.nodes[draft.node]?.parent ?? null);
  const top = draft.parent;
  for (; at !== null; at = hierarchy.nodes[at]?.parent ?? null) {
    const node = hierarchy.nodes[at];
    if (node && isCollection(node)) return true;
    if (top === null && node?.parent === null) return false;
  }
  return false;
}

function groupBy(keys: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  keys.forEach((ofDraft, place) => {
    for (const key of ofDraft) {
      const group = groups.get(key) ?? [];
      group.push(place);
      groups.set(key, group);
    }
  });
  return groups;
}
