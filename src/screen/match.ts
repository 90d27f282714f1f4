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
 * How well labels have to agree, best first: the same, or the same except for upper and lower case. The first step at
 * which anything matches decides. "Delete" never means "Delete all": for a part of a label there is ~"Delete".
 */
const STRICTNESS = ["same", "sameLetters"] as const;
type Strictness = (typeof STRICTNESS)[number];

/**
 * The elements that the selector names, in reading order; empty for none. The system bars are searched only where
 * nothing else fits: what the outline does not show is not meant while something in it is. Queries and stored selectors
 * are judged by all that is known of the screen. A ref names its element also by what it meant before: that an act is
 * done to nothing else than was shown, `locate` sees to.
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

/** From the outermost phrase inwards, each within what the one before named; undefined if nothing fits the last. */
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
  /** What it has to lie in; undefined for the outermost phrase. */
  readonly outer: ReadonlySet<UiElement> | undefined;
  readonly byRef: Refs;
  /** The phrase names what another element has to lie in. */
  readonly isContainer: boolean;
}

/** The elements that fit a phrase. Where no row fits `in row`, what stands for one does: see {@link isRowLike}. */
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

/** So many texts that are alike are no caption of one field. */
const MOST_CAPTIONS = 8;

/**
 * The fields right below a text that says the label, else those beside it: many forms write it there, and in the field
 * only an example.
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

/** By the whole id, or by its name, which some toolkits report without a package. */
function hasId({ resourceId }: UiElement, id: string): boolean {
  const own = normaliseLabel(resourceId ?? "");
  return own === id || own.replace(/^[\w.]+:id\//, "") === id;
}

/** Where the source does not distinguish the entered text from the hint, the field's text is what it shows. */
function hasValue(element: UiElement, value: string): boolean {
  if (element.value !== null || !element.actions.includes("edit")) return element.value === value;
  return element.labels.includes(value);
}

/**
 * A state that the source did not report is not there, and unreported `enabled` counts as enabled; but only what can be
 * checked is unchecked.
 */
function isIn(element: UiElement, { state, is }: Phrase["states"][number]): boolean {
  if (state === "checked") return element.checked === is;
  return (state === "enabled" ? element.enabled !== false : element[state] === true) === is;
}

/** One of the labels, or all of them in their order, as the outline shows them. */
function hasLabel(element: UiElement, { text, isPart }: LabelTest, strictness: Strictness): boolean {
  const labels = [...element.labels, element.labels.join(" ")];
  if (isPart || strictness !== "same") return hasText(labels, { text, isPart });
  return labels.includes(text);
}

/** Whether one of them is the text or has it as a part, whatever its upper and lower case. */
function hasText(all: readonly string[], { text, isPart }: LabelTest): boolean {
  const wanted = fold(text);
  return all.map(fold).some((own) => (isPart ? own.includes(wanted) : own === wanted));
}

/** For suggestions: elements whose labels have its words as a part, else those whose labels it may misspell. */
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

/** Whether the condition is true of the screen; null if what was read does not decide it. */
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
 * Whether a field is empty is not known where its source does not distinguish the entered text from the hint. Without a
 * tree, what the pixels do not show may be there all the same.
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

/** `.Main` is the last part of a class name, `com.example/.Main` a component; a full class name stands for itself. */
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
