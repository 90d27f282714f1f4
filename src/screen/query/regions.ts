import { area, height, type Rect } from "../../base/geometry.js";
import type { UiElement } from "../element.js";
import type { ScreenIndex } from "./query-screen.js";

/** A named part of the screen that is not an element: the dialog, the toolbar, the keyboard. */
export interface Region {
  readonly name: string;
  readonly holds: (element: UiElement) => boolean;
  /** The bounds for "top" and the like in the region; null if it is not on the screen. */
  readonly frame: Rect | null;
}

type Find = (index: ScreenIndex) => (element: UiElement) => boolean;

const REGIONS: readonly (readonly [names: string, find: Find])[] = [
  ["screen, page, app, window, display", () => () => true],
  ["dialog, dialogue, popup, pop-up, alert, prompt, menu, sheet, drop-down, dropdown, pop up, drop down", inFront],
  ["overflow menu, context menu, bottom sheet, alert dialog, popup menu", inFront],
  ["toolbar, header, app bar, top bar, action bar, title bar", (index) => inBar(index, TOP_BAR, "top")],
  ["footer, bottom bar, tab bar, nav bar, bottom navigation, navigation bar", bottomBar],
  [
    "keyboard",
    () =>
      ({ systemBar, package: owner }) =>
        systemBar && owner !== SYSTEM_UI,
  ],
  [
    "status bar",
    ({ frame }) =>
      (element) =>
        isSystem(element) && element.bounds.bottom <= frame.top + height(frame) / 4,
  ],
];

/** The region with this name; undefined if there is none. */
export function regionNamed(words: string, index: ScreenIndex): Region | undefined {
  const find = REGIONS.find(([names]) => names.split(", ").includes(words))?.[1];
  if (!find) return undefined;
  const holds = find(index);
  const held = index.all.filter(({ element }) => holds(element)).map(({ element }) => element.bounds);
  const edge = (side: keyof Rect, pick: (...values: number[]) => number) => pick(...held.map((bounds) => bounds[side]));
  const frame =
    held.length === 0
      ? null
      : {
          left: edge("left", Math.min),
          top: edge("top", Math.min),
          right: edge("right", Math.max),
          bottom: edge("bottom", Math.max),
        };
  return { name: words, holds, frame };
}

const SYSTEM_UI = "com.android.systemui";

function isSystem({ systemBar, package: owner }: UiElement): boolean {
  return systemBar && owner === SYSTEM_UI;
}

const DIALOG_TYPES: ReadonlySet<string> = new Set([
  "permissionDialog",
  "intentChooser",
  "anrDialog",
  "crashDialog",
  "popup",
]);
/** Ids of the framework's and the support libraries' dialogs, and classes of sheets and menus. */
const DIALOG_ID =
  /:id\/(?:alertTitle|parentPanel|buttonPanel|contentPanel|customPanel|design_bottom_sheet|bottom_sheet)$/;
const DIALOG_CLASS = /Dialog|BottomSheet|PopupWindow|MenuPopup|DropDownListView/;
/** A window that covers less of the screen than this share is a dialog, a menu or a sheet. */
const LARGEST_DIALOG = 0.9;

/**
 * Whether an element is in the topmost window that is a dialog or a menu by its size, type or parts; without such a
 * window, in a part of a window that is one.
 */
function inFront(index: ScreenIndex): (element: UiElement) => boolean {
  const { viewHierarchy, activeWindow } = index.screen;
  const isTyped = DIALOG_TYPES.has(activeWindow?.type ?? "");
  const nodes = viewHierarchy?.nodes ?? [];
  const used = new Set(index.all.map(({ element }) => element.window));
  const windows = (viewHierarchy?.windows ?? []).map((window, place) => {
    const bounds = window.root === null ? null : (nodes[window.root]?.bounds ?? null);
    const isSmall = bounds !== null && area(bounds) < area(index.frame) * LARGEST_DIALOG;
    return { place, isSmall, layer: window.layer ?? 0, isActive: window.active === true };
  });
  const shown = windows.filter(({ place }) => used.has(place));
  const isDialog = ({ isSmall, isActive }: (typeof shown)[number]) =>
    isSmall || (isTyped && (isActive || shown.length === 1));
  const top = shown.filter(isDialog).toSorted((a, b) => b.layer - a.layer)[0];
  if (top) return ({ window }) => window === top.place;
  const byIds = new Set(nodes.filter(({ resourceId }) => DIALOG_ID.test(resourceId ?? "")).map(({ window }) => window));
  return (element) =>
    byIds.has(element.window) || hasAncestor(index, element, DIALOG_CLASS, /:id\/design_bottom_sheet$/);
}

const TOP_BAR = [/Toolbar|ActionBar|AppBar/, /:id\/(?:[^/]*_)?(?:toolbar|action_?bar|app_?bar|title_?bar)/i] as const;
const BOTTOM_BAR = [
  /BottomNavigation|NavigationBarView|BottomAppBar|TabBar/,
  /:id\/(?:[^/]*_)?(?:bottom_?nav|nav(?:igation)?_?(?:bar|view)|tab_?bar|bottom_?bar)/i,
] as const;
/** The height of a bar as a share of the screen's height, if nothing in the hierarchy is marked as a bar. */
const BAR_SHARE = 0.14;

function bottomBar(index: ScreenIndex): (element: UiElement) => boolean {
  const own = inBar(index, BOTTOM_BAR, "bottom");
  const { frame } = index;
  return (element) => own(element) || (isSystem(element) && element.bounds.top >= frame.bottom - height(frame) / 4);
}

function inBar(
  index: ScreenIndex,
  [className, id]: readonly [RegExp, RegExp],
  edge: "top" | "bottom",
): (element: UiElement) => boolean {
  const isIn = (element: UiElement) => !element.systemBar && hasAncestor(index, element, className, id);
  if (index.all.some(({ element }) => isIn(element))) return isIn;
  const { frame } = index;
  const depth = height(frame) * BAR_SHARE;
  return ({ bounds, systemBar }) =>
    !systemBar && (edge === "top" ? bounds.bottom <= frame.top + depth : bounds.top >= frame.bottom - depth);
}

function hasAncestor(index: ScreenIndex, { node }: UiElement, className: RegExp, id: RegExp): boolean {
  const nodes = index.screen.viewHierarchy?.nodes ?? [];
  for (let at = node === null ? null : (nodes[node]?.parent ?? null); at !== null; at = nodes[at]?.parent ?? null) {
    if (className.test(nodes[at]?.className ?? "") || id.test(nodes[at]?.resourceId ?? "")) return true;
  }
  return false;
}
