import { height, width } from "../base/geometry.js";
import type { UiElement } from "./element.js";
import type { UiNode, ViewHierarchy } from "./hierarchy.js";

/** Classes of images (android.widget.ImageButton and the like). */
const PICTURE = /Image(?:Button|View)?$/;
/**
 * An element that is wider than this times its height may draw its words: some toolkits report drawn words only as a
 * description.
 */
const WIDEST_ICON = 1.5;

/**
 * Whether no screenshot of an element shows its words: an icon has them only in its description, and a filled field has
 * them in a hint that its text replaced.
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

/** The smallest average width of a letter of 12 sp, and the height of a line of them, in dp. */
const LETTER_DP = 6;
const LINE_DP = 16;
const DP_PER_INCH = 160;
/** The padding around a button's words, both sides together. */
const BUTTON_DP = 24;
/** Letters that are as wide as they are high. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * Whether an element is too small to show all of its words: their end may be cut off, so that different words look the
 * same. False if the density, in dots per inch, is unknown.
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

/** Whether a node, or a node in it, has a text: apps draw their texts. */
function hasText(nodes: readonly UiNode[], top: number): boolean {
  const depth = nodes[top]?.depth ?? 0;
  for (let at = top; at === top || (nodes[at]?.depth ?? 0) > depth; at += 1) {
    if ((nodes[at]?.text ?? "") !== "") return true;
  }
  return false;
}
