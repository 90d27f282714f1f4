import { area, center, height, type Rect } from "../../base/geometry.js";
import type { ElementDraft } from "../../screen/element.js";
import { normaliseLabel } from "../../screen/label.js";
import { isApart, isInHost, type Known, type LayoutContext, near } from "./layout-context.js";
import type { Drops, Seen } from "./prepare.js";
import { INSIDE } from "./settings.js";
import { shareInside } from "./similarity.js";

/** A new element that only pixels show, before it has a place among the elements. */
export interface Newcomer {
  readonly seen: Seen;
  readonly inHost: boolean;
}

/** The words that were read in each element, by places of known elements, and by new elements. */
export interface ReadWords {
  readonly known: ReadonlyMap<number, readonly string[]>;
  readonly newcomers: ReadonlyMap<Newcomer, readonly string[]>;
  /** Words that become elements themselves, where the hierarchy has no words. */
  readonly alone: readonly Newcomer[];
}

/**
 * Gives recognised words to the smallest element around them that has no words from the hierarchy; otherwise notes the
 * reason why they are dropped.
 */
export function giveWords(
  context: LayoutContext,
  newcomers: readonly Newcomer[],
  words: readonly Seen[],
  drops: Drops,
): ReadWords {
  const known = new Map<number, Seen[]>();
  const own = new Map<Newcomer, Seen[]>();
  const alone: Newcomer[] = [];
  for (const word of words) {
    const taker = takerOf(context, newcomers, word);
    if (typeof taker === "number") push(known, taker, word);
    else if (typeof taker === "object") push(own, taker, word);
    if (taker === "alone") alone.push({ seen: word, inHost: isInHost(context, word.box) });
    else drops.set(word.detection, typeof taker === "string" ? taker : "label");
  }
  return { known: texts(known), newcomers: texts(own), alone };
}

function push<K>(lists: Map<K, Seen[]>, key: K, seen: Seen): void {
  const list = lists.get(key);
  if (list) list.push(seen);
  else lists.set(key, [seen]);
}

function texts<K>(lists: ReadonlyMap<K, readonly Seen[]>): ReadonlyMap<K, readonly string[]> {
  return new Map([...lists].map(([key, seen]) => [key, joined(seen)]));
}

/** The place of a known element, a new element, `alone`, or the reason why the words are dropped. */
function takerOf(context: LayoutContext, newcomers: readonly Newcomer[], word: Seen): number | Newcomer | string {
  if (wordsOf(word) === "") return "text";
  if (isApart(context, word.box)) return "systemBar";
  const around = near(context, word.box).filter(({ box }) => shareInside(word.box, box) >= INSIDE);
  const control = smallest(
    around.filter(({ isPage, isHost, isTarget, isLeaf }) => !isPage && !isHost && (isTarget || isLeaf)),
    ({ box }) => box,
  );
  const newcomer = smallest(
    newcomers.filter(({ seen }) => shareInside(word.box, seen.box) >= INSIDE),
    ({ seen }) => seen.box,
  );
  if (newcomer && (!control || area(newcomer.seen.box) <= area(control.box))) {
    return saysIt(context, word) ? "text" : newcomer;
  }
  if (control) return lacksWords(control, context) ? control.place : "text";
  if (saysIt(context, word)) return "text";
  return isInHost(context, word.box) ? "alone" : "text";
}

function smallest<T>(list: readonly T[], boxOf: (one: T) => Rect): T | undefined {
  return list.reduce<T | undefined>(
    (best, one) => (best && area(boxOf(best)) <= area(boxOf(one)) ? best : one),
    undefined,
  );
}

/** Whether an element with words from the hierarchy is where these words were read. */
function saysIt(context: LayoutContext, { box }: Seen): boolean {
  return near(context, box).some(
    (one) => !one.isPage && one.element.labels.length > 0 && shareInside(box, one.box) >= SAYS && one.isLeaf,
  );
}

const SAYS = 0.5;

/** Whether an element has no words. Entered text is not a label, and the text of password fields is never read. */
function lacksWords({ element, place }: Known, { known }: LayoutContext): boolean {
  if (element.labels.length > 0 || element.password === true || element.value) return false;
  return !known.some((one) => one.element.parent === place && one.element.labels.length > 0);
}

function wordsOf({ detection }: Seen): string {
  return normaliseLabel(detection.text ?? "");
}

/** Words in one line are one label; labels are in reading order, without repetition. */
function joined(seen: readonly Seen[]): readonly string[] {
  const lines: Seen[][] = [];
  for (const word of [...seen].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)) {
    const line = lines.find(([first]) => first && isOnLine(first.box, word.box));
    if (line) line.push(word);
    else lines.push([word]);
  }
  const labels = lines.map((line) =>
    [...line]
      .sort((a, b) => a.box.left - b.box.left)
      .map(wordsOf)
      .join(" "),
  );
  return [...new Set(labels)];
}

function isOnLine(first: Rect, word: Rect): boolean {
  const { y } = center(word);
  return y >= first.top && y < first.bottom && height(word) < height(first) * 2;
}

/** The words from text recognition; if there are none, the words that the detector itself read. */
export function labelsOf(seen: Seen, read: readonly string[] | undefined): readonly string[] {
  if (read && read.length > 0) return read;
  const own = wordsOf(seen);
  return own === "" ? [] : [own];
}

/** An element of the hierarchy with the words that were read in it, if it has no others. */
export function withWords(element: ElementDraft, labels: readonly string[]): ElementDraft {
  if (labels.length === 0 || element.labels.length > 0 || element.password === true || element.value) return element;
  return { ...element, labels: [...labels], sources: [...element.sources, "ocr"] };
}
