import assert from "node:assert/strict";
import { test } from "node:test";
import { type Rect, rectOf } from "../../src/base/geometry.js";
import { betweenBars, masksFor, ownBars } from "../../src/hierarchy-cache/bars.js";
import type { Pixels } from "../../src/hierarchy-cache/pixels.js";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import type { Insets, SystemInsets } from "../../src/screen/facts.js";
import type { ViewHierarchy } from "../../src/screen/hierarchy.js";
import { at, node } from "../support/build-screen.js";
import { type TreeNode, writeDump } from "../support/ui-tree.js";

const [WIDTH, HEIGHT, TOP, BOTTOM] = [100, 200, 12, 190];
const STATUS = rectOf(0, 0, WIDTH, TOP);
const NAVIGATION = rectOf(0, BOTTOM, WIDTH, HEIGHT);
const NONE: Insets = { visible: false, left: 0, top: 0, right: 0, bottom: 0, frame: null };
const ABSENT = {
  ime: NONE,
  displayCutout: NONE,
  captionBar: NONE,
  systemGestures: NONE,
  mandatorySystemGestures: NONE,
  tappableElement: NONE,
  edges: null,
};

const INSETS: SystemInsets = {
  ...ABSENT,
  statusBars: { ...NONE, visible: true, top: TOP, frame: STATUS },
  navigationBars: { ...NONE, visible: true, bottom: HEIGHT - BOTTOM, frame: NAVIGATION },
};

const BARS = { insets: INSETS, imeVisible: false };
const FULL = at(0, 0, WIDTH, HEIGHT);

/** White, with black where the rectangles are. */
function picture(...black: readonly Rect[]): Pixels {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4).fill(255);
  for (const { left, top, right, bottom } of black) {
    for (let y = top; y < bottom; y++) rgba.fill(0, (y * WIDTH + left) * 4, (y * WIDTH + right) * 4);
  }
  return { width: WIDTH, height: HEIGHT, rgba };
}

function treeOf(...roots: readonly TreeNode[]): ViewHierarchy {
  const hierarchy = parseHierarchy(writeDump(roots, { singleQuotes: false, beyondAscii: "raw", pretty: false }));
  assert.ok(hierarchy);
  return hierarchy;
}

function content(bounds: string, ...children: readonly TreeNode[]): TreeNode {
  return node({ "resource-id": "android:id/content", bounds }, ...children);
}

function windowWith(bounds: string, ...others: readonly TreeNode[]): ViewHierarchy {
  return treeOf(node({ bounds: FULL }, node({ bounds: FULL }, content(bounds)), ...others));
}

const INNER = at(0, TOP, WIDTH, BOTTOM);
const rectsOf = (hierarchy: ViewHierarchy, frame = picture(), bars: Parameters<typeof ownBars>[1] = BARS) =>
  ownBars(hierarchy, bars, frame).map(({ rect }) => rect);

test("ownBars returns the bars around content that stays clear of them, over the window's background", () => {
  assert.deepEqual(rectsOf(windowWith(INNER)), [STATUS, NAVIGATION]);
  const background = node({ "resource-id": "android:id/statusBarBackground", bounds: at(0, 0, WIDTH, TOP) });
  assert.deepEqual(rectsOf(windowWith(INNER, background)), [STATUS, NAVIGATION]);
});

test("ownBars returns no bar over the content of an edge-to-edge app", () => {
  assert.deepEqual(rectsOf(windowWith(FULL)), []);
  assert.deepEqual(rectsOf(windowWith(at(0, 0, WIDTH, BOTTOM))), [NAVIGATION]);
  assert.deepEqual(rectsOf(windowWith(at(0, TOP - 1, WIDTH, BOTTOM))), [NAVIGATION]);
});

test("ownBars leaves out a bar that a node reaches under, and every bar where a node's bounds are unknown", () => {
  const banner = node({ text: "Offline", bounds: at(40, 4, 60, TOP) });
  assert.deepEqual(rectsOf(windowWith(INNER, banner)), [NAVIGATION]);
  assert.deepEqual(rectsOf(windowWith(INNER, node({ text: "Where", bounds: "[?]" }))), []);
});

test("ownBars returns nothing for a hierarchy that does not fill the screen, has several windows or no content", () => {
  assert.deepEqual(rectsOf(treeOf(node({ bounds: at(10, 50, 90, 120) }, content(at(10, 50, 90, 120))))), []);
  assert.deepEqual(rectsOf(treeOf(node({ bounds: FULL }, node({ bounds: INNER })))), []);
  const bar = node({ bounds: at(0, 0, WIDTH, TOP), package: "com.android.systemui" });
  assert.deepEqual(rectsOf(treeOf(bar, node({ bounds: FULL }, content(INNER)))), []);
});

test("ownBars leaves out a bar that is hidden, covered by the keyboard or not reported", () => {
  const hidden = { ...BARS, insets: { ...INSETS, statusBars: { ...NONE, top: TOP, frame: STATUS } } };
  assert.deepEqual(rectsOf(windowWith(INNER), picture(), hidden), [NAVIGATION]);
  assert.deepEqual(rectsOf(windowWith(INNER), picture(), { ...BARS, imeVisible: true }), [STATUS]);
  assert.deepEqual(rectsOf(windowWith(INNER), picture(), { ...BARS, insets: null }), []);
});

test("ownBars makes a strip along the edge where only the thickness of a bar is reported", () => {
  const thick = {
    ...ABSENT,
    statusBars: { ...NONE, visible: true, top: TOP },
    navigationBars: { ...NONE, visible: true, right: 9 },
  };
  const inner = at(0, TOP, WIDTH - 9, HEIGHT);
  const bars = { insets: thick, imeVisible: false };
  assert.deepEqual(rectsOf(windowWith(inner), picture(), bars), [STATUS, rectOf(WIDTH - 9, 0, WIDTH, HEIGHT)]);
  assert.deepEqual(betweenBars(bars, picture()), rectOf(0, TOP, WIDTH - 9, HEIGHT));
  assert.deepEqual(betweenBars(BARS, picture()), rectOf(0, TOP, WIDTH, BOTTOM));
});

test("a bar is compared where its background has several colours or changed", () => {
  const kept = ownBars(windowWith(INNER), BARS, picture());
  assert.deepEqual(masksFor(kept, BARS, picture(rectOf(10, 2, 30, 10))), [STATUS, NAVIGATION]);
  assert.deepEqual(masksFor(kept, BARS, picture(rectOf(0, 0, 60, TOP))), [NAVIGATION]);
  assert.deepEqual(rectsOf(windowWith(INNER), picture(rectOf(0, 0, 50, TOP))), [NAVIGATION]);
});

test("a bar at another place than before is compared", () => {
  const kept = ownBars(windowWith(INNER), BARS, picture());
  const moved = { ...INSETS, statusBars: { ...NONE, visible: true, top: 14, frame: rectOf(0, 0, WIDTH, 14) } };
  assert.deepEqual(masksFor(kept, { insets: moved, imeVisible: false }, picture()), [NAVIGATION]);
  assert.deepEqual(masksFor(kept, { insets: null, imeVisible: false }, picture()), []);
});

const noted = (side: Partial<Insets>): SystemInsets => ({
  ...INSETS,
  statusBars: NONE,
  navigationBars: { ...NONE, visible: true, ...side },
});

test("a bar with only a known thickness lies along its side, and nowhere where it has no single side", () => {
  const sides: readonly (readonly [Partial<Insets>, Rect])[] = [
    [{ top: 7 }, rectOf(0, 7, WIDTH, HEIGHT)],
    [{ bottom: 7 }, rectOf(0, 0, WIDTH, HEIGHT - 7)],
    [{ left: 7 }, rectOf(7, 0, WIDTH, HEIGHT)],
    [{ right: 7 }, rectOf(0, 0, WIDTH - 7, HEIGHT)],
    [{ left: 7, right: 7 }, rectOf(0, 0, WIDTH, HEIGHT)],
  ];
  for (const [side, left] of sides)
    assert.deepEqual(betweenBars({ insets: noted(side), imeVisible: false }, picture()), left, JSON.stringify(side));
});
