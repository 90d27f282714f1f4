import type { UiNode } from "./hierarchy.js";

/**
 * The position of a slider or progress: `35%`, `7/15`, or `3 (1-5)` if the range does not begin at 0. Null if the node
 * describes its state in words, has no range, or is an endless progress.
 */
export function rangeText({ details, stateDescription }: UiNode): string | null {
  const range = details?.range;
  if (!range || range.current === null || range.type === "indeterminate" || stateDescription) return null;
  const current = rounded(range.current);
  if (range.type === "percent") return `${current}%`;
  if (range.min === null || range.max === null || range.max <= range.min) return current;
  return range.min === 0
    ? `${current}/${rounded(range.max)}`
    : `${current} (${rounded(range.min)}-${rounded(range.max)})`;
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/**
 * Whether the menu or section that a node opens is open: as the node reports it (API 36), else by whether it offers to
 * expand or to collapse. Null if it opens nothing, or if the source does not report it.
 */
export function expansionOf({ details }: UiNode): boolean | null {
  if (!details) return null;
  const { expanded } = details;
  if (expanded && expanded !== "undefined") return expanded !== "collapsed";
  const offers = (name: string) => details.actions?.some(({ action }) => action === name) === true;
  const [canOpen, canClose] = [offers("expand"), offers("collapse")];
  return canOpen === canClose ? null : canClose;
}
