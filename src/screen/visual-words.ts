import { pictureWords } from "./picture-words.js";
import { PicturedTraits } from "./pictured-traits.js";
import type { Looks } from "./traits.js";
import type { WindowPart } from "./unmoved.js";

/**
 * A window before and now, with words for images: elements with similar images have the same word, and an image without
 * a similar one has its own word. Images do not count
 * - if one of the two screens has none, because no screenshot was taken with its hierarchy;
 * - for an element that stayed in place while its state (checked, selected, focused, open, enabled) changed: its pixels
 *   show the state;
 * - for elements whose pixels show content: fields, sliders, web pages and the like. An element that only pixels show,
 *   without words or an image, is never the same as before: an equal place does not prove it.
 */
export function withPictures(before: WindowPart, now: WindowPart): readonly [WindowPart, WindowPart] {
  const [oldWords, newWords] = [wordsOfUnseen(before, "old"), wordsOfUnseen(now, "new")];
  if (hasPictures(before) && hasPictures(now)) addPictures([before, oldWords], [now, newWords]);
  return [worded(before, oldWords), worded(now, newWords)];
}

function worded(part: WindowPart, words: Map<number, string>): WindowPart {
  return words.size === 0 ? part : { ...part, traits: new PicturedTraits(part.traits, words), words };
}

type Side = readonly [WindowPart, Map<number, string>];

/** An element that only its pixels can distinguish from others of its kind. */
interface Wordless {
  readonly place: number;
  readonly element: Looks;
}

function wordsOfUnseen({ screen: { elements }, traits, window }: WindowPart, side: string): Map<number, string> {
  const words = new Map<number, string>();
  elements.forEach((element, place) => {
    if (element.node !== null || element.window !== window || traits.of(place).isDistinct) return;
    words.set(place, `${side} picture ${place}`);
  });
  return words;
}

function addPictures([before, oldWords]: Side, [now, newWords]: Side): void {
  const [olds, news] = withoutOtherStates(wordlessIn(before), wordlessIn(now));
  const isSame = areUnchanged(olds, news);
  const known = isSame ? null : pictureWords(picturesOf(olds), picturesOf(news));
  const add = (words: Map<number, string>, one: Wordless, word: string | undefined, side: string) =>
    words.set(one.place, isSame ? `picture ${pictureOf(one)}` : (word ?? `${side} picture ${one.place}`));
  for (const one of olds) add(oldWords, one, known?.before.get(pictureOf(one)), "old");
  for (const one of news) add(newWords, one, known?.now.get(pictureOf(one)), "new");
}

function hasPictures({ screen: { elements }, window }: WindowPart): boolean {
  return elements.some((element) => element.fingerprint !== null && element.window === window);
}

const SHOWS_CONTENT: ReadonlySet<Looks["role"]> = new Set([
  "field",
  "slider",
  "progress",
  "web",
  "canvas",
  "scroll",
  "list",
  "pager",
] as const);

/** The elements without words, except for those with a unique id, which identifies them. */
function wordlessIn({ screen: { elements }, traits, window }: WindowPart): readonly Wordless[] {
  const ids = new Map<string, number>();
  for (const [place, element] of elements.entries()) {
    const idKey = element.window === window ? traits.of(place).idKey : null;
    if (idKey !== null) ids.set(idKey, (ids.get(idKey) ?? 0) + 1);
  }
  return elements.flatMap((element, place) => {
    if (element.fingerprint === null || element.window !== window || SHOWS_CONTENT.has(element.role)) return [];
    const { isDistinct, idKey } = traits.of(place);
    return isDistinct || (idKey !== null && ids.get(idKey) === 1) ? [] : [{ place, element }];
  });
}

function withoutOtherStates(olds: readonly Wordless[], news: readonly Wordless[]) {
  const placed = new Map(olds.map((one) => [placeOf(one), one]));
  const others = new Set<Wordless>();
  for (const one of news) {
    const old = placed.get(placeOf(one));
    if (!old || stateOf(old) === stateOf(one)) continue;
    others.add(old);
    others.add(one);
  }
  const isSettled = (one: Wordless) => !others.has(one);
  return [olds.filter(isSettled), news.filter(isSettled)] as const;
}

function placeOf({ element: { className, role, resourceId, bounds } }: Wordless): string {
  return [className ?? role, resourceId, bounds.left, bounds.top, bounds.right, bounds.bottom].join("\u0001");
}

function stateOf({ element: { checked, selected, focused, expanded, enabled } }: Wordless): string {
  return [checked, selected, focused, expanded, enabled].join();
}

function pictureOf({ element }: Wordless): string {
  return element.fingerprint ?? "";
}

function picturesOf(elements: readonly Wordless[]): readonly string[] {
  return [...new Set(elements.map(pictureOf))];
}

/** Whether identical images are in identical places. */
function areUnchanged(olds: readonly Wordless[], news: readonly Wordless[]): boolean {
  return olds.length === news.length && olds.every((old, at) => isUnchanged(old, news[at]));
}

function isUnchanged(old: Wordless, now: Wordless | undefined): boolean {
  return now !== undefined && pictureOf(old) === pictureOf(now) && placeOf(old) === placeOf(now);
}
