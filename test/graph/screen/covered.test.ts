import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutCovered } from "../../../src/graph/screen/covered.js";
import type { SeenElement } from "../../../src/graph/screen/screen-facts.js";

const SIZE = { width: 1000, height: 2000 };

type Given = Partial<Omit<SeenElement, "bounds">> & { readonly box?: readonly [number, number, number, number] };

function element(name: string, { box = [0, 0, 1000, 2000], ...rest }: Given = {}): SeenElement {
  const [left, top, right, bottom] = box;
  return {
    name,
    parent: "root",
    role: "group",
    labels: [],
    value: null,
    resourceId: null,
    package: null,
    bounds: { left, top, right, bottom },
    actions: [],
    enabled: true,
    checked: null,
    selected: false,
    password: false,
    scrollable: false,
    systemBar: false,
    ...rest,
  };
}

/** A page that takes clicks, with lines of text. */
function page(name: string, given: Given = {}, lines = 3): readonly SeenElement[] {
  const words = Array.from({ length: lines }, (_, place) =>
    element(`${name}.${place}`, { parent: name, role: "text", labels: [`${name} ${place}`], box: [0, 300, 900, 400] }),
  );
  return [element(name, { actions: ["click"], ...given }), ...words];
}

function left(...shown: readonly SeenElement[]): string {
  const all = withoutCovered([element("root", { parent: null }), ...shown], SIZE);
  return all
    .map(({ name }) => name)
    .filter((name) => name !== "root" && !name.includes("."))
    .join(" ");
}

test("a clickable page covers large elements beside it, in any order", () => {
  const lower = page("lower", { actions: [], box: [0, 0, 1000, 1800] });
  assert.equal(left(...lower, ...page("upper")), "upper");
  assert.equal(left(...page("upper"), ...lower), "upper");
  const kept = withoutCovered([element("root", { parent: null }), ...lower, ...page("upper")], SIZE);
  assert.ok(!kept.some(({ name }) => name.startsWith("lower")));
});

test("of two pages in the same place the later one is on top", () => {
  assert.equal(left(...page("one"), ...page("two")), "two");
});

test("bars and buttons over a page stay, and so do elements that extend beyond it", () => {
  const bar = element("bar", { box: [0, 0, 1000, 200] });
  const player = element("player", { box: [0, 1700, 1000, 2000] });
  assert.equal(left(...page("page"), bar, player), "page bar player");
  const tall = element("tall");
  assert.equal(left(tall, ...page("page", { box: [0, 200, 1000, 2000] })), "tall page");
});

test("a clickable shade, a page that is not clickable and a small page cover nothing", () => {
  const lower = page("lower", { actions: [], box: [0, 0, 1000, 1800] });
  assert.equal(left(...lower, ...page("shade", {}, 0)), "lower shade");
  assert.equal(left(...lower, ...page("still", { actions: [] })), "lower still");
  assert.equal(left(...lower, ...page("small", { box: [0, 0, 1000, 1100] })), "lower small");
});
