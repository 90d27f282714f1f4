import { area, isEmpty, type Rect, type Size } from "../../base/geometry.js";
import type { UiNode, ViewHierarchy } from "../../screen/hierarchy.js";
import { PAGE } from "./settings.js";

/**
 * The boxes of leaves of the hierarchy that show contents: words, images, widgets. Pages and empty containers are left
 * out.
 */
export function shownLeaves(hierarchy: ViewHierarchy | null, screen: Size): readonly Rect[] {
  if (hierarchy === null) return [];
  const { nodes } = hierarchy;
  const isParent = new Uint8Array(nodes.length);
  for (const node of nodes) if (node.parent !== null && isShown(node)) isParent[node.parent] = 1;
  const most = screen.width * screen.height * PAGE;
  return nodes.flatMap((node, place) => {
    const isOne = isParent[place] === 0 && isShown(node) && showsSomething(node);
    return isOne && node.bounds && area(node.bounds) <= most ? [node.bounds] : [];
  });
}

function isShown({ bounds, visibleToUser }: UiNode): boolean {
  return bounds !== null && !isEmpty(bounds) && visibleToUser !== false;
}

function showsSomething({ text, contentDescription, className }: UiNode): boolean {
  const hasWords = Boolean(text?.trim() || contentDescription?.trim());
  return hasWords || (className !== null && !CONTAINER.test(className));
}

const CONTAINER = /(?:Layout|ViewGroup|RecyclerView|ListView|GridView|ScrollView|ViewPager2?|CardView|Toolbar)$/;
