import assert from "node:assert/strict";
import { test } from "node:test";
import type { IconName } from "../../../packages/virtual-android/src/draw/icons.js";
import { rectOf } from "../../../src/base/geometry.js";
import { pollUntil } from "../../../src/base/signals.js";
import { fingerprintsOf } from "../../../src/observe/assemble/fingerprints.js";
import type { UiElement } from "../../../src/screen/element.js";
import { likenessOf } from "../../../src/screen/fingerprint.js";
import { parentPlaces } from "../../../src/screen/parent-places.js";
import { at, list, node, page, screenWith, text } from "../../support/build-screen.js";
import { allPictures, drawPicture } from "../../support/drawn-icons.js";
import { ICON_APP, iconApp } from "../../support/icon-app.js";
import { startLiveProduct } from "../../support/live-product.js";
import { observeProduct } from "../../support/observe-product.js";
import { startProduct } from "../../support/product.js";
import type { TreeNode } from "../../support/ui-tree.js";

const STAR = allPictures().find(({ name }) => name === "star");

/** A white screen of 1000 × 2000 with a star of 60 in the middle of each of these boxes. */
function frameWith(...boxes: readonly (readonly [number, number, number, number])[]) {
  const frame = { width: 1000, height: 2000, rgba: new Uint8Array(1000 * 2000 * 4).fill(255) };
  assert.ok(STAR);
  const plain = { density: 160, shift: { x: 0, y: 0 }, background: 0xffffffff, foreground: 0xff1b1b1f, plate: null };
  const { frame: star } = drawPicture(STAR, { ...plain, sizeDp: 60, paddingDp: 0 });
  for (const [left, top, right, bottom] of boxes) {
    const [x, y] = [Math.round((left + right - star.width) / 2), Math.round((top + bottom - star.height) / 2)];
    for (let row = 0; row < star.height; row += 1) {
      const line = star.rgba.subarray(row * star.width * 4, (row + 1) * star.width * 4);
      frame.rgba.set(line, ((y + row) * frame.width + x) * 4);
    }
  }
  return frame;
}

const BOX = [400, 600, 520, 720] as const;
const ICON = { class: "android.widget.ImageButton", clickable: "true", bounds: at(...BOX) };

/** The fingerprint of the element in the box, among other nodes. */
function printIn(nodes: readonly TreeNode[], keyboard: readonly [number, number, number, number] | null = null) {
  const screen = screenWith(page(text("Title"), ...nodes));
  const { elements, viewHierarchy: hierarchy } = screen;
  const ime = { visible: keyboard !== null, frame: keyboard && rectOf(...keyboard), inputMethod: null };
  const prints = fingerprintsOf(
    { elements, parents: parentPlaces(elements), hierarchy },
    { frame: frameWith(BOX), ime },
  );
  const place = elements.findIndex(({ bounds }) => bounds.left === BOX[0] && bounds.top === BOX[1]);
  assert.ok(place >= 0, "there is no element in the box");
  return prints[place] ?? null;
}

test("an icon without text has a fingerprint; an icon with its own id has one where it can be touched", () => {
  assert.notEqual(printIn([node(ICON)]), null);
  assert.equal(printIn([node({ ...ICON, "content-desc": "Favourite" })]), null, "words");
  const own = { ...ICON, "resource-id": "com.example.app:id/star" };
  assert.notEqual(printIn([node(own)]), null, "a control with an id");
  const named = { ...ICON, "resource-id": "com.example.app:id/icon" };
  const twin = { ...named, bounds: at(600, 600, 720, 720) };
  assert.notEqual(printIn([node(named), node(twin)]), null, "an id that another element has, too");
  assert.notEqual(printIn([list(node(named))]), null, "an id in a list");
});

test("typed text, states and moving content have no fingerprint", () => {
  const others = {
    field: { class: "android.widget.EditText" },
    password: { class: "android.widget.EditText", password: "true" },
    "password of another class": { class: "android.view.View", password: "true" },
    checkbox: { class: "android.widget.CheckBox", checkable: "true" },
    switch: { class: "android.widget.Switch", checkable: "true" },
    slider: { class: "android.widget.SeekBar" },
    progress: { class: "android.widget.ProgressBar" },
    "web page": { class: "android.webkit.WebView" },
    canvas: { class: "android.view.SurfaceView" },
    "what scrolls": { class: "android.widget.ScrollView", scrollable: "true" },
  };
  for (const [what, attributes] of Object.entries(others)) {
    assert.equal(printIn([node({ ...ICON, ...attributes })]), null, what);
  }
  const field = node({ class: "android.widget.EditText", clickable: "true", bounds: at(410, 610, 500, 700) });
  assert.equal(printIn([node({ ...ICON, class: "android.view.ViewGroup" }, field)]), null, "a container of a field");
});

test("an icon that is covered or cut off has no fingerprint", () => {
  const over = (bounds: string) => node({ class: "android.widget.Button", clickable: "true", text: "Undo", bounds });
  assert.equal(printIn([node(ICON), over(at(500, 700, 900, 800))]), null, "another control over its corner");
  assert.notEqual(printIn([node(ICON), over(at(520, 700, 900, 800))]), null, "another control beside it");
  assert.notEqual(printIn([over(at(300, 500, 900, 900)), node(ICON)]), null, "another control below it");
  assert.equal(printIn([node(ICON)], [0, 700, 1000, 2000]), null, "the keyboard");
  const scroller = (bounds: string) =>
    node({ class: "android.widget.ScrollView", scrollable: "true", bounds }, node(ICON));
  assert.notEqual(printIn([scroller(at(0, 500, 1000, 1000))]), null, "in the middle of a scrolling container");
  assert.equal(printIn([scroller(at(0, 640, 1000, 1000))]), null, "half scrolled out");
});

const BAR: readonly IconName[] = ["edit", "trash", "share"];

const SMALL = { size: { width: 540, height: 1200 }, density: 210, speed: 40, app: ICON_APP } as const;

function iconsOf(elements: readonly UiElement[]): readonly UiElement[] {
  return elements.filter(({ role, labels }) => role === "button" && labels.length === 0);
}

test("with the companion fingerprints come only with a screenshot, and never from an older one", async () => {
  const app = iconApp(BAR);
  await using live = await startLiveProduct({ ...SMALL, moreApps: () => [app.make()] });
  const { product } = live;
  // While the app starts, events report that the hierarchy may be older than the screenshot.
  const whole = async (more: Parameters<typeof observeProduct>[1] = {}) => {
    const found = iconsOf((await observeProduct(product, more)).elements);
    return found.length === 3 && found.every(({ fingerprint }) => fingerprint !== null) ? found : undefined;
  };
  const seen = await pollUntil(() => whole(), 20, AbortSignal.timeout(60_000));
  const unseen = iconsOf((await observeProduct(product, { screenshot: "unlessLive", fresh: false })).elements);
  assert.deepEqual(
    unseen.map(({ fingerprint }) => fingerprint),
    [null, null, null],
  );
  assert.deepEqual(
    unseen.map(({ ref }) => ref),
    seen.map(({ ref }) => ref),
  );
  const again = await pollUntil(() => whole({ fresh: false }), 20, AbortSignal.timeout(60_000));
  assert.deepEqual(again, seen);
  app.show(["share", "trash", "edit"]);
  const turned = (await pollUntil(() => whole(), 20, AbortSignal.timeout(60_000))).map(
    ({ fingerprint }) => fingerprint ?? "",
  );
  const before = seen.map(({ fingerprint }) => fingerprint ?? "");
  assert.deepEqual(
    turned.map((print) => before.findIndex((old) => likenessOf(old, print) === "same")),
    [2, 1, 0],
  );
});

test("without the companion every observation has fingerprints, except in a secure window, which shows no pixels", async () => {
  for (const isSecure of [false, true]) {
    const app = iconApp(BAR, { isSecure });
    await using product = await startProduct({ ...SMALL, moreApps: () => [app.make()] });
    const icons = iconsOf((await observeProduct(product)).elements);
    assert.deepEqual(
      icons.map(({ fingerprint }) => fingerprint === null),
      BAR.map(() => isSecure),
    );
  }
});
