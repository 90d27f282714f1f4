import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { contains, intersect, isEmpty, type Rect, rectOf, type Size } from "../../src/base/geometry.js";
import type { UiElement } from "../../src/screen/element.js";
import { loadTextOutlines, type TextOutlines } from "../../src/vision/glyphs.js";
import { decodePng } from "../../src/vision/image.js";
import { drawMarks, layOutMarks } from "../../src/vision/marks.js";

const SCREEN: Size = { width: 1080, height: 2400 };
let outlines: TextOutlines;
before(async () => {
  outlines = await loadTextOutlines("Bold");
});

function element(number: number, bounds: Rect, parts: Partial<UiElement> = {}): UiElement {
  return {
    ref: `e${number}`,
    node: null,
    parent: null,
    window: 0,
    role: "button",
    labels: [],
    value: null,
    error: null,
    className: null,
    package: null,
    resourceId: null,
    bounds,
    actions: ["click"],
    enabled: true,
    checked: null,
    expanded: null,
    selected: null,
    focused: null,
    password: null,
    scrollable: null,
    systemBar: false,
    sources: ["hierarchy"],
    fingerprint: null,
    confidence: null,
    ...parts,
  };
}

function refsOf(elements: readonly UiElement[]): readonly string[] {
  return layOutMarks(SCREEN, elements, outlines)
    .map(({ element: { ref } }) => ref)
    .sort();
}

function overlaps(rects: readonly Rect[]): number {
  const pairs = rects.flatMap((one, at) => rects.slice(at + 1).map((other) => intersect(one, other)));
  return pairs.filter((common) => !isEmpty(common)).length;
}

const anyRect = fc
  .tuple(fc.integer({ min: -500, max: 3_000 }), fc.integer({ min: -500, max: 3_000 }), fc.nat(2_000), fc.nat(2_000))
  .map(([left, top, width, height]) => rectOf(left, top, left + width, top + height));

test("every label lies on the screen, wherever its element is and however many there are", () => {
  fc.assert(
    fc.property(fc.array(anyRect, { maxLength: 60 }), (rects) => {
      const elements = rects.map((bounds, at) => element(at * 997 + 1, bounds));
      const screen = rectOf(0, 0, SCREEN.width, SCREEN.height);
      for (const { label } of layOutMarks(SCREEN, elements, outlines)) assert.ok(contains(screen, label));
    }),
  );
});

test("labels do not cover one another where there is room", () => {
  const rows = Array.from({ length: 18 }, (_, at) => element(at + 1, rectOf(0, 120 * at, 1080, 120 * at + 120)));
  const grid = Array.from({ length: 24 }, (_, at) => {
    const [x, y] = [(at % 4) * 270, Math.floor(at / 4) * 300];
    return element(at + 100, rectOf(x, y, x + 200, y + 80));
  });
  const nested = [0, 1, 2, 3].map((at) => element(at + 200, rectOf(40 + at, 40 + at, 600 - at, 400 - at)));
  for (const elements of [rows, grid, nested]) {
    const labels = layOutMarks(SCREEN, elements, outlines).map(({ label }) => label);
    assert.equal(labels.length, elements.length);
    assert.equal(overlaps(labels), 0);
  }
});

test("a label keeps off words that are there to be read where another place is free", () => {
  const button = element(1, rectOf(200, 600, 700, 720));
  const above = element(2, rectOf(0, 500, 1080, 599), { actions: [], role: "text", labels: ["Read me"] });
  const [mark] = layOutMarks(SCREEN, [button, above], outlines);
  assert.ok(mark && isEmpty(intersect(mark.label, above.bounds)));
  const [alone] = layOutMarks(SCREEN, [button], outlines);
  assert.ok(alone && !isEmpty(intersect(alone.label, above.bounds)), "the usual place is above");
});

test("marked is what can be acted on and seen, and no container that fills most of the screen", () => {
  const elements = [
    element(1, rectOf(10, 10, 100, 100)),
    element(2, rectOf(10, 10, 100, 100), { actions: [] }),
    element(3, rectOf(10, 2_500, 100, 2_600)),
    element(4, rectOf(10, 10, 10, 100)),
    element(5, rectOf(0, 100, 1080, 2_300), { role: "list", actions: ["scroll"] }),
    element(6, rectOf(-50, -50, 20, 20)),
  ];
  assert.deepEqual(refsOf(elements), ["e1", "e6"]);
});

test("the frames lie on the edges of the elements, in the colour of their kind, and the rest of the picture stays", async () => {
  const size = { width: 400, height: 800 };
  const rgba = new Uint8Array(size.width * size.height * 4).fill(255);
  const frame = { ...size, rgba, format: "png" as const, sha256: "", takenAt: 0 };
  const bounds = rectOf(100, 200, 300, 400);
  const marked = await decodePng(await drawMarks(frame, [element(7, bounds), element(8, bounds, { role: "field" })]));
  assert.deepEqual([marked.width, marked.height], [400, 800]);
  const at = (x: number, y: number) => [...marked.rgba.subarray(4 * (y * 400 + x), 4 * (y * 400 + x) + 3)];
  for (const [x, y] of [
    [150, 399],
    [250, 399],
    [100, 300],
    [299, 300],
  ] as const) {
    assert.notDeepEqual(at(x, y), [255, 255, 255], `${x},${y}`);
  }
  for (const [x, y] of [
    [200, 300],
    [50, 50],
    [390, 790],
  ] as const) {
    assert.deepEqual(at(x, y), [255, 255, 255], `${x},${y}`);
  }
});

test("a picture with nothing to mark is the picture", async () => {
  const rgba = Uint8Array.from({ length: 20 * 10 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7) % 256));
  const frame = { width: 20, height: 10, rgba, format: "rgba" as const, sha256: "", takenAt: 0 };
  assert.ok(Buffer.from((await decodePng(await drawMarks(frame, []))).rgba).equals(rgba));
});
