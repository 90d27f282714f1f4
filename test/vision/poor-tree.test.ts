import assert from "node:assert/strict";
import { test } from "node:test";
import { poorTree } from "../../src/vision/poor-tree.js";
import { at, button, list, node, page, text } from "../support/build-screen.js";
import { FUSE_SIZE, inputOf } from "../support/fuse-screen.js";
import type { TreeNode } from "../support/ui-tree.js";

function poorOf(...roots: readonly TreeNode[]): string | null {
  const { elements, hierarchy } = inputOf(roots, []);
  return hierarchy && poorTree(elements, hierarchy, FUSE_SIZE);
}

const web = (...inner: readonly TreeNode[]) =>
  node({ class: "android.webkit.WebView", bounds: at(0, 400, 1000, 2000) }, ...inner);

test("a web view without content makes a hierarchy poor, and one with content does not", () => {
  assert.equal(poorOf(page(button("Menu"), web())), "a WebView without content fills 80 % of its window");
  assert.equal(poorOf(page(button("Menu"), web(text("Article"), button("Next")))), null);
});

test("the title of a page, or of a game, is not its content", () => {
  const titled = node({ class: "android.webkit.WebView", text: "Example", bounds: at(0, 400, 1000, 2000) });
  assert.equal(poorOf(page(button("Menu"), titled)), "a WebView without content fills 80 % of its window");
  const small = node({ class: "com.example.CanvasButton", "content-desc": "Play", bounds: at(0, 400, 200, 600) });
  assert.equal(poorOf(page(button("Menu"), small)), null);
});

test("a game in one node is poor, and so is one under a single button", () => {
  const surface = node({ class: "android.view.SurfaceView", bounds: at(0, 0, 1000, 2000) });
  assert.equal(poorOf(page(surface)), "a SurfaceView without content fills 100 % of its window");
  assert.match(poorOf(page(surface, button("Pause"))) ?? "", /SurfaceView/);
});

test("a moving image above a full page does not make it poor", () => {
  const video = node({ class: "android.view.TextureView", bounds: at(0, 0, 1000, 600) });
  const rows = Array.from({ length: 6 }, (_, place) =>
    button(`row ${place}`, { bounds: at(0, 700 + place * 100, 1000, 790 + place * 100) }),
  );
  assert.equal(poorOf(page(video, ...rows)), null);
  assert.match(poorOf(page(video, text("Loading"))) ?? "", /TextureView without content fills 30 %/);
});

test("a large leaf of an unknown class draws itself; a layout, an image and a background under controls do not", () => {
  const leaf = (name: string) => node({ class: name, bounds: at(0, 200, 1000, 1600) });
  assert.match(poorOf(page(leaf("com.example.Chart"), button("Share"))) ?? "", /^a Chart without content fills 70 %/);
  assert.equal(poorOf(page(leaf("android.widget.ImageView"), button("Share"))), null);
  const over = [300, 500, 700, 900].map((top) => button(`b${top}`, { bounds: at(100, top, 900, top + 100) }));
  assert.equal(poorOf(page(leaf("android.view.View"), ...over)), null);
});

test("a page without clickable elements is poor", () => {
  assert.equal(poorOf(page(text("Welcome"))), "it names nothing that can be touched");
  assert.equal(poorOf(page(list(text("Welcome")))), null);
});

test("a page whose buttons mostly have no text is poor", () => {
  const icon = (place: number) =>
    node({
      class: "android.widget.ImageButton",
      clickable: "true",
      bounds: at(place * 150, 100, place * 150 + 120, 220),
    });
  assert.equal(poorOf(page(icon(0), icon(1), icon(2), icon(3), button("OK"))), "4 of 5 things to touch have no words");
  assert.equal(poorOf(page(icon(0), icon(1), icon(2), button("OK"))), null);
});

test("an empty hierarchy is poor", () => {
  assert.equal(poorOf(page()), "the hierarchy lists nothing on the screen");
});
