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
