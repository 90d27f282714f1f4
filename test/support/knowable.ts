import type { UiElement } from "../../src/screen/element.js";
import type { PageLook } from "./page-looks.js";

/*
 * Which elements a careful reader can be certain of, who has seen the looks at a window one after another and all of
 * what they tell: classes, ids, words, bounds, and pictures where they were taken. Nothing here asks what Fovea makes of
 * them. The reader is certain that an element of the later look is one that they saw earlier
 *
 * 1. by its id, if it does not lie in a list and no other element had or has the id;
 * 2. outside of lists, if what it shows (class, id, and words or a picture) is what it showed, nothing beside it showed
 *    or shows the same, and either it was there all the time, or it is back between the neighbours that it had;
 * 3. in a list, if all of it was and is in sight, what it shows is what it showed and nothing else in the list showed or
 *    shows the same, and a neighbour that holds for, too, is still beside it, on the same side; unless someone has
 *    seen both of its neighbours without it in the meantime. And only if more than two thirds of the items that are in
 *    sight, at the look with fewer of them, are at both looks: every item may have a "Buy" beside a "More", and who sees
 *    one item at a time sees each of these words once;
 * 4. by its place alone, if nothing that shows words or a picture is beside it, or all that is beside it shows what it
 *    showed, in the same order and the same places, and it was there all the time; or if it lies between two that are
 *    certain and was there all the time;
 * 5. in a row that is certain, if it is the only one of its class and id there, before and now.
 * A picture is compared where one was taken at both looks; and not for what was checked or selected in between.
 */

/** An element that was seen, at a look. */
interface Sight {
  readonly place: number;
  readonly look: PageLook;
  readonly element: UiElement;
  readonly truth: string;
}

/** What the reader knows when they compare two looks. */
export interface Comparison {
  readonly before: PageLook;
  readonly now: PageLook;
  /** Looks at the same window in between, at which the element was not there. */
  readonly between: readonly PageLook[];
}

/** Whether the reader is certain that the element of this truth, which is at both looks, is the same. */
export function isKnowable(truth: string, comparison: Comparison): boolean {
  const [old, now] = [sightOf(truth, comparison.before), sightOf(truth, comparison.now)];
  if (!old || !now) return false;
  if (hasIdOfOne(old) && hasIdOfOne(now)) return true;
  const container = containerOf(now);
  if (containerOf(old) !== container) return false;
  if (/^row/.test(container)) return isPartOfKnownRow(old, now, comparison);
  if (container === "list" || container === "grid" || container === "column") {
    return isKnownItem(old, now, comparison) || isStill(old, now, comparison) || isBetweenKnown(old, now, comparison);
  }
  return isKnownOnPage(old, now, comparison) || isStill(old, now, comparison);
}

function sightOf(truth: string, look: PageLook): Sight | undefined {
  const place = look.truths.indexOf(truth);
  const element = look.elements[place];
  return element && { place, look, element, truth };
}

function containerOf({ look, place }: Sight): string {
  return look.containers[place] ?? "";
}

function hasIdOfOne({ look, element: { resourceId }, place }: Sight): boolean {
  if ((resourceId ?? "") === "" || /^(?:list|grid|row)/.test(look.containers[place] ?? "")) return false;
  return look.elements.filter((one) => one.resourceId === resourceId).length === 1;
}

function siblings(sight: Sight): readonly Sight[] {
  const { look } = sight;
  return look.elements.flatMap((element, place) =>
    look.containers[place] === containerOf(sight) ? [{ place, look, element, truth: look.truths[place] ?? "" }] : [],
  );
}

/** What tells it at a glance; null where nothing does. */
function faceOf({ look, place, element }: Sight, arePictured: boolean): string | null {
  const picture = arePictured && element.role !== "field" ? (look.pictures[place] ?? null) : null;
  if (element.labels.length === 0 && picture === null) return null;
  return [element.className, element.resourceId, ...element.labels, picture].join("|");
}

function arePictured({ before, now }: Comparison): boolean {
  return before.world.isPictured && now.world.isPictured;
}

function isAlone(sight: Sight, arePictures: boolean): boolean {
  const face = faceOf(sight, arePictures);
  return siblings(sight).every((other) => other.truth === sight.truth || faceOf(other, arePictures) !== face);
}

/** It shows what it showed, and nothing beside it does. */
function hasOwnFace(old: Sight, now: Sight, comparison: Comparison): boolean {
  const pictured = arePictured(comparison);
  const face = faceOf(now, pictured);
  return face !== null && face === faceOf(old, pictured) && isAlone(old, pictured) && isAlone(now, pictured);
}

function neighbours(sight: Sight): readonly [Sight | undefined, Sight | undefined] {
  const all = siblings(sight);
  const at = all.findIndex(({ truth }) => truth === sight.truth);
  return [all[at - 1], all[at + 1]];
}

function isKnownOnPage(old: Sight, now: Sight, comparison: Comparison): boolean {
  if (!hasOwnFace(old, now, comparison)) return false;
  if (comparison.between.length === 0) return true;
  const pictured = arePictured(comparison);
  const shown = (sight: Sight | undefined) => sight && [sight.truth, faceOf(sight, pictured)].join();
  const [was, is] = [neighbours(old), neighbours(now)];
  const isSomeone = was.some((one) => one !== undefined && faceOf(one, pictured) !== null);
  return isSomeone && was.every((one, side) => shown(one) === shown(is[side]));
}

function isWhole({ look, element, place }: Sight): boolean {
  const { bounds } = element;
  const list = look.viewHierarchy.nodes[look.viewHierarchy.nodes[element.node ?? 0]?.parent ?? 0]?.bounds;
  if (!list || look.containers[place] === undefined) return false;
  return bounds.top > list.top && bounds.bottom < list.bottom;
}

function isKnownItem(old: Sight, now: Sight, comparison: Comparison): boolean {
  const isSure = (one: Sight, other: Sight) => isWhole(one) && isWhole(other) && hasOwnFace(one, other, comparison);
  if (!isSure(old, now)) return false;
  const [was, is] = [neighbours(old), neighbours(now)];
  const isBeside = was.some((one, side) => {
    const other = is[side];
    return one !== undefined && other !== undefined && one.truth === other.truth && isSure(one, other);
  });
  return isBeside && !isMissed(was, comparison) && isSameStretch(old, now, isSure);
}

/** Most of the list that is in sight was in sight before. */
function isSameStretch(old: Sight, now: Sight, isSure: (one: Sight, other: Sight) => boolean): boolean {
  const [olds, news] = [siblings(old), siblings(now)];
  const shared = olds.filter((one) => news.some((other) => other.truth === one.truth && isSure(one, other)));
  return shared.length * 3 > Math.min(olds.length, news.length) * 2;
}

/** Both neighbours were seen without it. */
function isMissed(were: readonly (Sight | undefined)[], { between }: Comparison): boolean {
  return between.some((look) => were.every((one) => one === undefined || look.truths.includes(one.truth)));
}

function isBetweenKnown(old: Sight, now: Sight, comparison: Comparison): boolean {
  if (comparison.between.length > 0 || old.element.className !== now.element.className) return false;
  const [was, is] = [neighbours(old), neighbours(now)];
  return was.every((one, side) => {
    const other = is[side];
    return one !== undefined && other?.truth === one.truth && isKnownItem(one, other, comparison);
  });
}

/** Nothing at all changed beside it. */
function isStill(old: Sight, now: Sight, comparison: Comparison): boolean {
  if (comparison.between.length > 0) return false;
  const pictured = arePictured(comparison);
  const shown = (sight: Sight) => {
    const { className, resourceId, bounds, checked, selected } = sight.element;
    return JSON.stringify([className, resourceId, bounds, faceOf(sight, pictured), checked, selected]);
  };
  const [was, is] = [siblings(old).map(shown), siblings(now).map(shown)];
  return was.join() === is.join();
}

function isPartOfKnownRow(old: Sight, now: Sight, comparison: Comparison): boolean {
  const row = `${now.look.windowName} ${containerOf(now)}`;
  const isOnlyOne = (sight: Sight) => {
    const { className, resourceId } = sight.element;
    const alike = siblings(sight).filter(({ element }) => element.className === className);
    return alike.filter(({ element }) => element.resourceId === resourceId).length === 1;
  };
  return isOnlyOne(old) && isOnlyOne(now) && isKnowable(row, comparison);
}
