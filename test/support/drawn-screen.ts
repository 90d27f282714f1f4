import assert from "node:assert/strict";
import { rectOf } from "../../src/base/geometry.js";
import type { KeptTree, SeenScreen } from "../../src/hierarchy-cache/cache.js";
import { type ScreenFacts, screenKey } from "../../src/hierarchy-cache/key.js";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import type { Insets, SystemInsets } from "../../src/screen/facts.js";
import { tileGrid } from "../../src/screen/tiles.js";
import { BAR_DP, NAVIGATION_DP, type Pens, Sheet } from "./drawn-sheet.js";
import { paint } from "./paint-screen.js";
import { writeDump } from "./ui-tree.js";

/** A row of the list: a label, and a control at its end. */
export interface DrawnRow {
  readonly label: string;
  readonly control: "switch" | "checkbox" | "radio" | null;
  readonly isOn: boolean;
}

/**
 * A generated page of settings. The same model gives the pixels and uiautomator's tree, so the right tree is known.
 */
export interface DrawnScreen {
  readonly serial: string;
  readonly density: number;
  /** The width and height in dp. */
  readonly sizeDp: { readonly width: number; readonly height: number };
  readonly isTurned: boolean;
  readonly isDark: boolean;
  readonly fontScale: number;
  /** Whether the content is also drawn behind the bars, which are transparent. */
  readonly isEdgeToEdge: boolean;
  readonly clock: string;
  readonly battery: number;
  readonly title: string;
  readonly tab: number;
  readonly badge: number | null;
  readonly rows: readonly DrawnRow[];
  readonly scrolledDp: number;
  readonly field: { readonly text: string; readonly isFocused: boolean; readonly hasCaret: boolean };
  readonly button: { readonly label: string; readonly isEnabled: boolean; readonly color: number };
  readonly progress: number;
  /** The position of the light of a loading placeholder, from 0 to 1; null without a placeholder. */
  readonly shimmer: number | null;
  readonly toast: string | null;
  readonly dialog: string | null;
  readonly isKeyboardShown: boolean;
}

export const PLAIN: DrawnScreen = {
  serial: "emulator-5554",
  density: 420,
  sizeDp: { width: 1080 / 2.625, height: 2400 / 2.625 },
  isTurned: false,
  isDark: false,
  fontScale: 1,
  isEdgeToEdge: false,
  clock: "9:41",
  battery: 80,
  title: "Settings",
  tab: 0,
  badge: 3,
  rows: Array.from({ length: 12 }, (_, i) => ({
    label: `Option ${i + 1}`,
    control: (["switch", "checkbox", "radio", null] as const)[i % 4] ?? null,
    isOn: i % 3 === 0,
  })),
  scrolledDp: 0,
  field: { text: "hello", isFocused: false, hasCaret: false },
  button: { label: "Save", isEnabled: true, color: 0xff3f5aa9 },
  progress: 40,
  shimmer: null,
  toast: null,
  dialog: null,
  isKeyboardShown: false,
};

/** The screen as the window manager and a screenshot report it, and the tree that uiautomator would read. */
export interface Drawn {
  readonly seen: SeenScreen;
  readonly tree: KeptTree;
}

export function drawn(screen: DrawnScreen, pens: Pens): Drawn {
  const sheet = new Sheet(screen, pens);
  paint(sheet, screen);
  const { width, height, bytes } = sheet.surface;
  const frame = { width, height, rgba: bytes };
  const key = screenKey(factsOf(screen, sheet));
  assert.ok(typeof key !== "string", String(key));
  const hierarchy = parseHierarchy(
    writeDump([sheet.root()], { singleQuotes: false, beyondAscii: "raw", pretty: false }),
  );
  assert.ok(hierarchy);
  const screenSize = { width, height };
  const drafts = { screenSize, elements: elementsOf(hierarchy, screenSize) };
  const insets = insetsOf(sheet);
  const seen = { key, frame, insets, imeVisible: screen.isKeyboardShown };
  return { seen, tree: { hierarchy, drafts, grid: tileGrid(frame), takenAt: 0 } };
}

function factsOf(screen: DrawnScreen, { surface }: Sheet): ScreenFacts {
  return {
    serial: screen.serial,
    bootId: "b5a1",
    displayId: 0,
    screenSize: { width: surface.width, height: surface.height },
    density: screen.density,
    rotation: screen.isTurned ? 1 : 0,
    activeWindow: {
      package: "com.example.settings",
      activity: "com.example.settings.Main",
      component: "com.example.settings/.Main",
      title: "com.example.settings/com.example.settings.Main",
      type: "application",
      windowId: "1a2b3c",
      userId: 0,
      displayId: 0,
      app: null,
      basis: "focus",
    },
    ime: { visible: screen.isKeyboardShown, frame: null, inputMethod: null },
    power: { interactive: true, wakefulness: "Awake", displayState: "ON" },
  };
}

function insetsOf(sheet: Sheet): SystemInsets {
  const { width, height } = sheet.surface;
  const [top, bottom] = [sheet.px(BAR_DP), sheet.px(NAVIGATION_DP)];
  const none: Insets = { visible: false, left: 0, top: 0, right: 0, bottom: 0, frame: null };
  return {
    statusBars: { ...none, visible: true, top, frame: rectOf(0, 0, width, top) },
    navigationBars: { ...none, visible: true, bottom, frame: rectOf(0, height - bottom, width, height) },
    ime: none,
    displayCutout: none,
    captionBar: none,
    systemGestures: none,
    mandatorySystemGestures: none,
    tappableElement: none,
    edges: { left: 0, top, right: 0, bottom },
  };
}
