import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../packages/virtual-android/src/framework/random.js";
import { findNextFocus } from "../../../packages/virtual-android/src/ui/focus-finder.js";
import { FOCUS_KEYS, nextFocus } from "../../../src/actions/focus/focus-finder.js";
import { focusPath, moveKey } from "../../../src/actions/focus/focus-path.js";
import { rectOf } from "../../../src/base/geometry.js";

/** Rows of three, 100 apart. */
const GRID = [0, 1, 2].flatMap((y) =>
  [0, 1, 2].map((x) => ({ name: `${x}${y}`, bounds: rectOf(x * 100, y * 100, x * 100 + 80, y * 100 + 80) })),
);

test("focusPath finds the shortest path, and prefers observed moves of a key to predicted ones", () => {
  const none = new Map<string, string>();
  assert.deepEqual(focusPath(GRID, { from: "00", to: "00", seen: none }), []);
  assert.deepEqual(focusPath(GRID, { from: "00", to: "21", seen: none }), ["dpad_down", "dpad_right", "dpad_right"]);
  assert.equal(focusPath(GRID, { from: "22", to: "00", seen: none })?.length, 4);
  const seen = new Map([
    [moveKey("00", "dpad_down"), "00"],
    [moveKey("00", "dpad_up"), "22"],
  ]);
  assert.deepEqual(focusPath(GRID, { from: "00", to: "22", seen }), ["dpad_up"]);
  assert.deepEqual(focusPath(GRID, { from: "00", to: "01", seen }), ["dpad_right", "dpad_down", "dpad_left"]);
  const lone = GRID.slice(0, 1).concat({ name: "same place", bounds: rectOf(0, 0, 80, 80) });
  assert.equal(focusPath(lone, { from: "00", to: "same place", seen: none }), null);
});

test("the predicted focus after a key is the one that Android's rule gives, on random screens", () => {
  const random = new Random(7);
  const draw = (most: number) => random.below(most);
  const key = { dpad_down: "down", dpad_up: "up", dpad_left: "left", dpad_right: "right" } as const;
  let found = 0;
  for (let screen = 0; screen < 400; screen += 1) {
    const boxes = Array.from({ length: 8 }, () => {
      const [left, top] = [draw(800), draw(800)];
      return rectOf(left, top, left + 20 + draw(300), top + 20 + draw(200));
    });
    const [source = rectOf(0, 0, 1, 1), ...others] = boxes;
    for (const one of FOCUS_KEYS) {
      const theirs = findNextFocus(
        source,
        others.map((rect) => ({ rect })),
        key[one],
      );
      const place = nextFocus(source, others, one);
      assert.deepEqual(place === null ? undefined : others[place], theirs?.rect, `${screen} ${one}`);
      if (place !== null) found += 1;
    }
  }
  assert.ok(found > 1_000, `${found}`);
});
