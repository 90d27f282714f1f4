import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Tables } from "../../../packages/virtual-android/src/companion/tables.js";
import type { TreeContent } from "../../../packages/virtual-android/src/companion/tree.js";
import { piecesOf } from "../../../packages/virtual-android/src/companion/tree.js";
import { patchOf } from "../../../packages/virtual-android/src/companion/tree-patch.js";
import type { NodeAction } from "../../../packages/virtual-android/src/companion/vocabulary.js";
import { readWireTree } from "../../../src/devices/companion/tree.js";
import { patchTree, readTreePatch } from "../../../src/devices/companion/tree-patch.js";

/** What a node says, its parent and its words aside. */
interface Said {
  readonly name: string;
  readonly actions: readonly NodeAction[];
  readonly left: number;
  readonly text: string | null;
  readonly hint: string | null;
}

const said: fc.Arbitrary<Said> = fc.record({
  name: fc.constantFrom("", "a.View", "a.Button", "a.Text", "a.List"),
  actions: fc.constantFrom<readonly NodeAction[]>([], ["click"], ["click", "focus"], ["scrollForward"]),
  left: fc.nat(3),
  text: fc.constantFrom(null, "", "one", "two"),
  hint: fc.constantFrom(null, null, null, "hint"),
});

function nodeOf({ name, actions, left, text, hint }: Said, parent: number, tables: Tables): readonly unknown[] {
  const fixed = [parent, 0, left, 0, 9, 9, tables.name(name), -1, tables.name(name && `id/${name}`)];
  const node = [...fixed, tables.actions(actions), 0];
  if (hint !== null) return [...node, text, null, { hint }];
  return text === null ? node : [...node, text];
}

function treeOf(name: string, all: readonly Said[], parents: readonly number[]) {
  const tables = new Tables();
  const nodes = all.map((one, place) => nodeOf(one, place === 0 ? -1 : (parents[place] ?? 0) % place, tables));
  const content: TreeContent = { nodes, names: tables.names, actionSets: tables.actionSets };
  return { name, content, pieces: piecesOf(nodes) };
}

const screens = fc.integer({ min: 1, max: 90 }).chain((count) =>
  fc.record({
    all: fc.array(said, { minLength: count, maxLength: count }),
    parents: fc.array(fc.nat(100), { minLength: count, maxLength: count }),
    changes: fc.array(fc.tuple(fc.nat(count - 1), said), { maxLength: 4 }),
  }),
);

test("a patch turns one hierarchy into the other, and unchanged nodes stay the same objects", () => {
  let patches = 0;
  fc.assert(
    fc.property(screens, ({ all, parents, changes }) => {
      const base = treeOf("0000000000000001", all, parents);
      const changed = changes.reduce((screen, [place, one]) => screen.with(place, one), all);
      const tree = treeOf("0000000000000002", changed, parents);
      const whole = readWireTree(tree.content);
      const before = readWireTree(base.content);
      const differing = [...whole.keys()].filter((place) => !isSame(whole[place], before[place]));
      const patch = patchOf(base, tree);
      assert.equal(patch !== null, differing.length * 2 < whole.length);
      if (patch === null || differing.length === 0) return;
      patches += 1;
      assert.deepEqual(patch.places, differing);
      const made = patchTree(before, readTreePatch(JSON.parse(JSON.stringify(patch))));
      assert.deepEqual(made, whole);
      for (const [place, node] of made.entries()) assert.equal(node === before[place], !differing.includes(place));
    }),
    { numRuns: 400 },
  );
  assert.ok(patches > 50, `${patches} patches`);
});

test("there is no patch where a node has another parent, or where a node was added or removed", () => {
  const all: readonly Said[] = Array.from({ length: 9 }, (_, left) => ({
    name: "a.View",
    actions: [],
    left,
    text: null,
    hint: null,
  }));
  const parents = all.map(() => 0);
  const base = treeOf("0000000000000001", all, parents);
  assert.equal(patchOf(base, treeOf("0000000000000002", all, parents.with(8, 1))), null);
  assert.equal(patchOf(base, treeOf("0000000000000002", all.slice(1), parents)), null);
});

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
