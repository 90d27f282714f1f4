import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ElementDraft } from "../../../src/screen/element.js";
import { uiElementSchema } from "../../../src/screen/element.js";
import { DETECTION_KINDS, type Detection } from "../../../src/vision/detection.js";
import { type FusionInput, fuse } from "../../../src/vision/fuse.js";
import { at, node, page } from "../../support/build-screen.js";
import { inputOf } from "../../support/fuse-screen.js";
import type { TreeNode } from "../../support/ui-tree.js";

const CLASSES = ["View", "widget.Button", "widget.TextView", "widget.EditText", "widget.ImageView", "view.SurfaceView"];
const box = fc.tuple(
  fc.integer({ min: -50, max: 990 }),
  fc.integer({ min: -50, max: 1990 }),
  fc.integer({ min: 1, max: 600 }),
  fc.integer({ min: 1, max: 600 }),
);

function nodesWith(inner: fc.Arbitrary<readonly TreeNode[]>): fc.Arbitrary<TreeNode> {
  const parts = {
    sides: box,
    name: fc.constantFrom(...CLASSES),
    words: fc.constantFrom("", "", "Save", "Milk"),
    clickable: fc.boolean(),
    scrollable: fc.boolean(),
    inner,
  };
  return fc
    .record(parts)
    .map(({ sides: [left, top, wide, high], name, words, clickable, scrollable, inner: children }) => {
      const flags = { clickable: String(clickable), scrollable: String(scrollable) };
      const bounds = at(left, top, left + wide, top + high);
      return node({ class: `android.${name}`, text: words, ...flags, bounds }, ...children);
    });
}

const some = (of: fc.Arbitrary<TreeNode>) => fc.array(of, { maxLength: 3 });
const nodes = nodesWith(some(nodesWith(some(nodesWith(fc.constant([]))))));

const detection: fc.Arbitrary<Detection> = fc
  .record({
    sides: box,
    kind: fc.constantFrom(...DETECTION_KINDS),
    confidence: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
    text: fc.option(fc.constantFrom("OK", "Milk", " ")),
    guess: fc.option(fc.constant({ name: "search", confidence: 0.5 })),
    source: fc.constantFrom("vision" as const, "ocr" as const),
  })
  .map(({ sides: [left, top, wide, high], ...rest }) => ({
    ...rest,
    bounds: { left, top, right: left + wide, bottom: top + high },
  }));

const inputs: fc.Arbitrary<FusionInput> = fc
  .tuple(fc.array(nodes, { maxLength: 4 }), fc.array(detection, { maxLength: 12 }))
  .map(([trees, detections]) => inputOf([page(...trees)], detections));

const always = (check: (input: FusionInput) => void) => fc.assert(fc.property(inputs, check), { numRuns: 300 });

/** Without what fusion may add. */
function sticky({ vision: _vision, sources: _sources, role: _role, parent: _parent, labels, ...rest }: ElementDraft) {
  return labels.length > 0 ? { ...rest, labels } : rest;
}

test("every element of the hierarchy stays, in its order and with all its facts", () => {
  always((input) => {
    const kept = fuse(input).elements.filter(({ node: of }) => of !== null);
    assert.equal(kept.length, input.elements.length);
    input.elements.forEach((element, place) => {
      const after = kept[place];
      assert.ok(after?.vision);
      const reported = sticky(element);
      assert.deepEqual({ ...sticky(after), labels: undefined }, { ...reported, labels: undefined });
      if (element.labels.length > 0) assert.deepEqual(after.labels, element.labels);
      assert.ok(after.sources.includes("hierarchy"));
    });
  });
});

test("parents come before their children, and parents from the hierarchy stay the same elements", () => {
  always((input) => {
    const { elements } = fuse(input);
    elements.forEach(({ parent }, place) => {
      assert.ok(parent === null || (parent >= 0 && parent < place));
    });
    const kept = elements.filter(({ node: of }) => of !== null);
    kept.forEach((element, place) => {
      const old = input.elements[place]?.parent ?? null;
      const oldNode = old === null ? null : (input.elements[old]?.node ?? null);
      assert.equal(element.parent === null ? null : elements[element.parent]?.node, oldNode);
    });
  });
});

test("each detection becomes one element, or is dropped with one reason", () => {
  always((input) => {
    const { elements, dropped } = fuse(input);
    const added = elements.filter(({ node: of }) => of === null);
    assert.equal(added.length + dropped.length, input.detections.length);
    assert.equal(new Set(dropped.map(({ detection: one }) => one)).size, dropped.length);
    assert.ok(dropped.every(({ why }) => why !== ""));
  });
});

test("the order of the detections does not matter", () => {
  fc.assert(
    fc.property(inputs, fc.infiniteStream(fc.nat()), (input, numbers) => {
      const shuffled = input.detections
        .map((one) => ({ one, key: numbers.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      assert.deepEqual(fuse({ ...input, detections: shuffled }), fuse(input));
    }),
    { numRuns: 200 },
  );
});

test("without detections nothing is added, and fusing again changes nothing", () => {
  always((input) => {
    const once = fuse({ ...input, detections: [] });
    assert.equal(once.elements.length, input.elements.length);
    assert.deepEqual(fuse({ ...input, elements: once.elements, detections: [] }).elements, once.elements);
  });
});

test("every fused element fits the schema of elements", () => {
  always((input) => {
    fuse(input).elements.forEach((element, place) => {
      const parent = element.parent === null ? null : `e${element.parent + 1}`;
      const parsed = uiElementSchema.safeParse({ ...element, ref: `e${place + 1}`, parent });
      assert.ok(parsed.success, JSON.stringify(parsed.error?.issues));
    });
  });
});
