import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rectOf } from "../../../src/base/geometry.js";
import { blotsOf } from "../../../src/vision/ocr/blots.js";
import { fuzz } from "../../support/fuzz.js";

/** Foreground where a character is not a space. */
function drawing(...rows: readonly string[]) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const grey = Uint8Array.from(rows.flatMap((row) => [...row.padEnd(width)].map((cell) => (cell === " " ? 255 : 0))));
  return { width, height: rows.length, grey };
}

test("pixels that touch, also by corners, are one blot", () => {
  const picture = drawing("## #  ", " #  # ", "    # ", "#     ", " ##   ");
  assert.deepEqual(blotsOf(picture), [rectOf(0, 0, 2, 2), rectOf(3, 0, 5, 3), rectOf(0, 3, 3, 5)]);
});

test("branches that meet below are one blot", () => {
  assert.deepEqual(blotsOf(drawing("# # #", "# # #", "#####")), [rectOf(0, 0, 5, 3)]);
  assert.deepEqual(blotsOf(drawing("#   #", " # # ", "  #  ")), [rectOf(0, 0, 5, 3)]);
});

test("faint foreground is paper, and an empty image has no blots", () => {
  assert.deepEqual(blotsOf({ width: 2, height: 1, grey: Uint8Array.of(180, 255) }), []);
  assert.deepEqual(blotsOf({ width: 2, height: 1, grey: Uint8Array.of(179, 255) }), [rectOf(0, 0, 1, 1)]);
  assert.deepEqual(blotsOf({ width: 0, height: 0, grey: new Uint8Array() }), []);
});

/** The same by flooding, which is slow and plain. */
function flooded({ width, height, grey }: ReturnType<typeof drawing>): readonly string[] {
  const left = new Set([...grey.keys()].filter((at) => grey[at] === 0));
  const found: string[] = [];
  for (const start of [...left]) {
    if (!left.delete(start)) continue;
    const blot = [start];
    for (const at of blot) {
      for (const dy of [-1, 0, 1]) {
        for (const dx of [-1, 0, 1]) {
          const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy];
          if (x >= 0 && x < width && y >= 0 && y < height && left.delete(y * width + x)) blot.push(y * width + x);
        }
      }
    }
    const [xs, ys] = [blot.map((at) => at % width), blot.map((at) => Math.floor(at / width))];
    found.push([Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1].join());
  }
  return found.sort();
}

test("blots equal those of a flood fill on any drawing", () => {
  const row = fc.array(fc.constantFrom(" ", "#"), { minLength: 9, maxLength: 9 }).map((cells) => cells.join(""));
  const property = fc.property(fc.array(row, { minLength: 1, maxLength: 9 }), (rows) => {
    const picture = drawing(...rows);
    const blots = blotsOf(picture).map(({ left, top, right, bottom }) => [left, top, right, bottom].join());
    assert.deepEqual([...blots].sort(), flooded(picture));
  });
  fc.assert(property, fuzz(500));
});
