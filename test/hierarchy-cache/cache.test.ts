import assert from "node:assert/strict";
import { test } from "node:test";
import { rectOf } from "../../src/base/geometry.js";
import type { CachePolicy } from "../../src/base/options/choices.js";
import { HierarchyCache } from "../../src/hierarchy-cache/cache.js";
import { readLimits } from "../../src/hierarchy-cache/limits.js";
import { type Drawn, type DrawnScreen, drawn, PLAIN } from "../support/drawn-screen.js";
import { Pens } from "../support/drawn-sheet.js";

const pens = new Pens();
/** 1.2 MB of pixels. */
const SMALL: DrawnScreen = { ...PLAIN, density: 160, sizeDp: { width: 420, height: 720 } };

function draw(change: Partial<DrawnScreen> = {}): Drawn {
  return drawn({ ...SMALL, ...change }, pens);
}

function cacheWith(words: readonly string[] = [], policy: CachePolicy = "tile"): HierarchyCache {
  return new HierarchyCache({ policy, limits: readLimits(words) });
}

function keep(cache: HierarchyCache, { seen, tree }: Drawn, after = seen.frame): string | null {
  return cache.keep(seen, after, tree);
}

function isHit(cache: HierarchyCache, { seen }: Drawn): boolean {
  return cache.find(seen).isHit;
}

test("the cache removes the least recently used screens when there are too many", () => {
  const cache = cacheWith(["screens=2"]);
  const [first, second, third] = ["One", "Two", "Three"].map((title) => draw({ title }));
  assert.ok(first && second && third);
  keep(cache, first);
  keep(cache, second);
  assert.ok(isHit(cache, first));
  keep(cache, third);
  assert.deepEqual([isHit(cache, first), isHit(cache, second), isHit(cache, third)], [true, false, true]);
  assert.equal(cache.size.screens, 2);
});

test("the memory of the cache has a limit, whatever the number of screens and devices", () => {
  const cache = cacheWith(["mb=4"]);
  for (let i = 0; i < 12; i++) keep(cache, draw({ title: `Page ${i}`, serial: `device-${i % 3}` }));
  assert.ok(cache.size.bytes <= 4 * 1024 * 1024, String(cache.size.bytes));
  assert.equal(cache.size.screens, 3);
  const large = cacheWith(["mb=1"]);
  assert.equal(keep(large, draw()), "it is larger than the cache");
  assert.deepEqual(large.size, { bytes: 0, screens: 0 });
});

test("hits and misses are counted for each device", () => {
  const cache = cacheWith();
  const [mine, other] = [draw(), draw({ serial: "emulator-5556" })];
  isHit(cache, mine);
  keep(cache, mine);
  isHit(cache, mine);
  isHit(cache, mine);
  isHit(cache, other);
  assert.deepEqual(cache.tallyOf(mine.seen.key.serial), { hits: 2, misses: 1 });
  assert.deepEqual(cache.tallyOf(other.seen.key.serial), { hits: 0, misses: 1 });
  assert.deepEqual(cache.tallyOf("nobody"), { hits: 0, misses: 0 });
});

test("a screen that changed while its hierarchy was read is not cached, unless only pixels of the bars changed", () => {
  const cache = cacheWith();
  assert.equal(keep(cache, draw(), draw({ shimmer: 0.2 }).seen.frame), "the screen changed meanwhile");
  assert.equal(isHit(cache, draw()), false);
  assert.equal(keep(cache, draw(), draw({ clock: "9:42", battery: 79 }).seen.frame), null);
  assert.equal(
    keep(cache, draw({ isEdgeToEdge: true }), draw({ isEdgeToEdge: true, clock: "9:42" }).seen.frame),
    "the screen changed meanwhile",
  );
});

test("a window that is black in the screenshot is not cached, whatever the bars show", () => {
  const { seen, tree } = draw();
  const { width, height } = seen.frame;
  const rgba = new Uint8Array(width * height * 4);
  const black = { ...seen, frame: { width, height, rgba } };
  assert.equal(cacheWith().keep(black, black.frame, tree), "the window is black in the picture");
  const top = seen.insets?.statusBars?.top ?? 0;
  rgba.set(seen.frame.rgba.subarray(0, top * width * 4));
  assert.equal(cacheWith().keep(black, black.frame, tree), "the window is black in the picture");
});

test("a web view without a hierarchy yet is not cached, since its hierarchy comes without a change of pixels", () => {
  const { seen, tree } = draw();
  const nodes = tree.hierarchy.nodes.map((node, i, all) =>
    i === all.length - 2 ? { ...node, className: "android.webkit.WebView" } : node,
  );
  const empty = { ...tree, hierarchy: { ...tree.hierarchy, nodes } };
  assert.equal(cacheWith().keep(seen, seen.frame, empty), "a web or Flutter view has no hierarchy yet");
});

test("a screen that is read again replaces its cached entry", () => {
  const cache = cacheWith();
  const { seen, tree } = draw();
  cache.keep(seen, seen.frame, tree);
  cache.keep(seen, seen.frame, { ...tree, takenAt: 77 });
  const answer = cache.find(seen);
  assert.equal(answer.isHit && answer.tree.takenAt, 77);
  assert.equal(cache.size.screens, 1);
  cache.forget(seen);
  assert.deepEqual(cache.size, { bytes: 0, screens: 0 });
});

test("screens of one window are distinguished, and each returns its own hierarchy", () => {
  const cache = cacheWith();
  const pages = ["General", "Privacy", "Storage"].map((title) => draw({ title }));
  for (const page of pages) keep(cache, page);
  for (const page of pages) {
    const answer = cache.find(page.seen);
    assert.equal(answer.isHit && answer.tree.hierarchy, page.tree.hierarchy);
  }
});

test("every pixel of the focused field is compared, whatever the policy allows elsewhere", () => {
  const field = { ...PLAIN.field, isFocused: true };
  const [before, after] = [draw({ field }), draw({ field: { ...field, text: "hellp" } })];
  for (const [policy, words] of [
    ["ratio", []],
    ["tile", ["tile-pixels=1024"]],
  ] as const) {
    const cache = cacheWith(words, policy);
    keep(cache, before);
    assert.equal(isHit(cache, after), false, policy);
    const elsewhere = draw({ field, rows: SMALL.rows.map((row, i) => (i === 1 ? { ...row, isOn: true } : row)) });
    assert.equal(isHit(cache, elsewhere), true, `${policy} is loose`);
  }
});

test("a miss reports the first place where the screenshot differs", () => {
  const cache = cacheWith();
  keep(cache, draw());
  const answer = cache.find(draw({ progress: 90 }).seen);
  assert.match(answer.isHit ? "" : answer.why, /^pixels differ from the cached screen, first around \d+, 128$/);
});

test("screens with equal pixels are a hit, although attributes that no pixel shows may be outdated", () => {
  const cache = cacheWith();
  const { seen, tree } = draw();
  cache.keep(seen, seen.frame, tree);
  const nodes = tree.hierarchy.nodes.map((node) => ({ ...node, contentDescription: "another" }));
  const truth = { ...tree.hierarchy, nodes };
  const answer = cache.find(seen);
  assert.ok(answer.isHit);
  assert.notDeepEqual(answer.tree.hierarchy, truth);
});

test("content drawn over a bar's background is compared as far as it covers the bar", () => {
  const cache = cacheWith();
  const { seen, tree } = draw();
  cache.keep(seen, seen.frame, tree);
  const { width, height, rgba } = seen.frame;
  const covered = Uint8Array.from(rgba);
  const strip = rectOf(0, 0, width, 20);
  for (let at = 0; at < strip.bottom * width * 4; at += 4) covered.fill(90, at, at + 3);
  assert.equal(cache.find({ ...seen, frame: { width, height, rgba: covered } }).isHit, false);
});
