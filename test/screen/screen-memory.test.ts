import assert from "node:assert/strict";
import { test } from "node:test";
import { type NotedScreen, ScreenMemory } from "../../src/screen/screen-memory.js";
import { button, page, screenWith, text } from "../support/build-screen.js";

const SCOPE = { bootId: "boot", source: "uiautomator", frontId: "front" } as const;

/** A screen with this number of texts; its refs begin with the given number. */
function screen(first: number, texts = 3): NotedScreen {
  const { elements, viewHierarchy } = screenWith(page(...Array.from({ length: texts }, (_, at) => text(`Text ${at}`))));
  return {
    elements: elements.map((element, at) => ({ ...element, ref: `e${first + at}` })),
    viewHierarchy,
    hierarchySource: "uiautomator",
    device: { bootId: "boot" },
    activeWindow: { windowId: "front" },
    errors: [],
  };
}

function refsOf(memory: ScreenMemory, scope = {}, of = screen(1)): readonly string[] {
  const looks = of.viewHierarchy ? memory.looksOf(of.viewHierarchy, 0, { ...SCOPE, ...scope }) : [];
  return looks.map(({ seen }) => seen.elements[0]?.ref ?? "");
}

test("the observations of a window are returned latest first, without one in which nothing is missing now", () => {
  const memory = new ScreenMemory();
  for (const first of [1, 1, 10, 20]) memory.note(screen(first));
  assert.deepEqual(refsOf(memory), ["e20", "e10", "e1"]);
  memory.note(screen(10));
  assert.deepEqual(refsOf(memory), ["e10", "e20", "e1"]);
});

test("no observation is returned for another boot, another window, another source, or no window", () => {
  const memory = new ScreenMemory();
  memory.note(screen(1));
  assert.deepEqual(refsOf(memory), ["e1"]);
  for (const scope of [{ bootId: "other" }, { bootId: null }, { frontId: "other" }, { frontId: null }]) {
    assert.deepEqual(refsOf(memory, scope), [], JSON.stringify(scope));
  }
  assert.deepEqual(refsOf(memory, { source: "a11y-shell" }), []);
  assert.deepEqual(refsOf(memory, { source: "uiautomator-cache" }), ["e1"]);
});

test("windows with ids are distinguished by them within one life of the companion, whichever is in front", () => {
  const noted = (epoch: string, first: number): NotedScreen => {
    const one = screen(first);
    const { viewHierarchy } = one;
    assert.ok(viewHierarchy);
    const windows = viewHierarchy.windows.map((window) => ({ ...window, windowId: 7 }));
    return { ...one, hierarchySource: "a11y-service", viewHierarchy: { ...viewHierarchy, epoch, windows } };
  };
  const memory = new ScreenMemory();
  memory.note(noted("life", 1));
  const scope = { source: "a11y-service" };
  assert.deepEqual(refsOf(memory, { ...scope, frontId: "other" }, noted("life", 1)), ["e1"]);
  assert.deepEqual(refsOf(memory, scope, noted("next life", 1)), []);
});

test("nothing is remembered of two windows that cannot be distinguished, nor of an inconsistent observation", () => {
  const memory = new ScreenMemory();
  const both = screenWith(page(button("OK")), page(button("OK")));
  memory.note({ ...screen(1), ...both });
  memory.note({ ...screen(5), errors: [{ code: "TORN_OBSERVATION" }] });
  assert.deepEqual(refsOf(memory), []);
});

test("the least recently used windows, and the oldest observations, are forgotten", () => {
  const memory = new ScreenMemory();
  for (let look = 0; look < 20; look++) memory.note(screen(look * 10 + 1));
  assert.deepEqual(refsOf(memory), ["e191", "e181", "e171", "e161", "e151", "e141", "e131"]);
  for (let window = 0; window < 24; window++) {
    memory.note({ ...screen(1_000 + window * 10), activeWindow: { windowId: `window ${window}` } });
  }
  assert.deepEqual(refsOf(memory), []);
  assert.deepEqual(refsOf(memory, { frontId: "window 0" }), ["e1000"]);
});

test("large hierarchies are forgotten before there are too many nodes", () => {
  const memory = new ScreenMemory();
  for (let window = 0; window < 12; window++) {
    memory.note({ ...screen(window * 10_000 + 1, 4_000), activeWindow: { windowId: `window ${window}` } });
  }
  const known = Array.from({ length: 12 }, (_, window) => refsOf(memory, { frontId: `window ${window}` }).length);
  assert.deepEqual(known, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
});
