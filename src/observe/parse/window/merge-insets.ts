import { height, type Rect, rectOf, type Size, width } from "../../../base/geometry.js";
import type { Insets, InsetsKind, SystemInsets } from "../../../screen/facts.js";
import { edgesOf, type InsetsState, insetsOfKind, isAuthority, NO_INSETS } from "./insets.js";
import { type LegacyInsets, parseLegacyInsets } from "./legacy-insets.js";
import type { WindowSections } from "./sections.js";
import type { WindowEntry } from "./window-list.js";

export interface InsetsParts {
  /** The lines of the display. */
  readonly block: readonly string[];
  readonly state: InsetsState | undefined;
  readonly sections: WindowSections;
  readonly windows: readonly WindowEntry[];
  readonly display: Size | null;
}

/**
 * The insets of a display: from its insets state (11+), from the layout rectangles (7–10, where they and not the
 * sources are what apps get), else from the bars' own windows. Null where the text has none of them.
 */
export function mergeInsets({ block, state, sections, windows, display }: InsetsParts): SystemInsets | null {
  const legacy = isAuthority(state) ? undefined : legacyInsets(block, sections.policy, display);
  const stateKind = (kind: InsetsKind) => (state ? insetsOfKind(state, kind, display) : null);
  const insets = {
    statusBars: legacy ? withVisibility(legacy.statusBars, state, "statusBars") : stateKind("statusBars"),
    navigationBars: legacy
      ? withVisibility(legacy.navigationBars, state, "navigationBars")
      : stateKind("navigationBars"),
    ime: imeInsets(legacy, stateKind("ime")),
    displayCutout: stateKind("displayCutout"),
    captionBar: stateKind("captionBar"),
    systemGestures: stateKind("systemGestures"),
    mandatorySystemGestures: stateKind("mandatorySystemGestures"),
    tappableElement: stateKind("tappableElement"),
  };
  // A window that is not shown may keep the frames of another rotation.
  const usable = sections.isExcerpt ? windows : windows.filter((window) => window.visible === true);
  const filled = {
    ...insets,
    statusBars: insets.statusBars ?? barFromWindows(usable, "STATUS_BAR", display),
    navigationBars: insets.navigationBars ?? barFromWindows(usable, "NAVIGATION_BAR", display),
  };
  if (Object.values(filled).every((value) => value === null)) return null;
  return { ...filled, edges: edgesOf(filled) };
}

function legacyInsets(block: readonly string[], policy: readonly string[], display: Size | null) {
  return parseLegacyInsets(block, policy, display) ?? parseLegacyInsets(policy, [], display);
}

function imeInsets(legacy: LegacyInsets | undefined, source: Insets | null): Insets | null {
  if (source?.visible === true) return source;
  return legacy?.ime ?? source;
}

/** Android 10 tells in its sources whether a bar is shown; the rectangles tell how thick it is. */
function withVisibility(insets: Insets, state: InsetsState | undefined, kind: InsetsKind): Insets {
  const sources = state?.sources.filter((source) => source.kind === kind) ?? [];
  if (insets === NO_INSETS || insets.visible !== null || sources.length === 0) return insets;
  return { ...insets, visible: sources.some((source) => source.visible) };
}

/** A bar from its window's frame or attributes, or (up to Android 10) from the stable insets of a full-size window. */
function barFromWindows(
  windows: readonly WindowEntry[],
  type: "STATUS_BAR" | "NAVIGATION_BAR",
  display: Size | null,
): Insets | null {
  const bar = windows.find((window) => window.layoutType === type && (window.displayId ?? 0) === 0);
  const frame = bar ? barFrame(bar, type, display) : null;
  // The thickness may be known (from the attributes) where the place is not.
  if (bar && frame) return { ...barInsets(frame, bar.visible), frame: bar.frame ? frame : null };
  return stableBar(windows, type);
}

function barFrame(bar: WindowEntry, type: string, display: Size | null): Rect | null {
  const isTop = type === "STATUS_BAR";
  const frame = bar.frame;
  // A status bar that stands on its side (a point-of-sale terminal) takes nothing from the apps' area.
  if (frame && isTop && width(frame) < height(frame)) return null;
  // The status bar's window grows to the whole screen while the shade is open (up to Android 10).
  if (frame && (!display || height(frame) < display.height / 3 || width(frame) < display.width / 3)) {
    return bar.attributeHeight === null || !isTop ? frame : rectOf(frame.left, 0, frame.right, bar.attributeHeight);
  }
  const size = bar.attributeHeight ?? bar.requestedHeight;
  const across = display?.width ?? bar.requestedWidth;
  if (size === null || across === null || size <= 0 || across < size * 4) return null;
  // A bar on a side: which one it is, only a frame can tell.
  if (bar.requestedWidth !== null && bar.requestedWidth < size * 4) return null;
  if (isTop) return rectOf(0, 0, across, size);
  return display ? rectOf(0, display.height - size, across, display.height) : null;
}

function barInsets(frame: Rect, visible: boolean | null): Insets {
  const isHorizontal = width(frame) >= height(frame);
  const thickness = isHorizontal ? height(frame) : width(frame);
  if (thickness <= 0) return NO_INSETS;
  const side = isHorizontal ? (frame.top <= 0 ? "top" : "bottom") : frame.left <= 0 ? "left" : "right";
  return { ...NO_INSETS, [side]: thickness, visible, frame };
}

function stableBar(windows: readonly WindowEntry[], type: "STATUS_BAR" | "NAVIGATION_BAR"): Insets | null {
  const side = type === "STATUS_BAR" ? "top" : "bottom";
  // A window that lies on the bar's side of the screen, as a rounded corner's, counts the other bar as none.
  const thickness = Math.max(0, ...windows.map((window) => window.stableInsets?.[side] ?? 0));
  return thickness > 0 ? { ...NO_INSETS, [side]: thickness, visible: null } : null;
}
