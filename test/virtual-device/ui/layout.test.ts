import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Fonts } from "../../../packages/virtual-android/src/draw/fonts.js";
import { TextCache } from "../../../packages/virtual-android/src/draw/text-layout.js";
import { everyView } from "../../../packages/virtual-android/src/ui/hit.js";
import { layOut } from "../../../packages/virtual-android/src/ui/layout.js";
import { px } from "../../../packages/virtual-android/src/ui/measure.js";
import { ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";
import type { View } from "../../../packages/virtual-android/src/ui/view.js";
import { column, row, spacer, stack, text } from "../../../packages/virtual-android/src/ui/widgets/basic.js";
import { contains, isEmpty, type Rect, rectOf } from "../../../src/base/geometry.js";

const texts = new TextCache(new Fonts());
const env = { density: 2, fontScale: 1, texts, now: 0 };
const screen = rectOf(0, 0, 400, 800);

function box(options: Partial<View>): View {
  return { className: "android.view.View", ...options };
}

function rectsOf(view: View, area: Rect = screen): readonly Rect[] {
  return layOut(view, area, env).children.map((placed) => placed.rect);
}

test("dp are converted to pixels with Android's rounding", () => {
  assert.equal(px(24, { density: 2.625 }), 63);
  assert.equal(px(0.2, { density: 1 }), 1);
  assert.equal(px(0, { density: 3 }), 0);
});

test("a column places its children below each other with its gap, padding and margins", () => {
  const view = column([box({ width: 10, height: 20 }), box({ width: 10, height: 5, margin: { top: 3 } })], {
    padding: 4,
    gap: 6,
    width: "fill",
  });
  assert.deepEqual(rectsOf(view), [rectOf(8, 8, 28, 48), rectOf(8, 66, 28, 76)]);
});

test("a row divides its remaining space by weight", () => {
  const view = row([box({ width: 50, height: 10 }), box({ weight: 1, height: 10 }), box({ weight: 2, height: 10 })], {
    width: "fill",
  });
  assert.deepEqual(
    rectsOf(view).map((rect) => rect.right - rect.left),
    [100, 100, 200],
  );
});

test("an empty space moves the following children to the end", () => {
  const [, , last] = rectsOf(
    row([box({ width: 10, height: 10 }), spacer(), box({ width: 20, height: 10 })], { width: "fill" }),
  );
  assert.deepEqual(last, rectOf(360, 0, 400, 20));
});

test("children are aligned within their parent, and may choose their own alignment", () => {
  const view = stack(
    [box({ width: 10, height: 10 }), box({ width: 10, height: 10, alignSelf: "end", alignDown: "end" })],
    { width: 100, height: 100, align: "center", justify: "center" },
  );
  assert.deepEqual(rectsOf(view), [rectOf(90, 90, 110, 110), rectOf(180, 180, 200, 200)]);
});

test("a text wraps into its width, and its view grows", () => {
  const [narrow] = rectsOf(column([text("several words that need more than one line", { size: 20 })], { width: 100 }));
  const [wide] = rectsOf(
    column([text("several words that need more than one line", { size: 20 })], { width: "fill" }),
    rectOf(0, 0, 4000, 800),
  );
  assert.ok((narrow?.bottom ?? 0) >= 3 * (wide?.bottom ?? 0));
});

test("the font scale enlarges texts and nothing else", () => {
  const view = column([text("Aa", { size: 20 }), box({ height: 10, width: 10 })]);
  const [small, square] = layOut(view, screen, env).children;
  const [large, same] = layOut(view, screen, { ...env, fontScale: 1.5 }).children;
  assert.ok((large?.rect.bottom ?? 0) > 1.4 * (small?.rect.bottom ?? 0));
  assert.equal((same?.rect.right ?? 0) - (same?.rect.left ?? 0), (square?.rect.right ?? 0) - (square?.rect.left ?? 0));
});

test("a view that is scrolled out has an empty visible part", () => {
  const scroll = new ScrollModel();
  const rows = Array.from({ length: 20 }, () => box({ width: "fill", height: 50 }));
  const list = column(rows, { scroll, height: 200, width: "fill" });
  layOut(list, screen, env);
  assert.equal(scroll.max, 20 * 100 - 400);
  scroll.scrollTo(150);
  const [first, second] = layOut(list, screen, env).children;
  assert.ok(first && isEmpty(first.visible));
  assert.deepEqual(second?.visible, rectOf(0, 0, 400, 50));
});

const leaf = fc.record({ width: fc.integer({ min: 1, max: 300 }), height: fc.integer({ min: 1, max: 300 }) }).map(box);
const { tree } = fc.letrec<{ tree: View }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc
      .record({
        children: fc.array(tie("tree"), { maxLength: 4 }),
        arrange: fc.constantFrom("row", "column", "stack" as const),
        padding: fc.integer({ min: 0, max: 20 }),
        gap: fc.integer({ min: 0, max: 20 }),
        weight: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
        scroll: fc.boolean(),
      })
      .map(
        ({ children, scroll, ...rest }): View => ({
          className: "android.widget.FrameLayout",
          children,
          ...rest,
          arrange: rest.arrange === "row" ? "row" : rest.arrange === "stack" ? "stack" : "column",
          scroll: scroll && rest.arrange === "column" ? new ScrollModel() : undefined,
        }),
      ),
  ),
}));

test("the visible part of every view is inside that of its parent and of the screen", () => {
  fc.assert(
    fc.property(tree, (view) => {
      for (const placed of everyView(layOut(view, screen, env))) {
        if (!isEmpty(placed.visible)) assert.ok(contains(placed.rect, placed.visible));
        for (const child of placed.children) {
          if (!isEmpty(child.visible)) assert.ok(contains(placed.visible, child.visible));
        }
      }
    }),
  );
});

test("a layout is in whole pixels", () => {
  fc.assert(
    fc.property(tree, (view) => {
      for (const { rect } of everyView(layOut(view, screen, { ...env, density: 2.625 }))) {
        assert.ok([rect.left, rect.top, rect.right, rect.bottom].every(Number.isInteger));
      }
    }),
  );
});
