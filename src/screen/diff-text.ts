import type { Rect } from "../base/geometry.js";
import { diffScreens, linesOf, type ScreenDiff } from "./diff.js";
import type { UiElement } from "./element.js";
import { cutLabel } from "./label.js";
import { type OutlineOptions, type OutlineSource, renderOutline, shownElements } from "./outline.js";

/** What became of the pixels: the rectangle that holds every change, `same` where none changed, null where unknown. */
export type PictureChange = Rect | "same" | null;

/**
 * What is different, for a reader who has the outline from before:
 *
 *     - e4 "Draft"                    gone (more than two: `- e4-e9 e12`)
 *     ~ e7 field "City" = "Rome"      the line of e7 reads so now
 *     ~ e91 button "Delete" (was e15 "Cancel")    e15 means something else now, and has another ref
 *     after e7:                       new lines stand right below that of e7 …
 *     +   e30 "Connecting…"           … indented as in the outline
 *     + e31 scroll (around e8-e20)    … and these stand in it now; what was in a line that is gone stands in its place
 *     (12 unchanged)
 *
 * Where that says more than the outline as it is now, where less than half of the screen stayed, or where what stayed
 * was rearranged, the whole outline follows instead, under a line in parentheses.
 */
export function renderDiff(
  before: OutlineSource,
  after: OutlineSource,
  options: OutlineOptions,
  picture: PictureChange = null,
): string {
  const diff = diffScreens(before, after, options);
  const { added, removed, changed, unchanged } = diff;
  const afterwards = { ...after, remark: (element: UiElement) => earlierName(element, diff) };
  if (diff.isRearranged) return whole("the screen was rearranged", afterwards, options);
  if (added.length + removed.length + changed.length === 0) return `(${nothingChanged(diff, picture)})`;
  if (added.length + removed.length > unchanged + changed.length)
    return whole("a different screen", afterwards, options);
  const lines = [...removedLines(before, removed), ...presentLines(after, diff, options)];
  const patch = [...lines, `(${[`${unchanged} unchanged`, ...movedWords(diff)].join(", ")})`].join("\n");
  const isSplit = new Set(after.elements.map((element) => element.window)).size > 1;
  const outline = renderOutline(afterwards, options);
  if (patch.length > outline.length || (isSplit && added.length > 0)) return whole("much changed", afterwards, options);
  return patch;
}

function whole(why: string, after: OutlineSource, options: OutlineOptions): string {
  return `(${why})\n${renderOutline(after, options) || "(no elements)"}`;
}

function nothingChanged(diff: ScreenDiff, picture: PictureChange): string {
  const moved = movedWords(diff);
  if (moved.length > 0) return ["nothing in the outline changed", ...moved].join(", ");
  if (picture === "same") return "nothing changed";
  if (picture === null) return "nothing in the outline changed";
  const { left, top, right, bottom } = picture;
  return `nothing in the outline changed; the picture changed within [${left},${top}][${right},${bottom}]`;
}

function movedWords({ moved }: ScreenDiff): readonly string[] {
  if (!moved) return [];
  const { x, y } = moved.by;
  const ways = [
    x === 0 ? [] : [`${x < 0 ? "left" : "right"} ${Math.abs(x)}`],
    y === 0 ? [] : [`${y < 0 ? "up" : "down"} ${Math.abs(y)}`],
  ].flat();
  return [`${moved.count} moved ${ways.join(" and ")} px`];
}

/** One or two by their lines; more by their refs alone, which the reader has seen. */
const MOST_NAMED = 2;

function removedLines(before: OutlineSource, removed: readonly UiElement[]): readonly string[] {
  const line = linesOf(before.elements);
  if (removed.length <= MOST_NAMED) return removed.map((element) => `- ${line(element)}`);
  return [`- ${ranges(removed.map((element) => Number(element.ref.slice(1)))).join(" ")}`];
}

/** Runs of three and more consecutive numbers as `e4-e9`. */
function ranges(numbers: readonly number[]): readonly string[] {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.flatMap(([first, last]) => {
    if (last - first >= 2) return [`e${first}-e${last}`];
    return first === last ? [`e${first}`] : [`e${first}`, `e${last}`];
  });
}

/** New and changed lines in reading order. The place of new ones is named where the line above does not show it. */
function presentLines(after: OutlineSource, diff: ScreenDiff, options: OutlineOptions): readonly string[] {
  const line = linesOf(after.elements);
  const [added, changed] = [new Set(diff.added), new Set(diff.changed)];
  const levels = new Map<string, number>();
  const around = keptInside(after, diff, options);
  const lines: string[] = [];
  let above: UiElement | undefined;
  let isAboveTold = false;
  for (const element of shownElements(after.elements, options)) {
    const level = element.parent === null ? 0 : (levels.get(element.parent) ?? -1) + 1;
    levels.set(element.ref, level);
    if (added.has(element)) {
      if (!isAboveTold) lines.push(above ? `after ${above.ref}:` : "first:");
      lines.push(`+ ${"  ".repeat(level)}${line(element)}${around(element)}`);
    } else if (changed.has(element)) lines.push(`~ ${line(element)}${earlierName(element, diff)}`);
    isAboveTold = added.has(element) || changed.has(element);
    above = element;
  }
  return lines;
}

/** Of words that an element had before, so many characters are shown. */
const LONGEST_EARLIER = 40;

/** What a reader knows an element by that has another ref now: ` (was e15 "Cancel")`, the words where they were others. */
export function earlierName({ ref, labels }: UiElement, { renamed }: Pick<ScreenDiff, "renamed">): string {
  const old = renamed.get(ref);
  if (!old) return "";
  const isSame = old.labels.join("\u0001") === labels.join("\u0001");
  const words = isSame ? [] : old.labels.map((label) => ` ${cutLabel(label, LONGEST_EARLIER)}`);
  return ` (was ${old.ref}${words.join("")})`;
}

/** Of a new line around old ones: which of them lie right in it now, and are indented under it. */
function keptInside(after: OutlineSource, { added }: ScreenDiff, options: OutlineOptions) {
  const isNew = new Set(added.map((element) => element.ref));
  const inside = new Map<string, number[]>();
  for (const { ref, parent } of shownElements(after.elements, options)) {
    if (parent === null || !isNew.has(parent) || isNew.has(ref)) continue;
    inside.set(parent, [...(inside.get(parent) ?? []), Number(ref.slice(1))]);
  }
  return ({ ref }: UiElement) => {
    const kept = inside.get(ref);
    return kept ? ` (around ${ranges(kept).join(" ")})` : "";
  };
}
