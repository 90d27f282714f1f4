import { containsPoint, type Point } from "../base/geometry.js";
import { isTouchTarget, type UiElement } from "../screen/element.js";
import type { Concept } from "./concepts.js";
import type { GuardedAction, GuardedScreen } from "./guarded-action.js";
import { readByLooks, undrawnLetters } from "./look-alikes.js";
import { type Said, said } from "./words.js";

/** What is known of an element that an action is for. */
export interface TargetFacts {
  readonly element: UiElement;
  /** Its own words, as `asWords` spells them. */
  readonly words: readonly string[];
  /** Name of its resource id, without package and in words: `send message button`. */
  readonly idWords: string;
  /** What its dialog says, as it is written, the title first; empty if it is in none. */
  readonly dialog: readonly string[];
}

/**
 * What an action is for: its element, and the control under its point where that is another one; for text and keys the
 * field, or what else has the focus. Nothing if it touches nothing, or nothing known.
 */
export function readTargets(action: GuardedAction, screen: GuardedScreen | null): readonly TargetFacts[] {
  return [...new Set(elementsOf(action, screen))].map(factsOf);
}

/** What is known of one element. */
export function factsOf(element: UiElement): TargetFacts {
  const name = element.resourceId?.slice(element.resourceId.lastIndexOf("/") + 1) ?? "";
  return {
    element,
    words: [...new Set(element.labels.flatMap(spokenIn))].filter((words) => words !== ""),
    idWords: idWordsOf(name),
    dialog: element.context.dialog,
  };
}

/** A label as a whole, and without what it explains in brackets: "Erase all data (factory reset)". */
function spokenIn(label: string): readonly string[] {
  const bare = label.replace(/[(（][^()（）]*[)）]/g, " ");
  return bare === label ? [asWords(label)] : [asWords(label), asWords(bare)];
}

/**
 * Lower case, without accents of width, marks, symbols, punctuation and signs that nobody sees; one space between
 * words, none between letters that are spaced out. Words that say nothing are read by their looks where they say
 * something then: Cyrillic "Ѕеnd" is "send".
 */
export function asWords(text: string): string {
  const separated = joined(
    undrawnLetters(text)
      .normalize("NFKC")
      .replace(UNSEEN, "")
      .replace(/[^\p{L}\p{M}\p{N}']+/gu, " ")
      .trim(),
  );
  const words = separated.toLowerCase();
  const looks = readByLooks(separated, (word) => said(word.toLowerCase()).any.size > 0)?.toLowerCase();
  return looks !== undefined && asksMore(said(looks), said(words)) ? looks : words;
}

function joined(words: string): string {
  return SPACED_OUT.test(words) ? words.replaceAll(" ", "") : words;
}

/** Whether the first says all that the second does, and an act besides. */
function asksMore(one: Said, other: Said): boolean {
  const isMore = [...one.any].some((concept) => !other.any.has(concept) && !ASKS_LESS.has(concept));
  return isMore && [...other.any].every((concept) => one.any.has(concept));
}

/** What lets the guard ask less, and is in no disguise. */
const ASKS_LESS: ReadonlySet<Concept> = new Set([
  "harmless",
  "no",
  "not",
  "done",
  "cancel",
  "about",
  "help",
  "keep",
  "save",
]);

/**
 * Where a word may be broken, in which direction it runs, and what keeps letters apart: not to be seen, and within
 * words. In Arabic script what keeps letters apart stands where others have a space.
 */
const UNSEEN = /(?!\u200c)\p{Default_Ignorable_Code_Point}|(?<!\p{Script=Arabic})\u200c/gu;

/** Three letters and more that each stand alone, as in `S E N D`. */
const SPACED_OUT = /^(?:\p{L}\p{M}* ){2,}\p{L}\p{M}*$/u;

function idWordsOf(name: string): string {
  return asWords(name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ").replaceAll(/[_.\-/]/g, " "));
}

function elementsOf(action: GuardedAction, screen: GuardedScreen | null): readonly UiElement[] {
  switch (action.kind) {
    case "tap":
      return known(action.on, controlAt(action.point, screen));
    case "swipe":
    case "drag":
      return known(action.on, controlAt(action.from, screen));
    case "pinch":
      return known(action.on, ...action.fingers.map(({ from }) => controlAt(from, screen)));
    case "type":
      return known(action.into ?? focusedOf(screen));
    case "key":
      return known(focusedOf(screen));
    default:
      return [];
  }
}

function known(...elements: readonly (UiElement | null)[]): readonly UiElement[] {
  return elements.filter((element) => element !== null);
}

function controlAt(point: Point | null, screen: GuardedScreen | null): UiElement | null {
  if (!point || !screen) return null;
  return screen.elements.findLast((one) => isTouchTarget(one) && containsPoint(one.bounds, point)) ?? null;
}

function focusedOf(screen: GuardedScreen | null): UiElement | null {
  return screen?.focusedElement ?? screen?.elements.find(({ focused }) => focused === true) ?? null;
}
