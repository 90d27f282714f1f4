import type { UiElement } from "./element.js";
import type { UiNode } from "./hierarchy.js";
import { cutLabel, normaliseLabel } from "./label.js";
import { isOnlyCounting } from "./meaning.js";
import type { Observation } from "./observation.js";

/** The parts of a screen that identify its fields. */
export type FieldScreen = Pick<Observation, "elements" | "viewHierarchy" | "activeWindow">;

/** The facts about a text field that do not change when text is entered. */
export interface FieldPrint {
  readonly element: UiElement;
  /** Class, id, and whether it is a password field. Two fields of different kinds are different fields. */
  readonly kind: string;
  /** Its description; empty if it has none. */
  readonly description: string;
  /** The hint that it shows while it is empty; null if the source does not distinguish hints from entered text. */
  readonly hint: string | null;
  /** The texts between the previous field and this one, the nearest first. */
  readonly captions: readonly string[];
  /** Its place among the fields of its kind in its window. */
  readonly place: number;
  /**
   * Whether every field of the screen has words above or beside it: otherwise the text above the first field may be the
   * title of the page.
   */
  readonly isCaptioned: boolean;
  /** The entered text; the hint of an empty field if the source does not distinguish the two. */
  readonly text: string;
}

/** The fields of a screen, in document order. */
export function fieldPrints(screen: FieldScreen): readonly FieldPrint[] {
  const places = new Map<string, number>();
  const prints = screen.elements.flatMap((element, at): readonly Omit<FieldPrint, "isCaptioned">[] => {
    if (!element.actions.includes("edit") || element.systemBar) return [];
    const node = nodeOf(screen, element);
    const kind = [element.className, element.resourceId, element.password === true].join("\u0001");
    const group = `${element.window} ${kind}`;
    const place = places.get(group) ?? 0;
    places.set(group, place + 1);
    const hint = node?.hint ?? null;
    const text = node?.text ?? element.value ?? "";
    return [
      {
        ...{ element, kind, place },
        description: normaliseLabel(node?.contentDescription ?? ""),
        hint: hint === null ? null : normaliseLabel(hint),
        captions: captionsOf(screen.elements, at),
        text: hint !== null && text === hint ? "" : normaliseLabel(text),
      },
    ];
  });
  const isCaptioned = prints.every(({ captions }) => captions.length > 0);
  return prints.map((print) => ({ ...print, isCaptioned }));
}

/** Its ref and its purpose, for messages. Never the entered text, unless that text may be the hint. */
export function nameField(print: FieldPrint, before: FieldPrint = print): string {
  const { element, description, hint, captions } = print;
  const mayBeHint = before.hint === null && element.password !== true ? before.text : "";
  const named = before.isCaptioned ? [captions[0], mayBeHint] : [mayBeHint, captions[0]];
  const words = [description, hint, ...named].find((one) => one !== undefined && one !== null && one !== "");
  return [element.ref, "field", ...(words === undefined || words === null ? [] : [cutLabel(words, LONGEST_NAME)])].join(
    " ",
  );
}

const LONGEST_NAME = 60;

/** Whether the same window is in front on both screens. */
export function sameWindow({ activeWindow: old }: FieldScreen, { activeWindow: now }: FieldScreen): boolean {
  if (!old || !now) return true;
  return old.windowId !== null && now.windowId !== null ? old.windowId === now.windowId : old.title === now.title;
}

function nodeOf({ viewHierarchy }: FieldScreen, { node }: UiElement): UiNode | undefined {
  return node === null ? undefined : viewHierarchy?.nodes[node];
}

/** Indices in its window's hierarchy of the nodes that name a field without a name of its own. */
export function captionNodes({ elements, viewHierarchy }: FieldScreen, field: UiElement): readonly number[] {
  const at = elements.findIndex(({ ref }) => ref === field.ref);
  const root = viewHierarchy?.windows[field.window]?.root ?? null;
  if (at < 0 || root === null) return [];
  const own = viewHierarchy?.nodes[field.node ?? -1];
  const isNamed = (own?.contentDescription ?? "") !== "" || (own?.hint ?? "") !== "";
  const nearest = isNamed ? [] : captionElements(elements, at).slice(0, 1);
  return nearest.flatMap(({ node }) => (node === null ? [] : [node - root]));
}

/** The captions of a field: in forms they stand above the field, aligned with its left edge, or at its left. */
function captionsOf(elements: readonly UiElement[], at: number): readonly string[] {
  return captionElements(elements, at).map(labelOf);
}

function captionElements(elements: readonly UiElement[], at: number): readonly UiElement[] {
  const field = elements[at];
  const captions: UiElement[] = [];
  for (let place = at - 1; field && place >= 0; place -= 1) {
    const element = elements[place];
    if (!element || element.window !== field.window || element.actions.includes("edit")) break;
    const label = labelOf(element);
    // A counter does not name the field.
    if (element.actions.length === 0 && /\p{L}/u.test(label) && belongsTo(field, element)) captions.push(element);
  }
  return captions;
}

function belongsTo({ bounds: field }: UiElement, { bounds: text }: UiElement): boolean {
  const height = field.bottom - field.top;
  const isBeside = text.right <= field.left + 1 && text.top < field.bottom && text.bottom > field.top;
  const isOver = text.bottom <= field.top + 1 && field.top - text.bottom <= height;
  const isAligned = Math.abs(text.left - field.left) <= (field.right - field.left) / 4;
  return isBeside || (isOver && isAligned);
}

/**
 * The state of a field of an earlier screen. `same`: it is still there. `renamed`: in its place is a field of its kind
 * with other words. `gone`. `unsure`: it is probably there, but it has no words that identify it, and the words of
 * other fields changed.
 */
export type FieldNow =
  /** `isNamed`: it has words that stay visible when it is filled. */
  | { readonly kind: "same"; readonly print: FieldPrint; readonly isNamed: boolean }
  | { readonly kind: "renamed" | "unsure"; readonly print: FieldPrint }
  | { readonly kind: "gone" };

/**
 * Finds a field of an earlier screen again. The caller has to check that both screens have the same window in front.
 */
export function fieldNow(before: FieldScreen, field: UiElement, after: FieldScreen): FieldNow {
  const olds = fieldPrints(before);
  const wanted = olds.find((print) => print.element.ref === field.ref);
  if (!wanted) return { kind: "gone" };
  const news = fieldPrints(after);
  const [then, since] = [
    { screen: before, prints: olds },
    { screen: after, prints: news },
  ];
  const isSame = comparer(then, since);
  const isSister = ({ kind }: FieldPrint) => kind === wanted.kind;
  const oldRefs = new Set(olds.map(({ element }) => element.ref));
  const isOther = ({ element: { ref } }: FieldPrint) => ref !== field.ref && oldRefs.has(ref);
  const alike = news.filter((print) => isSister(print) && isOfWindow(before, wanted, after, print) && !isOther(print));
  const best = pick(
    alike.filter((print) => isSame(wanted, print)),
    wanted,
  );
  if (!best) {
    const other = alike.length <= olds.filter(isSister).length ? pick(alike, wanted) : undefined;
    return other ? { kind: "renamed", print: other } : { kind: "gone" };
  }
  const others = { before: olds.filter((print) => print !== wanted), after: news.filter((print) => print !== best) };
  const { isCaptioned } = wanted;
  const isKnown = isNamed(wanted, isCaptioned);
  const isSure = isKnown || !haveChanged({ ...others, isCaptioned }, comparer(then, since, isCountedOn));
  return isSure ? { kind: "same", print: best, isNamed: isKnown } : { kind: "unsure", print: best };
}

function isOfWindow(before: FieldScreen, one: FieldPrint, after: FieldScreen, other: FieldPrint): boolean {
  const idOf = (screen: FieldScreen, { element }: FieldPrint) =>
    screen.viewHierarchy?.windows[element.window]?.windowId ?? null;
  const [was, is] = [idOf(before, one), idOf(after, other)];
  return was === null || is === null || before.viewHierarchy?.epoch !== after.viewHierarchy?.epoch || was === is;
}

/** Chooses by the ref, if the field was followed; else the only field; else the field at the same place in its kind. */
function pick(fitting: readonly FieldPrint[], { element, place }: FieldPrint): FieldPrint | undefined {
  const byRef = fitting.find((print) => hadRef(print, element.ref));
  if (byRef) return byRef;
  return fitting.length === 1 ? fitting[0] : fitting.find((print) => print.place === place);
}

/**
 * The field now, if it is still the field that was chosen, before anything is typed; else null. If its text may be its
 * hint, one of the old and the new text has to contain the other.
 */
export function isStillField(before: FieldScreen, field: UiElement, after: FieldScreen): UiElement | null {
  const was = fieldPrints(before).find((print) => print.element.ref === field.ref);
  const now = fieldNow(before, field, after);
  if (!was || now.kind !== "same") return null;
  const { print } = now;
  const mayBeHint = was.hint === null && was.description === "" && was.text !== "" && print.text !== "";
  const isOther = mayBeHint && !print.text.includes(was.text) && !was.text.includes(print.text);
  return isOther ? null : print.element;
}

/** Whether an earlier and a later print describe the same field, by its present and earlier refs. */
export function isSameField({ element }: FieldPrint, now: FieldPrint): boolean {
  return hadRef(now, element.ref);
}

function hadRef({ element: { ref, was } }: FieldPrint, old: string): boolean {
  return ref === old || was.includes(old);
}

type Compare = (was: FieldPrint, now: FieldPrint) => boolean;

interface Form {
  readonly screen: FieldScreen;
  readonly prints: readonly FieldPrint[];
}

type SaySame = (was: string, now: string) => boolean;

/** The number in a counter above a field may change: it does not name the field. */
function isCountedOn(was: string, now: string): boolean {
  return was === now || isOnlyCounting(was, now);
}

/** Compares two prints by the words that name the field; `saySame` compares captions. */
function comparer(before: Form, after: Form, saySame: SaySame = (was, now) => was === now): Compare {
  const [old, present] = [writtenIn(before), writtenIn(after)];
  const isAbove = ({ highest }: Written, words: string, { element: { bounds } }: FieldPrint) =>
    (highest.get(words) ?? Number.POSITIVE_INFINITY) <= bounds.top + 1;
  return (was, now) => {
    if (was.description !== now.description) return false;
    if (was.hint !== null && now.hint !== null && was.hint !== now.hint) return false;
    if (was.description !== "" || (was.hint ?? "") !== "") return true;
    const [nearest] = was.captions;
    const [instead] = now.captions;
    if (nearest === undefined || instead === undefined) return true;
    if (now.captions.some((caption) => saySame(nearest, caption))) return true;
    // A new text may have come between the field and its caption, which is still above. If the caption was scrolled
    // away, the page's title is the nearest text.
    const isPushedOff = isAbove(present, nearest, now) && !present.captions.has(nearest);
    return isPushedOff || (isAbove(old, instead, was) && !old.captions.has(instead));
  };
}

interface Written {
  /** By words: the lower edge of the highest element with these words. */
  readonly highest: ReadonlyMap<string, number>;
  /** The nearest caption of each field. */
  readonly captions: ReadonlySet<string | undefined>;
}

function writtenIn({ screen: { elements }, prints }: Form): Written {
  const highest = new Map<string, number>();
  for (const element of elements) {
    const words = labelOf(element);
    highest.set(words, Math.min(element.bounds.bottom, highest.get(words) ?? Number.POSITIVE_INFINITY));
  }
  return { highest, captions: new Set(prints.map(({ captions }) => captions[0])) };
}

function labelOf({ labels }: UiElement): string {
  return labels.join(" ");
}

/** Whether it has words that stay visible when it is filled. Its text does not count: it may be the hint. */
function isNamed({ description, hint, text }: FieldPrint, isCaptioned: boolean): boolean {
  if (description !== "" || (hint ?? "") !== "") return true;
  return isCaptioned && (hint !== null || text === "");
}

/**
 * Whether a field has no words that stay visible when it is filled, neither its own nor a caption: then its purpose may
 * change unnoticed. The text above the only field of a screen may be a text or a counter of the page, so it does not
 * count.
 */
export function losesItsName(screen: FieldScreen, field: UiElement): boolean {
  const prints = fieldPrints(screen);
  const own = prints.find(({ element }) => element.ref === field.ref);
  return own !== undefined && !(own.isCaptioned && prints.length > 1) && !isNamed(own, own.isCaptioned);
}

interface Others {
  readonly before: readonly FieldPrint[];
  readonly after: readonly FieldPrint[];
  /** Whether all fields of the form have words above or beside them. */
  readonly isCaptioned: boolean;
}

/** More fields than in any form: each field is compared with all others. */
const MOST_FIELDS = 300;

/**
 * Whether the words of a field changed: then those of other fields may have changed as well. A new text in a field with
 * its own name does not count, since apps fill fields themselves.
 */
function haveChanged({ before, after, isCaptioned }: Others, isSame: Compare): boolean {
  if (Math.max(before.length, after.length) > MOST_FIELDS) return true;
  return before.some((print) => {
    const alike = after.filter(({ kind }) => kind === print.kind);
    const mayBeHint = print.hint === null && print.description === "" && !isCaptioned;
    return alike.length > 0 && !alike.some((now) => isSame(print, now) && (!mayBeHint || now.text === print.text));
  });
}
