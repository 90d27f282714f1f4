import { isEmpty } from "../../../src/base/geometry.js";
import type { Said } from "./callers.js";
import type { MadePlace } from "./made-place.js";
import { type Meaning, meaningsOf, slotsInItemOf } from "./made-state.js";
import { pick } from "./pick.js";
import { lineAround, type ShownLine, shownLines } from "./shown-text.js";
import { FILLED } from "./typed.js";

/** How a target is named: by its ref, by role and words, by words alone, by words in a row, by its id. */
export const WAYS = ["ref", "role", "words", "in", "id"] as const;
export type Way = (typeof WAYS)[number];

/** A control as a client saw it, and the target with which the client will name it. */
export interface Wanted {
  readonly shown: Meaning;
  readonly line: ShownLine;
  readonly way: Way;
  readonly text: string;
  /** The number of controls that showed the same then. */
  readonly alike: number;
  /** Whether the client saw that its counters and clocks change. */
  readonly isTicking: boolean;
}

/** The line in which a client saw a control, and a target for it; null if there is none. */
export function wantedIn(place: MadePlace, seen: Said, { slot, way }: { slot: number; way: Way }): Wanted | null {
  const { app, hostile } = place;
  const shown = app.meaningAt(slot);
  const view = hostile.phone.hooks.placed().find((one) => app.meaningOf(one.view)?.slot === slot);
  if (!view || !shown || seen.isError) return null;
  // A row that is cut off does not show all its words.
  if (shown.row.length > 0 && !isInView(place, shown)) return null;
  const { left, top, right, bottom } = view.visible;
  const lines = shownLines(seen.text);
  const line = lines.find(
    ({ bounds: at }) => at?.left === left && at.top === top && at.right === right && at.bottom === bottom,
  );
  // The client did not see words that are out of sight, such as those of a button with two visible rows of pixels.
  if (shown.words !== null && shown.kind !== "field" && !line?.labels.includes(shown.words.text)) return null;
  const text = line && nameFor(way, line, lines);
  return line && text ? { shown, line, way, text, alike: alikeIn(place, shown), isTicking: false } : null;
}

/**
 * The number of fully visible controls that show the same. Controls in the same row do not count: their places in the
 * row distinguish them, and both are in sight.
 */
function alikeIn(place: MadePlace, shown: Meaning): number {
  const { state } = place.app;
  const beside = new Set(slotsInItemOf(state, shown.slot));
  const isOther = (one: Meaning) => !beside.has(one.slot) && isInView(place, one);
  return 1 + meaningsOf(state).filter((one) => showsAs(one, shown) && isOther(one)).length;
}

/**
 * The same control after the client saw its counters change: they no longer distinguish it. Two rows with the same name
 * that differed only in their counters are alike now.
 */
export function shownTicking(place: MadePlace, wanted: Wanted): Wanted {
  const rest = ({ kind, words, row, isOn }: Meaning) =>
    JSON.stringify([kind, isOn, ...[words, ...row].map((one) => (one?.nature === "counter" ? null : one?.text))]);
  const alike = meaningsOf(place.app.state).filter((one) => rest(one) === rest(wanted.shown)).length;
  return { ...wanted, alike, isTicking: true };
}

/** Whether two controls show the same, even if their effects differ. */
function showsAs(one: Meaning, other: Meaning): boolean {
  const words = ({ kind, words: own, row, isOn }: Meaning) =>
    JSON.stringify([kind, own?.text, isOn, row.map(({ text }) => text)]);
  return words(one) === words(other);
}

/** A target of this way that matches only this line; null if there is none. */
function nameFor(way: Way, line: ShownLine, lines: readonly ShownLine[]): string | null {
  const { ref, role, id } = line;
  const [label] = line.labels;
  if (way === "ref") return ref;
  if (way === "id") return id !== null && lines.filter((one) => one.id === id).length === 1 ? id : null;
  if (label === undefined || role === "text") return null;
  const said = JSON.stringify(label);
  const alike = lines.filter((one) => one.labels.includes(label) && (way === "words" || one.role === role));
  if (way !== "in") return alike.length === 1 ? (way === "role" ? `${role} ${said}` : said) : null;
  const around = lineAround(lines, line);
  const name = around?.labels[0];
  if (!around || name === undefined || lines.filter((one) => one.labels.includes(name)).length > 1) return null;
  return `${said} in ${JSON.stringify(name)}`;
}

/**
 * A client's belief after an answer: the control in its present state, if the answer shows its present line. It is
 * named by the ref in the answer, or by its earlier ref if the answer names that ref.
 */
export function believedAfter(
  place: MadePlace,
  answer: Said,
  before: Wanted,
  { usesOldRef }: { usesOldRef: boolean },
): Wanted | null {
  const shown = place.app.meaningAt(before.shown.slot);
  if (!shown) return null;
  const lines = shownLines(answer.text).filter((line) => isLineOf(line, shown, before));
  const line = lines.find(({ was }) => was === before.line.ref) ?? lines.find(({ ref }) => ref === before.line.ref);
  const own = line ?? (lines.length === 1 ? lines[0] : undefined);
  const old = before.line.ref;
  if (!own || (usesOldRef && own.ref !== old && own.was !== old)) return null;
  const text = usesOldRef ? old : own.ref;
  return { ...before, shown, line: own, way: "ref", text, alike: alikeIn(place, shown) };
}

function isLineOf({ labels, words, ref, was }: ShownLine, shown: Meaning, before: Wanted): boolean {
  const isChecked = / checked\b/.test(words.replaceAll(/"(?:[^"\\]|\\.)*"/g, ""));
  const isToggle = shown.isOn !== null && shown.kind !== "tab";
  if (isToggle && isChecked !== (shown.isOn === true)) return false;
  if (shown.words !== null) return labels.includes(shown.words.text);
  const isOwn = ref === before.line.ref || was === before.line.ref;
  return isOwn && (isToggle || shown.row.some(({ text }) => labels.includes(text)));
}

/** Whether the target means this control now: a ref means the shown control, a selector its only present match. */
export function namesNow(place: MadePlace, touched: Meaning, { line, way, shown, text }: Wanted): boolean {
  const [label = ""] = line.labels;
  const fits = (one: Meaning) => {
    if (way === "id") return one.id === shown.id;
    // The text of a field is also its name, and stays in its place.
    if (label === FILLED) return one.slot === shown.slot;
    const isOfKind = way === "words" || roleClass(one) === roleClass(shown);
    const isInside = way !== "in" || one.row.some((words) => text.includes(JSON.stringify(words.text)));
    return isOfKind && isInside && saysLabel(one, label);
  };
  const now = meaningsOf(place.app.state).filter((one) => fits(one) && one.kind === touched.kind);
  return fits(touched) && !now.some((one) => one.slot !== touched.slot && isInView(place, one));
}

/** Whether the control is fully visible: a hidden or cut control cannot be distinguished from others. */
export function isInView({ app, hostile }: MadePlace, { slot }: Meaning): boolean {
  const view = hostile.phone.hooks.placed().find((one) => app.meaningOf(one.view)?.slot === slot);
  if (!view || isEmpty(view.visible)) return false;
  return view.visible.top === view.rect.top && view.visible.bottom === view.rect.bottom;
}

/** The kind as outlines show it, which use the same word for several kinds. */
function roleClass({ kind }: Meaning): string {
  return kind === "switch" || kind === "checkbox" || kind === "radio" || kind === "field" ? kind : "button";
}

function saysLabel({ words, row, kind }: Meaning, label: string): boolean {
  if (words?.text === label) return true;
  return (kind === "row" || words === null) && row.some(({ text }) => text === label);
}

/** A random way, more often `ref` than all other ways together. */
export function anyWay(random: () => number): Way {
  return random() < 0.7 ? "ref" : pick(WAYS, random);
}
