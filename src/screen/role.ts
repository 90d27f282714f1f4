import { type Rect, width } from "../base/geometry.js";
import type { Role } from "./element.js";
import type { UiNode } from "./hierarchy.js";

// By the last part of the class name: vendors and libraries keep these words in their names (HwEditText,
// MaterialSwitch…).
const BY_CLASS: readonly (readonly [RegExp, Role])[] = [
  [/EditText|AutoComplete|TextInput(?!Layout)|TextField|SearchSrcText/, "field"],
  [/CheckBox|CheckedTextView/, "checkbox"],
  [/Switch|Toggle(?!.*Group)/, "switch"],
  [/RadioButton/, "radio"],
  [/SeekBar|Slider|RatingBar/, "slider"],
  [/Progress(?:Bar|Indicator)/, "progress"],
  [/Spinner|ComboBox/, "dropdown"],
  [/WebView/, "web"],
  [/SurfaceView|TextureView|GLView|UnityPlayer/, "canvas"],
  [/^Tab$|Tab(?:View|Item)|NavigationBarItem|NavigationItem/, "tab"],
  [/Button|Chip$/, "button"],
  [/ViewPager/, "pager"],
  [/ListView|RecyclerView|GridView|CollectionView/, "list"],
  [/Image(?:View)?$|Image(?:View)?\d*$/, "image"],
];

/** The last part of a class name, inner classes included. */
export function simpleName(className: string | null): string {
  return className === null
    ? ""
    : className.slice(Math.max(className.lastIndexOf("."), className.lastIndexOf("$")) + 1);
}

/** The role that the class alone shows; undefined if it shows none. */
export type ClassRole = Role | undefined;

/** Reads the nodes of one tree. Thousands of nodes have only a few classes, so the result is cached by class. */
export function classReader(): (node: Pick<UiNode, "className">) => ClassRole {
  const known = new Map<string | null, ClassRole>();
  return ({ className }) => {
    if (known.has(className)) return known.get(className);
    const name = simpleName(className);
    const role = BY_CLASS.find(([pattern]) => pattern.test(name))?.[1];
    known.set(className, role);
    return role;
  };
}

export function isEditable({ details }: UiNode, byClass: ClassRole): boolean {
  return byClass === "field" || details?.states?.includes("editable") === true;
}

/** Whether it is a container whose children are similar items: lists and grids, scrolling or not. */
export function isCollection(byClass: ClassRole): boolean {
  return byClass === "list";
}

/** The role of a node. `list` has the bounds of the nearest scrolling ancestor; null if there is none. */
export function roleOf(node: UiNode, classRole: ClassRole, list: Rect | null): Role {
  const byClass = isEditable(node, classRole) ? "field" : classRole;
  if (byClass === "list" || byClass === "pager")
    return node.scrollable ? byClass : isTouchable(node) ? "button" : "group";
  if (byClass !== undefined && byClass !== "image") return byClass;
  if (node.checkable === true) return "checkbox";
  if (isTouchable(node)) return isRowSized(node, list) ? "row" : "button";
  if (node.scrollable === true) return "scroll";
  return byClass ?? "text";
}

export function isTouchable(node: UiNode): boolean {
  return node.clickable === true || node.longClickable === true;
}

/** Whether it is a row: rows span most of the width of their list. */
function isRowSized(node: UiNode, list: Rect | null): boolean {
  return list !== null && node.bounds !== null && width(node.bounds) >= width(list) * 0.75;
}
