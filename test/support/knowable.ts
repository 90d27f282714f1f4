import type { UiElement } from "../../src/screen/element.js";
import type { PageObservation } from "./page-observations.js";

/*
 * The elements that a careful reader can recognise with certainty, from all observations of a window in order and
 * everything in them: classes, ids, words, bounds, and pictures if they were taken. These rules do not use Fovea's own
 * decisions. The reader is certain that an element of the later observation is an element of an earlier one
 *
 * 1. by its id, if it is not in a list and no other element had or has the id;
 * 2. outside of lists, if its face (class, id, and words or a picture) is unchanged, no sibling had or has the same
 *    face, and either it was there all the time, or it is back between the same neighbours;
 * 3. in a list, if it was and is fully visible, its face is unchanged and unique in the list before and now, and a
 *    neighbour with the same properties is still next to it, on the same side; unless an observation in between shows
 *    both of its neighbours without it. Also, more than two thirds of the visible items, at the observation with fewer
 *    items, have to be in both observations: every item may have a "Buy" next to a "More", and a reader who sees one
 *    item at a time sees each of these words once. align.ts requires the same share, so this rule does not change the
 *    figures;
 * 4. by its place alone, if it was there all the time, and no sibling has words or a picture, or all siblings have
 *    unchanged faces in the same order and places, or it is between two elements that are certain;
 * 5. in a row that is certain, if it is the only element with its class and id in the row, before and now.
 * Pictures are compared if they were taken at both observations, except for elements that were checked or selected in
 * between.
 */

/** An element at an observation. */
interface Appearance {
  readonly place: number;
  readonly look: PageObservation;
  readonly element: UiElement;
  readonly truth: string;
  readonly container: string;
  /** Its face at a quick check, without and with its picture; null if it has none. */
  readonly faces: Readonly<Record<"plain" | "pictured", string | null>>;
}

/** The elements of an observation: by their truth, and those of each container in their order. */
interface Appearances {
  readonly byTruth: ReadonlyMap<string, Appearance>;
  readonly byContainer: ReadonlyMap<string, readonly Appearance[]>;
}

const appearancesOf = new WeakMap<PageObservation, Appearances>();

/** The input of the reader's comparison of two observations. */
export interface Comparison {
  readonly before: PageObservation;
  readonly now: PageObservation;
  /** Observations of the same window in between, without the element. */
  readonly between: readonly PageObservation[];
}

/** Whether the reader is certain that the element of this truth, which is in both observations, is the same. */
export function isKnowable(truth: string, comparison: Comparison): boolean {
  const [old, now] = [screenOf(truth, comparison.before), screenOf(truth, comparison.now)];
  if (!old || !now) return false;
  if (hasIdOfOne(old) && hasIdOfOne(now)) return true;
  const container = now.container;
  if (old.container !== container) return false;
  if (/^row/.test(container)) return isPartOfKnownRow(old, now, comparison);
  if (container === "list" || container === "grid" || container === "column") {
    return isKnownItem(old, now, comparison) || isStill(old, now, comparison) || isBetweenKnown(old, now, comparison);
  }
  return isKnownOnPage(old, now, comparison) || isStill(old, now, comparison);
}

function appearancesIn(look: PageObservation): Appearances {
  const known = appearancesOf.get(look);
  if (known) return known;
  const byTruth = new Map<string, Appearance>();
  const byContainer = new Map<string, Appearance[]>();
  for (const [place, element] of look.elements.entries()) {
    const { [place]: truth = "" } = look.truths;
    const { [place]: container = "" } = look.containers;
    const picture = element.role === "field" ? null : (look.pictures[place] ?? null);
    const faces = { plain: faceOf(element, null), pictured: faceOf(element, picture) };
    const appearance = { place, look, element, truth, container, faces };
    byTruth.set(truth, appearance);
    const beside = byContainer.get(container);
    if (beside) beside.push(appearance);
    else byContainer.set(container, [appearance]);
  }
  const appearances = { byTruth, byContainer };
  appearancesOf.set(look, appearances);
  return appearances;
}

function faceOf({ labels, className, resourceId }: UiElement, picture: number | null): string | null {
  if (labels.length === 0 && picture === null) return null;
  return [className, resourceId, ...labels, picture].join("|");
}

function screenOf(truth: string, look: PageObservation): Appearance | undefined {
  return appearancesIn(look).byTruth.get(truth);
}

function siblings({ look, container }: Appearance): readonly Appearance[] {
  return appearancesIn(look).byContainer.get(container) ?? [];
}

function hasIdOfOne({ look, element: { resourceId }, place }: Appearance): boolean {
  if ((resourceId ?? "") === "" || /^(?:list|grid|row)/.test(look.containers[place] ?? "")) return false;
  return look.elements.filter((one) => one.resourceId === resourceId).length === 1;
}

function facesIn({ before, now }: Comparison): keyof Appearance["faces"] {
  return before.world.isPictured && now.world.isPictured ? "pictured" : "plain";
}

function isAlone(appearance: Appearance, kind: keyof Appearance["faces"]): boolean {
  const { [kind]: face } = appearance.faces;
  return siblings(appearance).every((other) => other.truth === appearance.truth || other.faces[kind] !== face);
}

/** Whether its face is unchanged, and no sibling has the same face. */
function hasOwnFace(old: Appearance, now: Appearance, comparison: Comparison): boolean {
  const kind = facesIn(comparison);
  const { [kind]: face } = now.faces;
  return face !== null && face === old.faces[kind] && isAlone(old, kind) && isAlone(now, kind);
}

function neighbours(appearance: Appearance): readonly [Appearance | undefined, Appearance | undefined] {
  const all = siblings(appearance);
  const at = all.findIndex(({ truth }) => truth === appearance.truth);
  return [all[at - 1], all[at + 1]];
}

function isKnownOnPage(old: Appearance, now: Appearance, comparison: Comparison): boolean {
  if (!hasOwnFace(old, now, comparison)) return false;
  if (comparison.between.length === 0) return true;
  const kind = facesIn(comparison);
  const shown = (appearance: Appearance | undefined) => appearance && [appearance.truth, appearance.faces[kind]].join();
  const [was, is] = [neighbours(old), neighbours(now)];
  const isSomeone = was.some((one) => one !== undefined && one.faces[kind] !== null);
  return isSomeone && was.every((one, side) => shown(one) === shown(is[side]));
}

function isWhole({ look, element, place }: Appearance): boolean {
  const { bounds } = element;
  const list = look.viewHierarchy.nodes[look.viewHierarchy.nodes[element.node ?? 0]?.parent ?? 0]?.bounds;
  if (!list || look.containers[place] === undefined) return false;
  return bounds.top > list.top && bounds.bottom < list.bottom;
}

function isKnownItem(old: Appearance, now: Appearance, comparison: Comparison): boolean {
  const isSure = (one: Appearance, other: Appearance) =>
    isWhole(one) && isWhole(other) && hasOwnFace(one, other, comparison);
  if (!isSure(old, now)) return false;
  const [was, is] = [neighbours(old), neighbours(now)];
  const isBeside = was.some((one, side) => {
    const other = is[side];
    return one !== undefined && other !== undefined && one.truth === other.truth && isSure(one, other);
  });
  return isBeside && !isMissed(was, comparison) && isSameStretch(old, now, isSure);
}

/** Whether most visible items of the list were visible before. */
function isSameStretch(
  old: Appearance,
  now: Appearance,
  isSure: (one: Appearance, other: Appearance) => boolean,
): boolean {
  const [olds, news] = [siblings(old), siblings(now)];
  const byTruth = new Map(news.map((other) => [other.truth, other]));
  const shared = olds.filter((one) => {
    const other = byTruth.get(one.truth);
    return other && isSure(one, other);
  });
  return shared.length * 3 > Math.min(olds.length, news.length) * 2;
}

/** Whether an observation in between shows both neighbours without it. */
function isMissed(were: readonly (Appearance | undefined)[], { between }: Comparison): boolean {
  return between.some((look) => were.every((one) => one === undefined || look.truths.includes(one.truth)));
}

function isBetweenKnown(old: Appearance, now: Appearance, comparison: Comparison): boolean {
  if (comparison.between.length > 0 || old.element.className !== now.element.className) return false;
  const [was, is] = [neighbours(old), neighbours(now)];
  return was.every((one, side) => {
    const other = is[side];
    return one !== undefined && other?.truth === one.truth && isKnownItem(one, other, comparison);
  });
}

/** Whether nothing changed next to it. */
function isStill(old: Appearance, now: Appearance, comparison: Comparison): boolean {
  const [olds, news] = [siblings(old), siblings(now)];
  if (comparison.between.length > 0 || olds.length !== news.length) return false;
  const kind = facesIn(comparison);
  return olds.every((one, at) => news[at] !== undefined && looksTheSame(one, news[at], kind));
}

function looksTheSame(one: Appearance, other: Appearance, kind: keyof Appearance["faces"]): boolean {
  if (one.faces[kind] !== other.faces[kind]) return false;
  const [was, is] = [one.element, other.element];
  if (was.className !== is.className || was.resourceId !== is.resourceId) return false;
  const isInPlace = was.bounds.left === is.bounds.left && was.bounds.top === is.bounds.top;
  return (
    isInPlace && was.bounds.bottom === is.bounds.bottom && was.checked === is.checked && was.selected === is.selected
  );
}

function isPartOfKnownRow(old: Appearance, now: Appearance, comparison: Comparison): boolean {
  const row = `${now.look.windowName} ${now.container}`;
  const isOnlyOne = (appearance: Appearance) => {
    const { className, resourceId } = appearance.element;
    const alike = siblings(appearance).filter(({ element }) => element.className === className);
    return alike.filter(({ element }) => element.resourceId === resourceId).length === 1;
  };
  return isOnlyOne(old) && isOnlyOne(now) && isKnowable(row, comparison);
}
