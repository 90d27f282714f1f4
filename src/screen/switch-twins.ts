import type { SamePlace } from "./same-places.js";
import type { Looks } from "./traits.js";
import type { WindowPart } from "./unmoved.js";

/**
 * Places before of the pairs that are uncertain: switches, if the number of switches with the same words in one
 * container has changed. The text of a switch does not identify it, because up to Android 10 it ends with the state:
 * another switch with the same text may stand in its place.
 */
export function switchTwins(before: WindowPart, now: WindowPart, pairs: readonly SamePlace[]): readonly SamePlace[0][] {
  const [olds, news] = [switchesIn(before), switchesIn(now)];
  if (olds.size === 0 || news.size === 0) return [];
  const partners = new Map(pairs);
  const isPassing = areStates([...olds.values(), ...news.values()]);
  const turned = pairs.filter(([old, place]) => isPassing && olds.get(old)?.checked !== news.get(place)?.checked);
  const isLeftOut = { before: new Set(turned.map(([old]) => old)), now: new Set(turned.map(([, place]) => place)) };
  const groupBefore = (at: number, one: Looks) => groupOf(partnerOf(before.traits.around(at), partners), one);
  const groupNow = (at: number, one: Looks) => groupOf(now.traits.around(at), one);
  const counts = {
    before: countsOf(olds, isLeftOut.before, groupBefore),
    now: countsOf(news, isLeftOut.now, groupNow),
  };
  return pairs.flatMap(([old, place]): readonly number[] => {
    const [was, is] = [olds.get(old), news.get(place)];
    if (!was || !is || wordsOf(was) !== wordsOf(is) || !mayBeAnother([old, place], before, now)) return [];
    return counts.before.get(groupBefore(old, was)) === counts.now.get(groupNow(place, is)) ? [] : [old];
  });
}

/** Switches by their places. */
type Switches = ReadonlyMap<number, Looks>;

function switchesIn({ screen: { elements, hierarchy }, window }: WindowPart): Switches {
  const found = new Map<number, Looks>();
  for (const [place, element] of elements.entries()) {
    if (element.role !== "switch" || element.window !== window) continue;
    if (hierarchy.nodes[element.node ?? -1]?.text) found.set(place, element);
  }
  return found;
}

/**
 * Whether all switches that are on end with one word, and all that are off too: then this word may be the state and not
 * part of a name.
 */
function areStates(switches: readonly Looks[]): boolean {
  const endings = (isOn: boolean) =>
    new Set(switches.filter(({ checked }) => (checked === true) === isOn).map((one) => wordsOf(one).split(" ").at(-1)));
  return endings(true).size <= 1 && endings(false).size <= 1;
}

/** Whether another switch may be in its place. In a list that was scrolled, other switches came into view anyway. */
function mayBeAnother([old, place]: SamePlace, before: WindowPart, now: WindowPart): boolean {
  const [was, is] = [before.traits.of(old), now.traits.of(place)];
  const isInPlace = was.bounds.left === is.bounds.left && was.bounds.top === is.bounds.top;
  return isInPlace || !(was.isListed || is.isListed);
}

/** The present place of a container; null for the window itself; undefined if it is unknown. */
function partnerOf(place: number | null, partners: ReadonlyMap<number, number>): number | null | undefined {
  return place === null ? null : partners.get(place);
}

function groupOf(parent: number | null | undefined, one: Looks): string {
  return `${parent}\u0001${wordsOf(one)}`;
}

function countsOf(
  switches: Switches,
  isLeftOut: ReadonlySet<number>,
  groupAt: (place: number, one: Looks) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [place, one] of switches) {
    const group = groupAt(place, one);
    if (!isLeftOut.has(place)) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}

function wordsOf({ labels }: Looks): string {
  return labels.join(" ");
}
