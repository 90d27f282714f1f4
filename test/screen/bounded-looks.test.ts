import assert from "node:assert/strict";
import { test } from "node:test";
import { hierarchyText, SCREEN, type SHAPES } from "../../bench/linear/screens.js";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs, refSteps } from "../../src/screen/identity.js";
import type { IdentifiedScreen } from "../../src/screen/seen-screen.js";
import type { Looks } from "../../src/screen/traits.js";
import { refCounter } from "../support/screens.js";

/** The allowed growth for twice as many elements: twice as many comparisons, and a little more for one-time work. */
const MOST_TIMES = 2.3;

interface Count {
  reads: number;
}

/** The same elements; counts each reading of their texts, states and bounds. */
function counted<E extends Pick<Looks, "bounds" | "labels" | "actions">>(
  elements: readonly E[],
  count: Count,
): readonly E[] {
  return elements.map((element) => {
    const bounds = watched(element.bounds, ["left", "top", "right", "bottom"], count);
    return watched<E>({ ...element, bounds }, ["labels", "actions"], count);
  });
}

function watched<T extends object>(from: T, names: readonly (keyof T)[], count: Count): T {
  const copy = { ...from };
  for (const name of names) {
    const get = () => {
      count.reads += 1;
      return from[name];
    };
    Object.defineProperty(copy, name, { enumerable: true, get });
  }
  return copy;
}

function readsFor(shape: keyof typeof SHAPES, size: number): number {
  const count: Count = { reads: 0 };
  const next = refCounter();
  let last: IdentifiedScreen | null = null;
  for (const seed of ["row", "line"]) {
    const viewHierarchy = parseHierarchy(hierarchyText(shape, size, seed));
    assert.ok(viewHierarchy);
    const drafts = counted(elementsOf(viewHierarchy, SCREEN), count);
    count.reads = 0;
    const elements: IdentifiedScreen["elements"] = counted(assignRefs(drafts, viewHierarchy, last, next), count);
    last = { elements, viewHierarchy };
  }
  return count.reads;
}

for (const shape of ["counting", "fields", "captions", "items", "rows"] as const) {
  test(`matching twice as many elements takes twice as many comparisons: ${shape}`, () => {
    const [some, twice] = [readsFor(shape, 400), readsFor(shape, 800)];
    assert.ok(some > 400, `${some} looks at 400 elements`);
    assert.ok(twice / some <= MOST_TIMES, `${some} looks at 400 elements, ${twice} at 800`);
  });
}

test("refs assigned in several steps equal refs assigned in one go", () => {
  const [before, now] = ["row", "line"].map((seed) => parseHierarchy(hierarchyText("counting", 50, seed)));
  assert.ok(before && now);
  const last = { elements: assignRefs(elementsOf(before, SCREEN), before, null, refCounter()), viewHierarchy: before };
  const drafts = elementsOf(now, SCREEN);
  const steps = refSteps(drafts, now, last, refCounter());
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  assert.ok(count >= 5, `${count} steps`);
  assert.deepEqual(step.value, assignRefs(drafts, now, last, refCounter()));
});

test("naming twice as many elements takes twice as many steps, none of which reads a third of all", () => {
  const stepsFor = (size: number) => {
    const viewHierarchy = parseHierarchy(hierarchyText("rows", size, "row"));
    assert.ok(viewHierarchy);
    const count: Count = { reads: 0 };
    const steps = refSteps(counted(elementsOf(viewHierarchy, SCREEN), count), viewHierarchy, null, refCounter());
    const reads: number[] = [];
    for (let step = steps.next(); !step.done; step = steps.next()) reads.push(count.reads);
    return reads.map((all, at) => all - (reads[at - 1] ?? 0));
  };
  const [some, twice] = [stepsFor(600), stepsFor(1_200)];
  assert.ok(twice.length >= some.length + 3, `${some.length} and ${twice.length} steps`);
  const all = twice.reduce((sum, one) => sum + one);
  assert.ok(Math.max(...twice) < all / 3, `${twice}`);
});

test("assigning refs reads the window of each element only a few times, however many windows there are", () => {
  const button = '<node class="android.widget.Button" package="a.b" text="a" clickable="true" bounds="[0,0][90,90]"/>';
  const viewHierarchy = parseHierarchy(`<hierarchy rotation="0">${button.repeat(300)}</hierarchy>`);
  assert.ok(viewHierarchy);
  const count: Count = { reads: 0 };
  const drafts = elementsOf(viewHierarchy, SCREEN).map((draft) => watched(draft, ["window"], count));
  assert.equal(new Set(assignRefs(drafts, viewHierarchy, null, refCounter()).map(({ window }) => window)).size, 300);
  assert.ok(count.reads < 300 * 20, `${count.reads} times of 300 elements`);
});
