import type { UiElement } from "../../screen/element.js";
import {
  type FieldPrint,
  fieldNow,
  fieldPrints,
  isSameField,
  nameField,
  sameWindow,
} from "../../screen/field-print.js";
import { normaliseLabel } from "../../screen/label.js";
import { withoutFigures } from "../../screen/meaning.js";
import type { Observation } from "../../screen/observation.js";
import { addedTo } from "./compare-typed.js";
import { NOT_READ, type ReadBack, readBack } from "./read-back.js";

/** A typed text, and the last observation before it that showed the field with the focus. */
export interface TypedText {
  readonly text: string;
  readonly isCleared: boolean;
  readonly field: UiElement;
  readonly screen: Pick<Observation, "elements" | "viewHierarchy" | "activeWindow">;
  /**
   * False if another view received the keys at the end, or something changed right before the text, or if nothing could
   * be checked for a hidden field; absent if unknown.
   */
  readonly isHeld?: boolean;
  /** The field was not visible when the text was typed. */
  readonly isHidden?: boolean;
  /** False if something was drawn right before the Enter of a submit. */
  readonly isEnterHeld?: boolean;
}

/**
 * Where a text went. `there`: into its field; `onward`: into it and the fields after it, as a code with one box for
 * each digit; `elsewhere`: into another field; `unproven`: none of these is certain. `why` names the fields.
 */
export type TypedProof =
  | { readonly kind: "there" }
  | { readonly kind: "onward" | "elsewhere" | "unproven"; readonly why: string };

/** Where a text went, and what its field shows now. */
export interface TypedOutcome {
  readonly proof: TypedProof;
  /** The field as it is now; null if it is no longer there. */
  readonly now: UiElement | null;
  /** What the field shows; null if it was not compared with the typed text. */
  readonly shows: ReadBack | null;
}

/** Compares the fields in a later reading of the screen with those before the typing. */
export function proveTyped(typed: TypedText, after: Observation): TypedOutcome {
  const { field, screen } = typed;
  const before = fieldPrints(screen);
  const own = before.find(({ element }) => element.ref === field.ref);
  const nowhere = { now: null, shows: NOT_READ };
  if (!own) return { proof: unproven("the field was not seen before the text was typed"), ...nowhere };
  if (!sameWindow(screen, after)) {
    const why = `the window of ${nameField(own)} is no longer in front, so it is unknown whether it got the text`;
    return { proof: unproven(why), ...nowhere };
  }
  const now = fieldNow(screen, field, after);
  const isThere = now.kind === "same" || now.kind === "unsure";
  const found = { typed, before, own, after };
  const gains = gainsOf(found, isThere ? now.print : undefined);
  if (now.kind === "gone") return { proof: ofGone(found, gains), ...nowhere };
  if (now.kind === "renamed") return { proof: ofRenamed(found, now.print, gains), ...nowhere };
  const shows = readBack(typed, { before: own, now: now.print }, after);
  const proof = ofField(found, { now: now.print, shows, gains });
  const here = { now: now.print.element, shows };
  const isProven = now.kind === "same" && (now.isNamed || typed.isHeld !== false);
  if (isProven || proof.kind === "onward" || proof.kind === "elsewhere") return { proof, ...here };
  const what = now.kind === "same" ? "its view, or what was drawn right before the text," : "other fields";
  const why = `${what} changed, so it is unknown whether ${nameField(own)} is still the same field`;
  return { proof: unproven(why), ...here };
}

/**
 * The result after an Enter. The field may be empty or gone then: only its text in a field with another name is
 * evidence against it.
 */
export function proveSubmitted(typed: TypedText, after: Observation): TypedOutcome {
  const { proof, now } = proveTyped(typed, after);
  const isSuspect =
    now === null && (proof.kind === "elsewhere" || (typed.isHidden === true && proof.kind === "unproven"));
  if (isSuspect) return { proof: unproven(proof.why), now, shows: null };
  const enter = typed.isEnterHeld === false ? ENTER_UNPROVEN : THERE;
  const { field, screen } = typed;
  const own = fieldPrints(screen).find(({ element }) => element.ref === field.ref);
  const why = own && enter === THERE && !sameWindow(screen, after) ? whyCameAgain(own, after, "the Enter") : null;
  return { proof: why === null ? enter : unproven(why), now, shows: null };
}

/** A window with the same field may have appeared before the key, and the key may have gone there without effect. */
export function whyCameAgain(own: FieldPrint, after: Observation, key: "the Enter" | "the key"): string | null {
  const same = fieldPrints(after).find((print) => hasNameOf(own, print));
  return same ? `another window has ${nameField(same)} too, and may have appeared before ${key}` : null;
}

/** Whether both are fields of one kind with the same name: by id, description, hint or the text beside them. */
function hasNameOf(own: FieldPrint, now: FieldPrint): boolean {
  const captionOf = ({ captions }: FieldPrint) => withoutFigures(captions[0] ?? "");
  if (own.kind !== now.kind || own.description !== now.description || captionOf(own) !== captionOf(now)) return false;
  const isNamed = own.description !== "" || own.captions.length > 0 || own.element.resourceId !== null;
  return own.hint === now.hint && (isNamed || (own.hint !== null && own.hint !== ""));
}

/** Right before an Enter a dialog may have been drawn; then the Enter pressed its button. */
export const ENTER_UNPROVEN: TypedProof = {
  kind: "unproven",
  why: "something was drawn right before the Enter, and may have received it",
};

const THERE: TypedProof = { kind: "there" };

interface Before {
  readonly typed: TypedText;
  readonly before: readonly FieldPrint[];
  /** The intended field. */
  readonly own: FieldPrint;
  readonly after: Observation;
}

/** A field that received something like the text. */
interface Gain {
  readonly print: FieldPrint;
  /** What it received, without signs and blanks. */
  readonly taken: string;
  readonly isWhole: boolean;
  readonly name: string;
}

/** The other fields that received a part of the text, in document order. */
function gainsOf({ typed, before, after }: Before, except: FieldPrint | undefined): readonly Gain[] {
  const want = plain(typed.text);
  return fieldPrints(after).flatMap((print): readonly Gain[] => {
    if (print.element.ref === except?.element.ref) return [];
    const was = earlier(before, print);
    const taken = takenBy(was?.text ?? "", print, want);
    if (taken === undefined || print.text === was?.text) return [];
    return [{ print, taken, isWhole: taken.includes(want), name: nameField(print, was) }];
  });
}

function earlier(before: readonly FieldPrint[], now: FieldPrint): FieldPrint | undefined {
  const byRef = before.find((print) => isSameField(print, now));
  return byRef ?? before.find(({ kind, place }) => kind === now.kind && place === now.place);
}

/**
 * The part of the text that is new in a field; everything that it shows, if its earlier content may have been its hint.
 */
function takenBy(was: string, { text, hint }: FieldPrint, want: string): string | undefined {
  const added = hint === null ? [addedTo(was, text), text] : [addedTo(was, text)];
  return added.map(plain).find((part) => part !== "" && want !== "" && isPartOf(part, want));
}

/** Whether one text is a part of the other; dots match any text of the same length or longer. */
function isPartOf(part: string, whole: string): boolean {
  if (DOTS.test(part)) return part.length <= whole.length;
  return whole.includes(part) || part.includes(whole);
}

const DOTS = /^[•*●·∙]+$/;

/** Keeps only letters, digits and dots: apps insert signs and blanks between them. */
function plain(text: string): string {
  const words = normaliseLabel(text).replace(/[^\p{L}\p{N}•*●·∙]/gu, "");
  return words.toLowerCase();
}

function ofGone({ own, typed: { isHidden, isHeld } }: Before, gains: readonly Gain[]): TypedProof {
  if (isHidden && isHeld === true && gains.length === 0) return THERE;
  const gone = `${nameField(own)} is ${isHidden ? "out of sight" : "not there any more"}`;
  if (gains.length > 0) return unproven(`${gone}; the text is in ${named(gains)}`);
  return unproven(`${gone}, so it is unknown whether it got the text`);
}

function ofRenamed({ own }: Before, now: FieldPrint, gains: readonly Gain[]): TypedProof {
  const was = `${nameField(now)} is in the place of ${nameField(own)} now`;
  if (gains.length === 0) return unproven(was);
  return { kind: "elsewhere", why: `${was}, and the text is in ${named(gains)}` };
}

interface Found {
  readonly now: FieldPrint;
  readonly shows: ReadBack;
  readonly gains: readonly Gain[];
}

const NOTHING: ReadonlySet<ReadBack["outcome"]> = new Set(["not_typed", "lost_focus", "lost_all"]);

function ofField(found: Before, { now, shows, gains }: Found): TypedProof {
  const { own, typed } = found;
  const { outcome } = shows;
  const held = now.text === own.text ? gains.filter(({ print, isWhole }) => isWhole && print.element.focused) : [];
  // The field contained this very text before, and another field received the new one.
  if (outcome === "as_typed" && typed.text !== "" && held.length > 0) return elsewhere(own, held);
  if (outcome === "as_typed" || outcome === "formatted") return THERE;
  if (outcome === "not_read") return ofUnread(found, now, gains);
  if (typed.text === "") return unproven(`${nameField(own)} is not empty`);
  // After the text of a field was deleted, the text that it showed before may be its hint.
  const isPartly = NOTHING.has(outcome) || now.text === own.text || lacksBeginning(found, now);
  if (gains.length === 0) return isPartly ? unproven(`not all of the text is in ${nameField(own)}`) : THERE;
  if (isOnward(found, now, gains)) {
    const names = [nameField(own), ...gains.map(({ name }) => name)].join(", ");
    return { kind: "onward", why: `the text went on from field to field: ${names}` };
  }
  const whole = gains.filter(({ isWhole }) => isWhole);
  const isNotHere = whole.length > 0 || outcome === "not_typed" || outcome === "lost_all";
  if (isNotHere) return elsewhere(own, whole.length > 0 ? whole : gains);
  return unproven(`a part of the text is not in ${nameField(own)} but in ${named(gains)}`);
}

/** Whether only the end of the text is there, although the field accepts characters of the missing kind. */
function lacksBeginning({ own, typed }: Before, now: FieldPrint): boolean {
  const want = plain(typed.text);
  const kept = takenBy(typed.isCleared ? "" : own.text, now, want);
  if (kept === undefined || kept === want || !want.endsWith(kept)) return false;
  const missing = want.slice(0, -kept.length);
  return KINDS.some((kind) => kind.test(missing) && kind.test(kept));
}

const KINDS = [/\p{L}/u, /\p{N}/u] as const;

/** The first release whose hierarchies show a password's dots (TextView.getTextForAccessibility). */
const FIRST_WITH_DOTS = 26;

/** For a password only the dots are compared: whether they changed. */
function ofUnread({ own, typed, after }: Before, now: FieldPrint, gains: readonly Gain[]): TypedProof {
  const isChanged = now.text !== own.text || (typed.isCleared && now.text !== "");
  const dots = (typed.isCleared ? 0 : own.text.length) + typed.text.length;
  const isWhole = gains.length === 0 || now.text.length >= dots;
  if (isChanged && isWhole) return THERE;
  if (isChanged) return unproven(`a part of the text is not in ${nameField(own)} but in ${named(gains)}`);
  if (gains.length > 0) return elsewhere(own, gains);
  const showsDots = now.text !== "" || (after.device.apiLevel ?? 0) >= FIRST_WITH_DOTS;
  return showsDots ? unproven(`nothing is different in ${nameField(own)}`) : THERE;
}

/**
 * Whether the fields are the boxes of a code: they are side by side, and each but the last received as many characters
 * as the first.
 */
function isOnward({ own, typed }: Before, now: FieldPrint, gains: readonly Gain[]): boolean {
  const want = plain(typed.text);
  const first = [addedTo(own.text, now.text), now.text].map(plain).find((part) => part !== "" && want.startsWith(part));
  if (first === undefined) return false;
  const taken = [first, ...gains.map((gain) => gain.taken)];
  const isEven = taken.slice(0, -1).every((part) => part.length === first.length);
  const { top, bottom } = now.element.bounds;
  const isRow = gains.every(({ print }) => print.element.bounds.top < bottom && print.element.bounds.bottom > top);
  return isEven && isRow && taken.join("") === want;
}

function elsewhere(own: FieldPrint, gains: readonly Gain[]): TypedProof {
  return { kind: "elsewhere", why: `the text is not in ${nameField(own)} but in ${named(gains)}` };
}

function unproven(why: string): TypedProof {
  return { kind: "unproven", why };
}

function named(gains: readonly Gain[]): string {
  return gains.map(({ name }) => name).join(", ");
}
