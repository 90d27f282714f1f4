import type { UiElement } from "../screen/element.js";
import { resolveStored } from "../screen/heal.js";
import { normaliseLabel } from "../screen/label.js";
import type { QueryScreen } from "../screen/query/query-screen.js";
import { type StoredSelector, storedSelectorsOf } from "../screen/stored-selector.js";
import type { SkillTarget } from "./skill.js";

/** The element that a step acts on, if the screen shows with certainty which one it is. */
export type FoundTarget =
  | {
      readonly kind: "one";
      readonly element: UiElement;
      /** The stored selector of the element on this screen; it fits no other element there. */
      readonly selector: StoredSelector;
      /** Whether its id or its words differ from those of the runs. */
      readonly isHealed: boolean;
      /** Whether its words differ: another language, or the app changed them. */
      readonly isRelabelled: boolean;
      /** Whether its id differs. */
      readonly isOtherId: boolean;
    }
  | { readonly kind: "none" }
  | { readonly kind: "several"; readonly count: number };

const NONE: FoundTarget = { kind: "none" };

/** Finds the element by all facts that the runs have about it: exactly one, none, or several possible ones. */
export function findTarget(target: SkillTarget, screen: QueryScreen, values: ReadonlyMap<string, string>): FoundTarget {
  const own = storedSelectorsOf(screen);
  const refs =
    target.slot === undefined
      ? byRunsOrHint(target, own, screen)
      : bySlot(target, own, screen, values.get(target.slot) ?? "");
  if (refs.length > 1) return { kind: "several", count: refs.length };
  const place = screen.elements.findIndex(({ ref }) => ref === refs[0]);
  const [element, selector] = [screen.elements[place], own[place]];
  if (!element || !selector) return NONE;
  const like = (name: "labels" | "id") =>
    target.selectors.some((stored) => JSON.stringify(stored[name]) === JSON.stringify(selector[name]));
  const isRelabelled = target.slot === undefined && !like("labels");
  const isOtherId = !like("id");
  return { kind: "one", element, selector, isHealed: isRelabelled || isOtherId, isRelabelled, isOtherId };
}

/** An empty field is also found by its hint. */
function byRunsOrHint(
  { selectors, hints = [] }: SkillTarget,
  own: readonly StoredSelector[],
  screen: QueryScreen,
): readonly string[] {
  const refs = byRuns(selectors, own, screen);
  if (refs.length > 0 || hints.length === 0) return refs;
  return screen.elements.flatMap(({ role, ref, labels, package: app }) => {
    const isIt =
      role === "field" &&
      app === selectors[0]?.package &&
      labels.some((label) => hints.includes(normaliseLabel(label)));
    return isIt ? [ref] : [];
  });
}

/** Each selector comes from one run. If two of them fit different elements, it is unknown which one is meant. */
function byRuns(
  selectors: readonly StoredSelector[],
  own: readonly StoredSelector[],
  screen: QueryScreen,
): readonly string[] {
  const refs = new Set<string>();
  for (const stored of selectors) {
    const { matches } = resolveStored(stored, screen);
    const sure = matches.filter(({ changed }) => changed.length === 0 || !isPlaceAlone(stored));
    for (const { element } of sure) refs.add(element.ref);
  }
  if (refs.size > 0) return [...refs];
  const twins = own.flatMap((one, place) =>
    selectors.some((stored) => isTwin(stored, one)) ? [screen.elements[place]?.ref ?? ""] : [],
  );
  return twins.length > 1 ? twins : [];
}

/** Whether both have the same id and words: if several elements have them, any of them may be the target. */
function isTwin(stored: StoredSelector, one: StoredSelector): boolean {
  const key = ({ package: app, id, role, labels }: StoredSelector) => JSON.stringify([app, id, role, labels]);
  return (stored.id !== null || stored.labels.length > 0) && key(stored) === key(one);
}

function isPlaceAlone({ unique }: StoredSelector): boolean {
  return !unique.id && !unique.words && !unique.labels && unique.fingerprint !== true && unique.idAround !== true;
}

/**
 * The elements with this value as a label, or in a row with this value: those with the same id, else all of the same
 * kind.
 */
function bySlot(
  { selectors, by }: SkillTarget,
  own: readonly StoredSelector[],
  screen: QueryScreen,
  value: string,
): readonly string[] {
  const wanted = normaliseLabel(value);
  const refsOf = (isIt: (one: StoredSelector) => boolean) =>
    own.flatMap((one, place) => (isIt(one) ? [screen.elements[place]?.ref ?? ""] : []));
  const says = (one: StoredSelector, stored: StoredSelector) => {
    const words = by === "around" ? one.around : one.labels;
    const isSame = by !== "around" || JSON.stringify(one.labels) === JSON.stringify(stored.labels);
    return isSame && words.some((word) => normaliseLabel(word) === wanted);
  };
  const isOfKind = (one: StoredSelector, stored: StoredSelector) =>
    one.package === stored.package && one.systemBar === stored.systemBar && one.role === stored.role;
  const same = refsOf((one) =>
    selectors.some((stored) => isOfKind(one, stored) && one.id === stored.id && says(one, stored)),
  );
  if (same.length > 0) return same;
  return refsOf((one) => selectors.some((stored) => isOfKind(one, stored) && says(one, stored)));
}
