import type { UiElement } from "./element.js";
import { type OutlineOptions, type OutlineSource, renderElement, renderOutline, shownElements } from "./outline.js";

export interface ScreenDiff {
  readonly added: readonly UiElement[];
  readonly removed: readonly UiElement[];
  readonly changed: readonly { readonly before: UiElement; readonly after: UiElement }[];
  readonly unchanged: number;
}

/** What became of the elements, by ref: shown elements only. Moving and resizing alone is no change of a line. */
export function diffScreens(before: OutlineSource, after: OutlineSource, options: OutlineOptions): ScreenDiff {
  const old = new Map(shownElements(before.elements, options).map((element) => [element.ref, element]));
  const now = shownElements(after.elements, options);
  const kept = now.filter((element) => old.has(element.ref));
  const lines = { old: lineOf(before.elements), now: lineOf(after.elements) };
  const changed = kept.flatMap((element) => {
    const was = old.get(element.ref);
    return was && lines.old(was) !== lines.now(element) ? [{ before: was, after: element }] : [];
  });
  const present = new Set(now.map((element) => element.ref));
  return {
    added: now.filter((element) => !old.has(element.ref)),
    removed: [...old.values()].filter((element) => !present.has(element.ref)),
    changed,
    unchanged: kept.length - changed.length,
  };
}

function lineOf(elements: readonly UiElement[]): (element: UiElement) => string {
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  return (element) => renderElement(element, element.parent === null ? undefined : byRef.get(element.parent));
}

/**
 * The diff as text: `+` new, `-` gone, `~` changed lines (with the line as it is now), in reading order; where less
 * than half of the screen stayed, the whole new outline, which is shorter and clearer.
 */
export function renderDiff(before: OutlineSource, after: OutlineSource, options: OutlineOptions): string {
  const diff = diffScreens(before, after, options);
  const touched = diff.added.length + diff.removed.length + diff.changed.length;
  if (touched === 0) return "(nothing in the outline changed)";
  if (diff.added.length + diff.removed.length > diff.unchanged + diff.changed.length) {
    return `(a different screen)\n${renderOutline(after, options)}`;
  }
  const lines = [...removedLines(before, diff), ...presentLines(after, diff, options)];
  const text = [...lines, `(${diff.unchanged} unchanged)`].join("\n");
  return text.length <= options.maxChars ? text : renderOutline(after, options);
}

function removedLines(before: OutlineSource, diff: ScreenDiff): readonly string[] {
  const line = lineOf(before.elements);
  return diff.removed.map((element) => `- ${line(element)}`);
}

function presentLines(after: OutlineSource, diff: ScreenDiff, options: OutlineOptions): readonly string[] {
  const line = lineOf(after.elements);
  const added = new Set(diff.added);
  const changed = new Set(diff.changed.map((pair) => pair.after));
  return shownElements(after.elements, options).flatMap((element) => {
    if (added.has(element)) return [`+ ${line(element)}${place(element, added)}`];
    return changed.has(element) ? [`~ ${line(element)}`] : [];
  });
}

/** Where a new element is: named only where the line above does not show it. */
function place(element: UiElement, added: ReadonlySet<UiElement>): string {
  const isUnderNewOne = [...added].some((other) => other.ref === element.parent);
  return element.parent === null || isUnderNewOne ? "" : ` (in ${element.parent})`;
}
