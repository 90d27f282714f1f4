import type { UiNode, ViewHierarchy } from "../../screen/hierarchy.js";
import { simpleName } from "../../screen/role.js";
import { type FoundNode, nodeOf } from "../targets/node-address.js";

/**
 * Classes for which a tap means nothing but a click: Android's and Material's buttons, boxes, switches, drop-downs and
 * tabs, and the layouts of rows. Text views are not included: a link in a text is hit only at its place. Plain views
 * and view groups are not included either: they may handle touches themselves or, in React Native, accept a click and
 * do nothing.
 */
const CLICKED =
  /Button|CheckBox|CheckedTextView|Switch|Toggle|Spinner|Chip$|^Tab$|Tab(?:View|Item)$|NavigationBarItem|NavigationItem|Layout$|CardView$/;
/** Compose names every node after a role, or a plain view; the app listens for the click of the node. */
const COMPOSE = /ComposeView$/;
/** Web pages handle touches at any place. */
const WEB = /WebView/;
/** Classes that have to be touched instead of clicked, also inside a clickable node. */
const TOUCHED = /WebView|SurfaceView|TextureView|GLView|MapView|SeekBar|Slider|RatingBar|EditText/;
const TOUCHED_ROLES: ReadonlySet<string> = new Set(["field", "slider", "canvas", "web", "list", "pager", "scroll"]);

/**
 * Whether the service's click does what a tap would do; then the click is better, because it cannot hit anything else.
 * True only for clickable nodes whose class needs nothing but a click.
 */
export function takesClick(found: FoundNode): boolean {
  const { element, observation } = found;
  const node = nodeOf(found);
  if (!node || !observation.viewHierarchy || element.systemBar) return false;
  if (node.clickable !== true || node.enabled === false || TOUCHED_ROLES.has(element.role)) return false;
  const around = ancestors(node, observation.viewHierarchy).map(({ className }) => simpleName(className));
  if (around.some((name) => WEB.test(name)) || holdsTouched(found)) return false;
  return CLICKED.test(simpleName(node.className)) || around.some((name) => COMPOSE.test(name));
}

function holdsTouched({ element, observation }: FoundNode): boolean {
  const { nodes = [] } = observation.viewHierarchy ?? {};
  const depth = nodes[element.node ?? -1]?.depth ?? 0;
  for (let at = (element.node ?? -1) + 1; (nodes[at]?.depth ?? 0) > depth; at += 1) {
    if (TOUCHED.test(simpleName(nodes[at]?.className ?? null))) return true;
  }
  return false;
}

function ancestors(node: UiNode, { nodes }: ViewHierarchy): readonly UiNode[] {
  const found: UiNode[] = [];
  for (let at = node.parent; at !== null; at = found.at(-1)?.parent ?? null) {
    const parent = nodes[at];
    if (!parent) break;
    found.push(parent);
  }
  return found;
}
