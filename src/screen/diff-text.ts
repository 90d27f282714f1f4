import type { Rect } from "../base/geometry.js";
import { inOneGo, type Steps } from "../base/steps.js";
import { diffScreens, type ScreenDiff } from "./diff.js";
import type { UiElement } from "./element.js";
import { cutLabel } from "./label.js";
import { type LineEdit, type LineEdits, lineEdits } from "./line-edits.js";
import { type OutlineOptions, type OutlineSource, renderElement, renderOutline } from "./outline.js";

/**
 * The result of comparing the pixels: the rectangle around all changes, `same` if no pixel changed, null if unknown.
 */
export type PictureChange = Rect | "same" | null;

/** What is different between two screens, in words. */
export interface DiffText {
  /**
   * `none` if every line is as before, `some` if the text lists the differences, `whole` if it is the whole outline.
   */
  readonly kind: "none" | "some" | "whole";
  readonly text: string;
}

/** Only the text of {@link diffText}. */
export function renderDiff(
  before: OutlineSource,
  after: OutlineSource,
  options: OutlineOptions,
  picture: PictureChange = null,
): string {
  return diffText(before, after, options, picture).text;
}

/**
 * The differences, for a reader who has the outline from before; docs/observation.md has the rules by which the reader
 * gets the present outline from it. Gives the whole outline instead, under a line in parentheses, if it is shorter, if
 * less than half of the screen stayed, or if two windows have the same name.
 */
export function diffText(
  before: OutlineSource,
  after: OutlineSource,
  options: OutlineOptions,
  picture: PictureChange = null,
): DiffText {
  const found = inOneGo(findDifferences(before, after, options, picture));
  if (found.kind !== "whole") return found;
  return { kind: "whole", text: `(${found.why})\n${found.outline() || "(no elements)"}` };
}

/** The differences, in steps; null if the whole outline has to be shown, which the caller does itself. */
export function* differencesAlone(
  before: OutlineSource,
  after: OutlineSource,
  options: OutlineOptions,
): Steps<DiffText | null> {
  const found = yield* findDifferences(before, after, options, null);
  return found.kind === "whole" ? null : found;
}

/**
 * The reason why the whole outline is shown instead of differences, and the outline, computed only when it is needed.
 */
interface WholeScreen {
  readonly kind: "whole";
  readonly why: string;
  readonly outline: () => string;
}

type Differences = WholeScreen | { readonly kind: "none" | "some"; readonly text: string };

function* findDifferences(
  before: OutlineSource,
  after: OutlineSource,
  options: OutlineOptions,
  picture: PictureChange,
): Steps<Differences> {
  if (isVerySame(before, after)) return { kind: "none", text: `(${nothingChanged(NOT_MOVED, picture)})` };
  const diff = diffScreens(before, after, options);
  const { added, removed, changed, unchanged } = diff;
  const outline = () => renderOutline({ ...after, note: (element) => earlierName(element, diff) }, options);
  const whole = (why: string): WholeScreen => ({ kind: "whole", why, outline });
  if (added.length + removed.length > unchanged + changed.length) return whole("a different screen");
  yield;
  const edits = lineEdits(before, after, options);
  yield;
  if (!edits) return whole("much changed");
  const lines = [...removedLines(before, edits), ...renamedLines(edits), ...presentLines(edits, diff)];
  if (lines.length === 0) return { kind: "none", text: `(${nothingChanged(diff, picture)})` };
  const isSame = ({ kind, isMoved, element, key }: LineEdit) =>
    element !== null && kind === "same" && !isMoved && !edits.renamedOnly.has(key);
  const same = edits.present.filter(isSame).length;
  const text = [...lines, [`${same} unchanged`, ...movedWords(diff)].join(", ")].join("\n");
  yield;
  return text.length > outline().length ? whole("much changed") : { kind: "some", text };
}

/** Whether both have the same list of elements of the same hierarchy: then nothing has to be compared. */
function isVerySame(before: OutlineSource, after: OutlineSource): boolean {
  const hasNotes = before.note !== undefined || after.note !== undefined;
  return !hasNotes && before.elements === after.elements && before.viewHierarchy === after.viewHierarchy;
}

const NOT_MOVED = { moved: null };

function nothingChanged(diff: Pick<ScreenDiff, "moved">, picture: PictureChange): string {
  const moved = movedWords(diff);
  if (moved.length > 0) return ["nothing in the outline changed", ...moved].join(", ");
  if (picture === "same") return "nothing changed";
  if (picture === null) return "nothing in the outline changed";
  const { left, top, right, bottom } = picture;
  return `nothing in the outline changed; the picture changed within [${left},${top}][${right},${bottom}]`;
}

function movedWords({ moved }: Pick<ScreenDiff, "moved">): readonly string[] {
  if (!moved) return [];
  const { x, y } = moved.by;
  const ways = [
    x === 0 ? [] : [`${x < 0 ? "left" : "right"} ${Math.abs(x)}`],
    y === 0 ? [] : [`${y < 0 ? "up" : "down"} ${Math.abs(y)}`],
  ].flat();
  return [`${moved.count} moved ${ways.join(" and ")} px`];
}

/** Up to this many elements are shown by their lines; more are shown by their refs, which the reader has seen. */
const MOST_NAMED = 2;

/** How many characters of words that a reader has already seen are shown at most. */
const LONGEST_EARLIER = 40;

function removedLines({ elements }: OutlineSource, { removed }: LineEdits): readonly string[] {
  const gone = removed.flatMap(({ element }) => element ?? []);
  const windows = removed.flatMap(({ element, words }) => (element ? [] : [`- ${words}`]));
  if (gone.length === 0) return windows;
  if (gone.length > MOST_NAMED) return [...windows, `- ${ranges(gone.map(({ ref }) => ref)).join(" ")}`];
  // The lines show the old refs, which the reader knows.
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  const line = (element: UiElement) => renderElement(element, byRef.get(element.parent ?? ""), [], LONGEST_EARLIER);
  return [...windows, ...gone.map((element) => `- ${line(element)}`)];
}

/** More than a few lines that only have other refs are reported in one line; a few have their own lines. */
function renamedLines({ renamedOnly }: LineEdits): readonly string[] {
  if (renamedOnly.size <= MOST_NAMED) return [];
  const olds = [...renamedOnly.values()].map(({ ref }) => ref);
  return [`~ ${ranges([...renamedOnly.keys()]).join(" ")} was ${ranges(olds).join(" ")}`];
}

/** Refs in this order; runs of three and more consecutive numbers as `e4-e9`. */
function ranges(refs: readonly string[]): readonly string[] {
  const runs: [number, number][] = [];
  for (const ref of refs) {
    const number = Number(ref.slice(1));
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.flatMap(([first, last]) => {
    if (last - first >= 2) return [`e${first}-e${last}`];
    return first === last ? [`e${first}`] : [`e${first}`, `e${last}`];
  });
}

/** Lines that moved to the same place, one after the other: they are reported in one line. */
interface Move {
  readonly line: LineEdit;
  readonly keys: string[];
}

/** New, moved and changed lines in reading order. The place is given if the line above is not reported. */
function presentLines({ present, renamedOnly }: LineEdits, diff: ScreenDiff): readonly string[] {
  const reported: (string | Move)[] = [];
  const areRenamedReported = renamedOnly.size > MOST_NAMED;
  let above: LineEdit | undefined;
  let isAboveReported = false;
  let move: Move | null = null;
  for (const line of present) {
    const { kind, isMoved, key, element } = line;
    const isReported = kind === "changed" || (!areRenamedReported && renamedOnly.has(key));
    const isBeside = isMoved && move !== null && move === reported.at(-1) && goesOn(move.line, line);
    if (isBeside) move?.keys.push(key);
    else if (kind === "added" || isMoved) {
      if (!isAboveReported) reported.push(above ? `after ${above.key}:` : "first:");
      move = isMoved ? { line, keys: [key] } : null;
      reported.push(move ?? addedLine(line));
    } else if (move && line.level <= move.line.level) move = null;
    if (isReported) reported.push(`~ ${line.words}${element ? earlierName(element, diff) : ""}`);
    isAboveReported = kind === "added" || isMoved || isReported;
    above = line;
  }
  return reported.map((one) => (typeof one === "string" ? one : movedLine(one)));
}

function goesOn(before: LineEdit, line: LineEdit): boolean {
  return before.parent === line.parent && before.element !== null && line.element !== null;
}

function addedLine({ level, words, around }: LineEdit): string {
  const inside = around.length > 0 ? ` (around ${ranges(around).join(" ")})` : "";
  return `+ ${"  ".repeat(level)}${words}${inside}`;
}

function movedLine({ line, keys }: Move): string {
  const names = line.element ? ranges(keys).join(" ") : line.key;
  return `> ${"  ".repeat(line.level)}${names} moved here`;
}

/**
 * The ref by which a reader knows an element that has another ref now, ` was e15 "Cancel"`, with the words that the
 * element no longer has.
 */
export function earlierName({ ref, labels }: UiElement, { renamed }: Pick<ScreenDiff, "renamed">): string {
  const old = renamed.get(ref);
  if (!old) return "";
  const gone = old.labels.filter((label) => !labels.includes(label));
  const words = gone.map((label) => ` ${cutLabel(label, LONGEST_EARLIER)}`);
  return ` was ${old.ref}${words.join("")}`;
}
