import { isMistyped } from "../base/nearest.js";
import type { UiElement } from "./element.js";
import type { ActiveWindow } from "./facts.js";
import { storedMatches } from "./heal.js";
import { normaliseLabel } from "./label.js";
import { matchPattern } from "./match-pattern.js";
import type { MatchSource } from "./match-source.js";
import { answerQuery } from "./query/answer.js";
import { isCaptionOf, isLabelBeside } from "./query/belongs.js";
import type { QueryScreen } from "./query/query-screen.js";
import { hasTree } from "./readable.js";
import { classReader } from "./role.js";
import type { Condition } from "./selector.js";
import type { ElementSelector, LabelTest, Phrase } from "./selector-element.js";

/**
 * How labels are compared, in this order: equal, then equal except for upper and lower case. The first step with a
 * match decides. "Delete" never matches "Delete all": to match a part of a label, write ~"Delete".
 */
const STRICTNESS = ["same", "sameLetters"] as const;
type Strictness = (typeof STRICTNESS)[number];

/**
 * The elements that the selector names, in reading order; empty for none. The system bars are searched only if nothing
 * else matches, since the outline does not show them. Queries and stored selectors use all facts of the screen. A ref
 * also matches an element that had it earlier, with another meaning: `locate` makes sure that an action gets the
 * element that was shown.
 */
export function matchElements(
  selector: ElementSelector,
  elements: readonly UiElement[],
  screen: Omit<QueryScreen, "elements"> = {},
): readonly UiElement[] {
  const source = { ...screen, elements };
  if ("query" in selector) return answerQuery(selector.query, source).matches.map(({ element }) => element);
  if ("stored" in selector) return storedMatches(selector.stored, source).map(({ element }) => element);
  if ("pattern" in selector) return matchPattern(selector.pattern, source);
  for (const isBar of [false, true]) {
    const searched = elements.filter((element) => element.systemBar === isBar);
    const byRef = new Map(searched.map((element) => [element.ref, element]));
    for (const strictness of STRICTNESS) {
      const found = namedBy(selector.phrases, byRef, strictness);
      if (found) return found;
    }
  }
  return [];
}

type Refs = ReadonlyMap<string, UiElement>;

/**
 * Reads from the outermost phrase inwards, each within the elements that the phrase before named; undefined if nothing
 * matches the last phrase.
 */
function namedBy(phrases: readonly Phrase[], byRef: Refs, strictness: Strictness): readonly UiElement[] | undefined {
  let around: ReadonlySet<UiElement> | undefined;
  let named: readonly UiElement[] | undefined;
  for (const phrase of phrases.toReversed()) {
    const outer: ReadonlySet<UiElement> | undefined = around;
    const fitting = fittingOf(phrase, { outer, byRef, isContainer: phrase !== phrases[0] }, strictness);
    if (fitting.length === 0) return undefined;
    named = phrase.ordinal === null ? fitting : fitting.slice(phrase.ordinal - 1, phrase.ordinal);
    around = new Set(named);
  }
  return named;
}

interface Searched {
  /** The elements in which it has to lie; undefined for the outermost phrase. */
  readonly outer: ReadonlySet<UiElement> | undefined;
  readonly byRef: Refs;
  /** Whether the phrase names a container of the target. */
  readonly isContainer: boolean;
}

/**
 * The elements that match a phrase. If no row matches `in row`, elements that resemble rows count: see {@link
 * isRowLike}.
 */
function fittingOf(phrase: Phrase, { outer, byRef, isContainer }: Searched, strictness: Strictness) {
  const inside = [...byRef.values()].filter((element) => !outer || liesIn(element, outer, byRef));
  const fitting = inside.filter((element) => fits(phrase, element, strictness));
  if (fitting.length === 0 && phrase.role === "field" && phrase.label)
    return captionedBy({ ...phrase, label: phrase.label }, inside, strictness);
  if (fitting.length > 0 || !isContainer || phrase.role !== "row") return fitting;
  const ofAnyRole = { ...phrase, role: null };
  const holders = new Set([...byRef.values()].map(({ parent }) => parent));
  return inside.filter(
    (element) => isRowLike(element) && holders.has(element.ref) && fits(ofAnyRole, element, strictness),
  );
}

/** More equal texts than this are not captions. */
const MOST_CAPTIONS = 8;

/**
 * The fields right below a text with this label, else those beside one: many forms name a field by such a text, and
 * show only an example in the field.
 */
function captionedBy(
  phrase: Phrase & { readonly label: LabelTest },
  inside: readonly UiElement[],
  strictness: Strictness,
) {
  const captions = inside.filter((one) => one.role === "text" && hasLabel(one, phrase.label, strictness));
  if (captions.length > MOST_CAPTIONS) return [];
  const screen = { all: inside.map((element) => ({ element })) };
  const fields = captions.length === 0 ? [] : inside.filter((one) => fits({ ...phrase, label: null }, one, strictness));
  const below = fields.filter((field) => captions.some((caption) => isCaptionOf(screen, caption, field)));
  if (below.length > 0) return below;
  const beside = (side: "left" | "right") =>
    fields.filter((field) => captions.some((caption) => isLabelBeside(screen, caption, field, side)));
  const behind = beside("left");
  return behind.length > 0 ? behind : beside("right");
}

/** A clickable container outside a list is printed as a button: only its position shows that it is a row. */
function isRowLike(element: UiElement): boolean {
  return element.role === "button" && classReader()(element) === undefined;
}

function liesIn(element: UiElement, outer: ReadonlySet<UiElement>, byRef: Refs): boolean {
  const above = (one: UiElement) => (one.parent === null ? undefined : byRef.get(one.parent));
  for (let at = above(element); at; at = above(at)) if (outer.has(at)) return true;
  return false;
}

function fits(phrase: Phrase, element: UiElement, strictness: Strictness): boolean {
  if (phrase.ref !== null && phrase.ref !== element.ref && !element.was.includes(phrase.ref)) return false;
  if (phrase.role !== null && phrase.role !== element.role) return false;
  if (phrase.id !== null && !hasId(element, phrase.id)) return false;
  if (phrase.value !== null && !hasValue(element, phrase.value)) return false;
  if (!phrase.states.every((wanted) => isIn(element, wanted))) return false;
  return phrase.label === null || hasLabel(element, phrase.label, strictness);
}

/** Matches the whole id, or its name, which some toolkits report without a package. */
function hasId({ resourceId }: UiElement, id: string): boolean {
  const own = normaliseLabel(resourceId ?? "");
  return own === id || own.replace(/^[\w.]+:id\//, "") === id;
}

/** If the source does not distinguish entered text from the hint, the label of the field counts as its text. */
function hasValue(element: UiElement, value: string): boolean {
  if (element.value !== null || !element.actions.includes("edit")) return element.value === value;
  return element.labels.includes(value);
}

/**
 * A state that the source did not report counts as false, except that an unreported `enabled` counts as true, and that
 * only elements which can be checked can be unchecked.
 */
function isIn(element: UiElement, { state, is }: Phrase["states"][number]): boolean {
  if (state === "checked") return element.checked === is;
  return (state === "enabled" ? element.enabled !== false : element[state] === true) === is;
}

/** Matches one of the labels, or all of them joined in order, as the outline shows them. */
function hasLabel(element: UiElement, { text, isPart }: LabelTest, strictness: Strictness): boolean {
  const labels = [...element.labels, element.labels.join(" ")];
  if (isPart || strictness !== "same") return hasText(labels, { text, isPart });
  return labels.includes(text);
}

/** Whether one of them is the text, or contains it with `isPart`; upper and lower case do not matter. */
function hasText(all: readonly string[], { text, isPart }: LabelTest): boolean {
  const wanted = fold(text);
  return all.map(fold).some((own) => (isPart ? own.includes(wanted) : own === wanted));
}

/** For suggestions: elements whose labels contain the words, else elements whose labels the words may misspell. */
export function similarElements(selector: ElementSelector, elements: readonly UiElement[]): readonly UiElement[] {
  const label = selector.phrases[0]?.label;
  if (!label) return [];
  const wanted = fold(label.text);
  const isSimilar = (own: string) => own.includes(wanted) || (own.length > 2 && wanted.includes(own));
  const similar = elements.filter((element) => element.labels.some((own) => isSimilar(fold(own))));
  if (similar.length > 0) return similar;
  return elements.filter((element) => element.labels.some((own) => isMistyped(wanted, fold(own))));
}

function fold(label: string): string {
  return normaliseLabel(label).toLocaleLowerCase("en");
}

/** Whether the condition is true of the screen; null if the observation does not decide it. */
export function judge(condition: Condition, source: MatchSource): boolean | null {
  switch (condition.kind) {
    case "exists":
      return isThere(condition.element, source);
    case "app":
      return isInFront(condition.package, source.activeWindow);
    case "activity":
      return isActivity(condition.name, source.activeWindow);
    case "changed":
      return source.changed ?? null;
    case "toast":
      if (source.toasts) return hasText(source.toasts, condition.label);
      return hasText(source.toastsSeen ?? [], condition.label) ? true : null;
    case "keyboard":
      return source.ime?.visible ?? null;
    case "named":
      return judge(condition.condition, source);
    case "judged":
      return condition.holds(source);
    case "not":
      return negate(judge(condition.condition, source));
    case "and":
      return negate(anyOf(condition.conditions.map((one) => negate(judge(one, source)))));
    case "or":
      return anyOf(condition.conditions.map((one) => judge(one, source)));
  }
}

/**
 * It is unknown whether a field is empty if its source does not distinguish entered text from the hint. Without a
 * hierarchy, elements may exist that the pixels do not show.
 */
function isThere(element: ElementSelector, source: MatchSource): boolean | null {
  if (matchElements(element, source.elements, source).length > 0) return true;
  if (!hasTree(source)) return null;
  const [phrase, ...around] = element.phrases;
  if (phrase?.value !== "") return false;
  const whatever: ElementSelector = { kind: "element", phrases: [{ ...phrase, value: null }, ...around] };
  const fields = matchElements(whatever, source.elements, source);
  return fields.some(({ value, actions }) => value === null && actions.includes("edit")) ? null : false;
}

function isInFront(packageName: string, window: ActiveWindow | null): boolean | null {
  if (!window) return null;
  return window.package === packageName || window.app?.package === packageName;
}

/** `.Main` is the last part of a class name, `com.example/.Main` a component; else the name is a full class name. */
function isActivity(name: string, window: ActiveWindow | null): boolean | null {
  const shown = window?.app ?? window;
  const { activity, component } = shown ?? {};
  if (!activity || !component) return null;
  if (name.includes("/"))
    return component === name || name.replace("/", "") === activity || name.split("/")[1] === activity;
  return activity === name || activity.endsWith(name.startsWith(".") ? name : `.${name}`);
}

function negate(judgement: boolean | null): boolean | null {
  return judgement === null ? null : !judgement;
}

function anyOf(judgements: readonly (boolean | null)[]): boolean | null {
  if (judgements.includes(true)) return true;
  return judgements.includes(null) ? null : false;
}
