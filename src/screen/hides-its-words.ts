import { height, width } from "../base/geometry.js";
import type { UiElement } from "./element.js";
import type { UiNode, ViewHierarchy } from "./hierarchy.js";

/** Pictures, whatever their shape (android.widget.ImageButton and the like). */
const PICTURE = /Image(?:Button|View)?$/;
/** Words drawn in a control are wider than high; some toolkits describe what they draw and give it no text. */
const WIDEST_ICON = 1.5;

/**
 * Whether no image of an element shows its words: an icon says it in its description alone, and a field that is
 * filled in the hint that its text took the place of.
 */
export function hidesItsWords(
  { node, labels, bounds, actions }: Pick<UiElement, "node" | "labels" | "bounds" | "actions">,
  hierarchy: ViewHierarchy | null,
): boolean {
  const own = hierarchy?.nodes[node ?? -1];
  if (!hierarchy || node === null || !own || labels.length === 0) return false;
  if (actions.includes("edit")) return hidesHint(own);
  const isPicture = PICTURE.test(own.className ?? "");
  if (!isPicture && width(bounds) > height(bounds) * WIDEST_ICON) return false;
  return !hasText(hierarchy.nodes, node);
}

/** The least that letters of 12 sp take on average, and a line of them, in dp. */
const LETTER_DP = 6;
const LINE_DP = 16;
const DP_PER_INCH = 160;
/** What is left free around a button's words, both sides together. */
const BUTTON_DP = 24;
/** Letters that are as wide as they are high. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * Whether an element is too small to show all of its words, whatever else is in it: their end may be cut off, so that
 * another end gives the same pixels. False where the density, in dots per inch, is unknown.
 */
export function isTooSmallForWords(
  { labels, bounds, role }: Pick<UiElement, "labels" | "bounds" | "role">,
  density: number | null,
): boolean {
  if (density === null) return false;
  const free = role === "button" ? BUTTON_DP : 0;
  const dp = (pixels: number) => (pixels * DP_PER_INCH) / density - free;
  const lines = Math.max(1, Math.floor(dp(height(bounds)) / LINE_DP));
  const room = (lines * dp(width(bounds))) / LETTER_DP;
  return labels.some((label) => label.length + (label.match(WIDE)?.length ?? 0) > room);
}

function hidesHint({ text, hint, contentDescription }: UiNode): boolean {
  if ((contentDescription ?? "") !== "") return true;
  return (hint ?? "") !== "" && (text ?? "") !== "" && text !== hint;
}

/** Whether a node or one that lies in it has a text, which is drawn. */
function hasText(nodes: readonly UiNode[], top: number): boolean {
  const depth = nodes[top]?.depth ?? 0;
  for (let at = top; at === top || (nodes[at]?.depth ?? 0) > depth; at += 1) {
    if ((nodes[at]?.text ?? "") !== "") return true;
  }
  return false;
}
