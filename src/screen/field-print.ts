import type { UiElement } from "./element.js";
import type { UiNode } from "./hierarchy.js";
import { cutLabel, normaliseLabel } from "./label.js";
import { isOnlyCounting } from "./meaning.js";
import type { Observation } from "./observation.js";

/** The parts of a screen that identify its fields. */
export type FieldScreen = Pick<Observation, "elements" | "viewHierarchy" | "activeWindow">;

/** What lasts about a text field, whatever is entered into it. */
export interface FieldPrint {
  readonly element: UiElement;
  /** Class, id, and whether it is a password: those of another kind are other fields. */
  readonly kind: string;
  /** Its description; empty if it has none. */
  readonly description: string;
  /** Its text while it is empty; null if the source does not distinguish that from an entered text. */
  readonly hint: string | null;
  /** What is written between the field before it and this one, the nearest first. */
  readonly captions: readonly string[];
  /** Its place among the fields of its kind in its window. */
  readonly place: number;
  /** Every field of the screen has words above or beside it: what is above the first one alone may be the title. */
  readonly isCaptioned: boolean;
  /** The entered text; the hint of an empty field where the source does not distinguish the two. */
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

/** Its ref, and what it is for: never what is entered into it, unless that may be its hint as well. */
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

/** Whether the same window is in front of both. */
export function sameWindow({ activeWindow: old }: FieldScreen, { activeWindow: now }: FieldScreen): boolean {
  if (!old || !now) return true;
  return old.windowId !== null && now.windowId !== null ? old.windowId === now.windowId : old.title === now.title;
}

function nodeOf({ viewHierarchy }: FieldScreen, { node }: UiElement): UiNode | undefined {
  return node === null ? undefined : viewHierarchy?.nodes[node];
}

/** Indices in its window's hierarchy of the nodes that name a field, where it has no name of its own. */
export function captionNodes({ elements, viewHierarchy }: FieldScreen, field: UiElement): readonly number[] {
  const at = elements.findIndex(({ ref }) => ref === field.ref);
  const root = viewHierarchy?.windows[field.window]?.root ?? null;
  if (at < 0 || root === null) return [];
  const own = viewHierarchy?.nodes[field.node ?? -1];
  const isNamed = (own?.contentDescription ?? "") !== "" || (own?.hint ?? "") !== "";
  const nearest = isNamed ? [] : captionElements(elements, at).slice(0, 1);
  return nearest.flatMap(({ node }) => (node === null ? [] : [node - root]));
}

/** Forms write what a field is for above it, its beginning over the field's, or at its left. */
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
    // Counters say nothing of what a field is for.
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
 * Where a field of an earlier screen is now: `same`; `renamed`, in its place is one of its kind that says something
 * else; `gone`; `unsure`, where it probably is there, but its words cannot be identified, while those of others
 * changed.
 */
export type FieldNow =
  /** `isNamed`: it says something that stays there when it is filled. */
  | { readonly kind: "same"; readonly print: FieldPrint; readonly isNamed: boolean }
  | { readonly kind: "renamed" | "unsure"; readonly print: FieldPrint }
  | { readonly kind: "gone" };

/** Finds a field of an earlier screen again; that both are of the same window is for the caller to see. */
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

/** By its ref, if it was followed; where it is the only one; else by its place among those of its kind. */
function pick(fitting: readonly FieldPrint[], { element, place }: FieldPrint): FieldPrint | undefined {
  const byRef = fitting.find((print) => hadRef(print, element.ref));
  if (byRef) return byRef;
  return fitting.length === 1 ? fitting[0] : fitting.find((print) => print.place === place);
}

/**
 * Whether a field is still what it was when it was chosen, before anything is typed: then what it holds has to be
 * there, too, where that may be its hint.
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

/** Whether a print and a later one are of one field, by the ref that it has or had. */
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

/** A counter above a field goes on and says nothing of the field. */
function isCountedOn(was: string, now: string): boolean {
  return was === now || isOnlyCounting(was, now);
}

/** Whether nothing that a field says of itself is another now; `saySame` compares what is written above it. */
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
    // A line may have come between, which leaves the caption above; if a caption was scrolled away, the page's title is
    // nearest.
    const isPushedOff = isAbove(present, nearest, now) && !present.captions.has(nearest);
    return isPushedOff || (isAbove(old, instead, was) && !old.captions.has(instead));
  };
}

interface Written {
  /** The lower edge of the highest element that says it. */
  readonly highest: ReadonlyMap<string, number>;
  /** What is nearest to a field. */
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

/** It says something that stays there when it is filled. What it held may have been its hint. */
function isNamed({ description, hint, text }: FieldPrint, isCaptioned: boolean): boolean {
  if (description !== "" || (hint ?? "") !== "") return true;
  return isCaptioned && (hint !== null || text === "");
}

/**
 * Whether nothing of a field that stays there when it is filled says what it is for, neither words of its own nor a
 * caption: its name may change unseen then. What is above the only field of a screen may be no caption, but a text
 * or a counter of the page.
 */
export function losesItsName(screen: FieldScreen, field: UiElement): boolean {
  const prints = fieldPrints(screen);
  const own = prints.find(({ element }) => element.ref === field.ref);
  return own !== undefined && !(own.isCaptioned && prints.length > 1) && !isNamed(own, own.isCaptioned);
}

interface Others {
  readonly before: readonly FieldPrint[];
  readonly after: readonly FieldPrint[];
  /** All fields of the form have words above or beside them. */
  readonly isCaptioned: boolean;
}

/** No form has more fields: each of them is held against all others. */
const MOST_FIELDS = 300;

/** Whether a field says something else than before: then others may, too. Apps fill fields with other names. */
function haveChanged({ before, after, isCaptioned }: Others, isSame: Compare): boolean {
  if (Math.max(before.length, after.length) > MOST_FIELDS) return true;
  return before.some((print) => {
    const alike = after.filter(({ kind }) => kind === print.kind);
    const mayBeHint = print.hint === null && print.description === "" && !isCaptioned;
    return alike.length > 0 && !alike.some((now) => isSame(print, now) && (!mayBeHint || now.text === print.text));
  });
}
