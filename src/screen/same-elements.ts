import type { Steps } from "../base/steps.js";
import { alignList, alignPage, inUnchangedOrder, type Pair, type Parts } from "./align.js";
import { knownById, type Traits } from "./traits.js";

/**
 * The elements of one window that are the same before and now: first those with unique ids, then the parts of each
 * container, from the outside in. Pauses after each large part of the work.
 */
export function* sameElements(before: readonly Traits[], now: readonly Traits[]): Steps<readonly Pair[]> {
  const ids = idsOfOne(before, now);
  const known = (element: Traits) => (element.idKey !== null && ids.has(element.idKey) ? knownById(element) : element);
  const [olds, news] = [before.map(known), now.map(known)];
  const [oldParts, newParts] = [partsOf(olds), partsOf(news)];
  const found = pairsById(olds, news, ids);
  const done = new Set(found.map(([old]) => old));
  yield;
  for (let at = -1; at < found.length; at++) {
    const [old, element] = found[at] ?? [undefined, undefined];
    for (const kind of KINDS) {
      const parts = {
        olds: oldParts.get(old?.place ?? null)?.[kind] ?? NONE,
        news: newParts.get(element?.place ?? null)?.[kind] ?? NONE,
      };
      if (parts.olds.length === 0 || parts.news.length === 0) continue;
      const isSame = ([one, now]: Pair) =>
        !done.has(one) && !holdOtherThings(oldParts.get(one.place), newParts.get(now.place));
      const same = align(kind, parts).filter(isSame);
      for (const pair of same) {
        done.add(pair[0]);
        found.push(pair);
      }
      if (parts.news.length > MANY_PARTS) yield;
    }
  }
  return found;
}

const NONE: readonly Traits[] = Object.freeze([]);

/** To align more parts than this takes milliseconds. */
const MANY_PARTS = 500;

/**
 * The groups of a container's parts that are aligned separately: its direct contents, the contents of a list in it, and
 * the contents of its page.
 */
const KINDS = ["fixed", "listed", "page"] as const;
type Kind = (typeof KINDS)[number];
type PartsByKind = Readonly<Record<Kind, readonly Traits[]>>;

/**
 * Whether two lists have items of different kinds, and so are different lists. Other items of the same kinds do not
 * count, since the list may have scrolled.
 */
function holdOtherThings(before: PartsByKind | undefined, now: PartsByKind | undefined): boolean {
  if (!before || !now || before.listed.length === 0 || now.listed.length === 0) return false;
  const kinds = new Set(before.listed.map(({ kind }) => kind));
  return now.listed.every(({ kind }) => !kinds.has(kind));
}

function align(kind: Kind, parts: Parts): readonly Pair[] {
  if (kind === "listed") return alignList(parts);
  // A page that did not scroll in one of the observations was wholly visible there: a key that occurs once on it is
  // unique.
  const isWhole = (elements: readonly Traits[]) => elements.every(({ list }) => list === null);
  if (kind === "page" && isWhole(parts.olds) === isWhole(parts.news)) return [];
  const pairs = alignPage(parts);
  const isList = [...parts.olds, ...parts.news].some(({ isListed }) => isListed);
  if (!isList) return pairs;
  // More of the list is hidden now: an element with a unique key that moved past others may be a different one.
  return inUnchangedOrder(pairs.toSorted(([one], [other]) => one.place - other.place));
}

/** The ids that exactly one element has, both before and now. */
function idsOfOne(before: readonly Traits[], now: readonly Traits[]): ReadonlySet<string> {
  const counts = (elements: readonly Traits[]) => {
    const byId = new Map<string, number>();
    for (const { idKey } of elements) if (idKey !== null) byId.set(idKey, (byId.get(idKey) ?? 0) + 1);
    return byId;
  };
  const after = counts(now);
  return new Set([...counts(before)].flatMap(([id, count]) => (count === 1 && after.get(id) === 1 ? [id] : [])));
}

function pairsById(olds: readonly Traits[], news: readonly Traits[], ids: ReadonlySet<string>): Pair[] {
  const byId = new Map(news.map((element) => [element.idKey, element]));
  return olds.flatMap((old) => {
    const element = old.idKey !== null && ids.has(old.idKey) ? byId.get(old.idKey) : undefined;
    return element ? [[old, element] as const] : [];
  });
}

/** The parts of each container by kind. */
function partsOf(elements: readonly Traits[]): ReadonlyMap<number | null, PartsByKind> {
  const parts = new Map<number | null, Record<Kind, Traits[]>>();
  const partsIn = (parent: number | null) => {
    const known = parts.get(parent);
    if (known) return known;
    const none: Record<Kind, Traits[]> = { fixed: [], listed: [], page: [] };
    parts.set(parent, none);
    return none;
  };
  for (const element of elements) {
    partsIn(element.parent)[element.list === null ? "fixed" : "listed"].push(element);
    if (element.page !== undefined) partsIn(element.page).page.push(element);
  }
  return parts;
}
