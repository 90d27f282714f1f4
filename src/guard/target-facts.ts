import { containsPoint, type Point } from "../base/geometry.js";
import { isTouchTarget, type UiElement } from "../screen/element.js";
import type { Concept } from "./concepts.js";
import type { GuardedAction, GuardedScreen } from "./guarded-action.js";
import { readByLooks, undrawnLetters } from "./look-alikes.js";
import { conceptsIn, type Said } from "./words.js";

/** The facts of an action's target that the guard uses. */
export interface TargetFacts {
  readonly element: UiElement;
  /** The element's own words, in the form of `asWords`. */
  readonly words: readonly string[];
  /** The name of its resource id as words, without the package: `send message button`. */
  readonly idWords: string;
  /** The texts of its dialog, unchanged, the title first; empty if it is in no dialog. */
  readonly dialog: readonly string[];
}

/**
 * The targets of an action: its element, and the control under its point if that is a different one; for text and keys
 * the field, or else the focused element. Empty if the action has no target, or if it is unknown.
 */
export function readTargets(action: GuardedAction, screen: GuardedScreen | null): readonly TargetFacts[] {
  return [...new Set(elementsOf(action, screen))].map(factsOf);
}

/** The facts of one element. */
export function factsOf(element: UiElement): TargetFacts {
  const name = element.resourceId?.slice(element.resourceId.lastIndexOf("/") + 1) ?? "";
  return {
    element,
    words: [...new Set(element.labels.flatMap(spokenIn))].filter((words) => words !== ""),
    idWords: idWordsOf(name),
    dialog: element.context.dialog,
  };
}

/** A label as a whole, and without the explanation in brackets: "Erase all data (factory reset)". */
function spokenIn(label: string): readonly string[] {
  const bare = label.replace(/[(（][^()（）]*[)）]/g, " ");
  return bare === label ? [asWords(label)] : [asWords(label), asWords(bare)];
}

/**
 * Plain words of a text: lower case, without width variants, symbols, punctuation and invisible characters; one space
 * between words, and none between letters that are spaced out. A word without a meaning is read by its shape if it has
 * a meaning then: Cyrillic "Ѕеnd" is "send".
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
  const looks = readByLooks(separated, (word) => conceptsIn(word.toLowerCase()).any.size > 0)?.toLowerCase();
  return looks !== undefined && asksMore(conceptsIn(looks), conceptsIn(words)) ? looks : words;
}

function joined(words: string): string {
  return SPACED_OUT.test(words) ? words.replaceAll(" ", "") : words;
}

/** Whether the first text has all concepts of the second, and also an action. */
function asksMore(one: Said, other: Said): boolean {
  const isMore = [...one.any].some((concept) => !other.any.has(concept) && !ASKS_LESS.has(concept));
  return isMore && [...other.any].every((concept) => one.any.has(concept));
}

/** Concepts that make the guard less strict: nobody disguises them, so they do not count as an action. */
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
 * Invisible characters inside words: possible line breaks, the direction of writing, and non-joiners. In Arabic script,
 * a non-joiner is used where others have a space.
 */
const UNSEEN = /(?!\u200c)\p{Default_Ignorable_Code_Point}|(?<!\p{Script=Arabic})\u200c/gu;

/** Three or more single letters separated by spaces, as in `S E N D`. */
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
