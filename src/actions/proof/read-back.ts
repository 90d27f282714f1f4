import type { UiElement } from "../../screen/element.js";
import type { FieldPrint } from "../../screen/field-print.js";
import { normaliseLabel, quoteLabel } from "../../screen/label.js";
import type { Observation } from "../../screen/observation.js";
import { compareTyped, type Deviation } from "./compare-typed.js";

/** The text of a field after typing into it. Passwords are never included. */
export interface ReadBack {
  /**
   * `as_typed`; `not_read` for passwords, and for fields that are gone or report nothing; `lost_focus` if the field
   * lost the focus and has only the beginning of the text, `lost_all` if it lost the focus and has nothing of it; else
   * how it differs.
   */
  readonly outcome: "as_typed" | "not_read" | "lost_focus" | "lost_all" | Deviation;
  /** The text to type; null if it may be in another place, or may be a secret. */
  readonly typed: string | null;
  /** What the field shows; null if it is not read. */
  readonly now: string | null;
  /** How many characters the field accepts, if it reports that. */
  readonly limit: number | null;
}

export interface Typed {
  readonly text: string;
  /** The text of the field was deleted before. */
  readonly isCleared: boolean;
}

/** One field, before anything was typed and in a later reading of the screen. */
export interface FieldTwice {
  readonly before: FieldPrint;
  readonly now: FieldPrint;
}

type ShownTree = Pick<Observation, "viewHierarchy">;

/** Compares the text of a field in a later reading of the screen with the typed text. */
export function readBack({ text, isCleared }: Typed, { before, now }: FieldTwice, after: ShownTree): ReadBack {
  const typed = normaliseLabel(text);
  const { element, text: shown } = now;
  if (element.password === true || (typed === "" && !isCleared)) return NOT_READ;
  if (/^[•*●·∙]+$/.test(shown) && shown !== typed) return NOT_READ; // the app hides it by itself
  const limit = maxLengthOf(element, after);
  // Without a known hint, a text cannot be distinguished from a hint: the field may have been empty.
  const held = isCleared ? [""] : before.hint === null ? [before.text, ""] : [before.text];
  const hasShrunk = typed === "" && (now.hint === null || shown === "");
  const outcome = hasShrunk
    ? "as_typed"
    : compareTyped({ typed, shown, before: held, isCleared, isFull: isFull(shown, limit) });
  const isPartly = outcome === "not_typed" || outcome === "length_limit" || outcome === "cut";
  if (isPartly && element.focused !== true) {
    return { outcome: outcome === "not_typed" ? "lost_all" : "lost_focus", typed: null, now: shown, limit };
  }
  return { outcome, typed, now: shown, limit };
}

/** The result for a field that must not be read, or is gone. */
export const NOT_READ: ReadBack = { outcome: "not_read", typed: null, now: null, limit: null };

function maxLengthOf({ node }: UiElement, { viewHierarchy }: ShownTree): number | null {
  return (node === null ? null : viewHierarchy?.nodes[node]?.details?.maxTextLength) ?? null;
}

function isFull(shown: string, limit: number | null): boolean | null {
  return limit === null || limit <= 0 ? null : shown.length >= limit;
}

const MOST_SHOWN = 200;

/** The lines of an answer: none if the field shows the typed text, or must not be read. */
export function readBackLines({ outcome, typed, now, limit }: ReadBack): readonly string[] {
  if (outcome === "as_typed" || outcome === "not_read" || now === null) return [];
  const what = `${WORDS[outcome]}${outcome === "length_limit" && limit !== null ? ` (${limit})` : ""}`;
  return [`! ${what}: ${typed === null ? "" : `typed ${quoted(typed)}, `}now ${quoted(now)}`];
}

const WORDS: Readonly<Record<Exclude<ReadBack["outcome"], "as_typed" | "not_read">, string>> = {
  autocorrect: "autocorrected",
  formatted: "the app formats it",
  filtered: "the field does not take all of these characters",
  length_limit: "cut at the field's length limit",
  cut: "only the beginning is there: a length limit, or the field is still busy",
  not_typed: "none of it is in the field",
  other: "the field does not show what was typed",
  lost_focus: "the field lost the focus, and the rest may have gone elsewhere",
  lost_all: "the field lost the focus, and got none of the text",
};

function quoted(text: string): string {
  return quoteLabel(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
}
