import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contains, intersect, isEmpty, type Rect, rectOf, type Size } from "../../src/base/geometry.js";
import { FIRST_SEEN, ROLES, type Role, type UiElement } from "../../src/screen/element.js";
import type { Frame } from "../../src/screen/frame.js";
import { decodePng, type Pixels } from "../../src/vision/image.js";
import { contrastOf, MARK_LIGHT, markColor, PREVIOUS_COLOR } from "../../src/vision/marks/mark-colors.js";
import { drawMarks, layOutMarks, type MarkOptions, markedPng, markPicture } from "../../src/vision/marks.js";
import { USUAL_SIDE } from "../../src/vision/picture-size.js";
import { frameOf } from "../support/marked-screens.js";
import { randomFrom } from "../support/mutations.js";

const SCREEN: Size = { width: 1080, height: 2400 };

function element(number: number, bounds: Rect, parts: Partial<UiElement> = {}): UiElement {
  return {
    ...FIRST_SEEN,
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

/** A screen of one colour. */
function blank({ width, height }: Size = SCREEN, shade = 255): Frame {
  return frameOf({ width, height }, new Uint8Array(width * height * 4).fill(shade));
}

const BLANK = blank();

async function refsOf(elements: readonly UiElement[], options: MarkOptions = {}): Promise<readonly string[]> {
  const { drawn } = await layOutMarks(BLANK, elements, options);
  return drawn.map(({ ref }) => ref);
}

function pixelAt({ width, rgba }: Pixels, x: number, y: number): readonly number[] {
  return [...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
}

const anyRect = fc
  .tuple(fc.integer({ min: -500, max: 3_000 }), fc.integer({ min: -500, max: 3_000 }), fc.nat(2_000), fc.nat(2_000))
  .map(([left, top, width, height]) => rectOf(left, top, left + width, top + height));

test("every label is inside the image and overlaps no other, wherever and however many the elements are", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRect, { maxLength: 60 }), async (rects) => {
      const elements = rects.map((bounds, at) => element(at * 97 + 1, bounds));
      const { marks, size } = await layOutMarks(blank({ width: 270, height: 600 }), elements);
      const picture = rectOf(0, 0, size.width, size.height);
      for (const [at, { label }] of marks.entries()) {
        assert.ok(contains(picture, label));
        assert.ok(marks.slice(at + 1).every((other) => isEmpty(intersect(label, other.label))));
      }
    }),
    { numRuns: 40 },
  );
});

test("every element has its mark where there is space", async () => {
  const rows = Array.from({ length: 18 }, (_, at) => element(at + 1, rectOf(0, 120 * at, 1080, 120 * at + 120)));
  const grid = Array.from({ length: 24 }, (_, at) => {
    const [x, y] = [(at % 4) * 270, Math.floor(at / 4) * 300];
    return element(at + 100, rectOf(x, y, x + 200, y + 80));
  });
  const nested = [0, 1, 2, 3].map((at) => element(at + 200, rectOf(40 + at, 40 + at, 600 - at, 400 - at)));
  for (const elements of [rows, grid, nested]) {
    const { marks, left } = await layOutMarks(BLANK, elements);
    assert.deepEqual([marks.length, left], [elements.length, []]);
  }
});

test("a label avoids text, and a line leads to it where it had to move", async () => {
  const button = element(1, rectOf(200, 600, 300, 660));
  const [free] = (await layOutMarks(BLANK, [button])).marks;
  assert.ok(free && free.leader === null);
  // Letters, or what looks like some, all around it.
  const rgba = BLANK.rgba.slice();
  for (let y = 480; y < 780; y += 1)
    for (let x = 0; x < 500; x += 1)
      if (((x >> 2) + (y >> 2)) % 2) rgba.fill(0, 4 * (y * 1080 + x), 4 * (y * 1080 + x) + 3);
  const texts = [rectOf(0, 480, 500, 780)];
  const [mark] = (await layOutMarks(frameOf(SCREEN, rgba), [button], { texts })).marks;
  assert.ok(mark?.leader);
  const scale = USUAL_SIDE / 2400;
  assert.ok(isEmpty(intersect(mark.label, rectOf(0, 480 * scale, 500 * scale, 780 * scale))));
});

const UNMATCHED = { why: "unmatched", confidence: null, similarity: null, guess: null, tapPoint: null } as const;

test("visible actionable elements are marked, and no container that fills most of the image", async () => {
  const elements = [
    element(1, rectOf(10, 10, 100, 100)),
    element(2, rectOf(10, 10, 100, 100), { actions: [] }),
    element(3, rectOf(10, 2_500, 100, 2_600)),
    element(4, rectOf(10, 10, 10, 100)),
    element(5, rectOf(0, 100, 1080, 2_300), { role: "list", actions: ["scroll"] }),
    element(6, rectOf(-50, -50, 20, 20)),
    element(7, rectOf(300, 300, 400, 400), { vision: { ...UNMATCHED, why: "covered" } }),
    element(8, rectOf(300, 300, 400, 400), { vision: UNMATCHED }),
  ];
  assert.deepEqual(await refsOf(elements), ["e1", "e6", "e8"]);
  assert.deepEqual(
    await refsOf(elements, { isChosen: true }),
    ["e1", "e2", "e6", "e8"],
    "the visible part of the chosen elements",
  );
  assert.deepEqual(
    await refsOf(elements, { named: new Set(["e5", "e3"]) }),
    ["e1", "e5", "e6", "e8"],
    "requested by its ref",
  );
});

test("of too many elements the clickable ones are marked in order, and the number of others is reported", async () => {
  const cells = Array.from({ length: 90 }, (_, at) => {
    const [x, y] = [(at % 5) * 216, Math.floor(at / 5) * 130];
    return element(at + 1, rectOf(x, y, x + 200, y + 120), at % 9 === 0 ? { actions: ["scroll"], role: "scroll" } : {});
  });
  const { drawn, left } = await layOutMarks(BLANK, cells);
  const touched = cells.filter(({ role }) => role === "button").map(({ ref }) => ref);
  assert.deepEqual(
    drawn.map(({ ref }) => ref),
    touched.slice(0, 60),
  );
  assert.equal(drawn.length + left.length, 90);
  assert.deepEqual(await refsOf(cells, { most: 2 }), ["e2", "e3"]);
});

test("frames are on the edges of elements in the colour of their kind, and the other pixels stay", async () => {
  const frame = blank({ width: 640, height: 1280 });
  const bounds = rectOf(200, 400, 600, 800);
  const marked = await decodePng(await drawMarks(frame, [element(7, bounds)]));
  assert.deepEqual([marked.width, marked.height], [640, 1280]);
  const at = (x: number, y: number) => pixelAt(marked, x, y);
  const color = [1, 3, 5].map((from) => Number.parseInt(markColor("button").slice(from, from + 2), 16));
  for (const [x, y] of [
    [400, 799],
    [500, 799],
    [200, 700],
    [599, 600],
  ] as const) {
    assert.ok(
      at(x, y).every((part, channel) => Math.abs(part - (color[channel] ?? 0)) < 60),
      `${x},${y}: ${at(x, y)}`,
    );
  }
  for (const [x, y] of [
    [400, 600],
    [100, 100],
    [630, 1270],
  ] as const) {
    assert.deepEqual(at(x, y), [255, 255, 255], `${x},${y}`);
  }
});

/** Colours along a line, as changes between background and line. */
function changesAlong(picture: Pixels, y: number, from: number, to: number): number {
  const isDark = Array.from({ length: to - from }, (_, at) => (pixelAt(picture, from + at, y)[0] ?? 255) < 128);
  return isDark.filter((dark, at) => at > 0 && dark !== isDark[at - 1]).length;
}

test("a frame is dashed for an element from detectors, and solid for one from the hierarchy", async () => {
  const frame = blank({ width: 640, height: 1280 });
  const bounds = rectOf(200, 400, 600, 800);
  const seen = await decodePng(await drawMarks(frame, [element(7, bounds, { sources: ["vision"] })]));
  const reported = await decodePng(await drawMarks(frame, [element(7, bounds, { sources: ["hierarchy", "vision"] })]));
  assert.ok(changesAlong(seen, 799, 220, 580) > 20);
  assert.equal(changesAlong(reported, 799, 220, 580), 0);
});

test("the last target is outlined in red, a colour of no role", async () => {
  const frame = blank({ width: 640, height: 1280 });
  const previous = element(7, rectOf(200, 400, 600, 800));
  const { image, layout } = await markPicture(frame, [], { previous });
  assert.deepEqual(layout.previous, previous.bounds);
  assert.equal(image.width, 640);
  const [red = 0, green = 255, blue = 255] = pixelAt(await decodePng(await markedPng(frame, layout)), 400, 798);
  assert.ok(red > 180 && green < 60 && blue < 60);
  for (const role of ROLES) {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((from) => Number.parseInt(markColor(role).slice(from, from + 2), 16));
    assert.ok(r < 2.2 * Math.max(g, b), `${role} is not red`);
  }
});

test("kinds of control with different use have different colours, and those with the same use the same", () => {
  const families: readonly (readonly Role[])[] = [
    ["button"],
    ["field"],
    ["dropdown"],
    ["checkbox", "switch", "radio"],
    ["slider", "progress"],
    ["tab"],
    ["row"],
    ["list", "pager", "scroll"],
    ["image"],
    ["text", "web", "canvas", "group"],
  ];
  const colours = families.map((roles) => new Set(roles.map(markColor)));
  for (const [place, own] of colours.entries()) assert.equal(own.size, 1, families[place]?.join(", "));
  assert.equal(new Set(colours.flatMap((own) => [...own])).size, families.length);
});

test("letters and lines have a contrast of at least 4.5 to 1 for every role, against letters and halo", () => {
  assert.equal(contrastOf("#000000", "#ffffff"), 21);
  assert.ok(Math.abs(contrastOf("#767676", "#ffffff") - 4.54) < 0.01, "the known example");
  for (const role of ROLES) assert.ok(contrastOf(markColor(role), MARK_LIGHT) >= 4.5, role);
  assert.ok(contrastOf(PREVIOUS_COLOR, MARK_LIGHT) >= 4.5);
});

test("a part of the screen is shown in its own pixels, with the marks of its elements", async () => {
  const elements = [element(1, rectOf(100, 100, 300, 200)), element(2, rectOf(500, 1_500, 700, 1_600))];
  const part = rectOf(400, 1_400, 1_000, 2_000);
  const { image, layout } = await markPicture(BLANK, elements, { part });
  assert.deepEqual(
    layout.drawn.map(({ ref }) => ref),
    ["e2"],
  );
  // 600 pixels are doubled: they are few for letters of a fixed size.
  assert.deepEqual([image.width, image.height, image.scale], [1_200, 1_200, 0.5]);
  assert.deepEqual(layout.marks[0]?.box, rectOf(200, 200, 600, 400));
});

test("a frame of another size than the screen has its marks at the right places", async () => {
  const { marks } = await layOutMarks(BLANK, [element(1, rectOf(270, 300, 540, 600))], {
    screen: { width: 540, height: 1200 },
  });
  const scale = USUAL_SIDE / 2400;
  assert.deepEqual(
    marks[0]?.box,
    rectOf(...([540, 600, 1080, 1200].map((at) => Math.round(at * scale)) as [number, number, number, number])),
  );
});

test("an image that must be made smaller keeps readable letters", async () => {
  const noise = randomFrom(7);
  const frame = frameOf(
    { width: 1000, height: 1000 },
    Uint8Array.from({ length: 4_000_000 }, (_, at) => (at % 4 === 3 ? 255 : noise(256))),
  );
  const limits = { longestSide: 1568, maxBytes: 150_000 };
  const { image, layout } = await markPicture(frame, [element(12, rectOf(100, 100, 500, 500))], { limits });
  assert.ok(image.bytes.length <= limits.maxBytes && image.width < 1_000);
  assert.deepEqual([layout.size.width, layout.size.height], [image.width, image.height]);
  const [mark] = layout.marks;
  assert.ok(mark && mark.label.bottom - mark.label.top >= 30);
});

test("an image without anything to mark stays unchanged", async () => {
  const rgba = Uint8Array.from({ length: 20 * 1000 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7) % 256));
  const frame = frameOf({ width: 20, height: 1000 }, rgba);
  assert.ok(Buffer.from((await decodePng(await drawMarks(frame, []))).rgba).equals(rgba));
});
