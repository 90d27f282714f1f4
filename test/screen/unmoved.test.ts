import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { inOneGo } from "../../src/base/steps.js";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import type { ViewHierarchy } from "../../src/screen/hierarchy.js";
import { sameElements } from "../../src/screen/same-elements.js";
import { type Elements, type Looks, TraitsReader } from "../../src/screen/traits.js";
import { unmovedPlaces, type WindowPart } from "../../src/screen/unmoved.js";
import { withPictures } from "../../src/screen/visual-words.js";
import { at, button, list, node, page, text } from "../support/build-screen.js";
import { anyChange, treeOf } from "../support/moving-list.js";
import { anyScreen, type TreeNode, writeDump } from "../support/ui-tree.js";

const DIALECT = { singleQuotes: false, beyondAscii: "raw", pretty: false } as const;

function hierarchyOf(roots: readonly TreeNode[]): ViewHierarchy {
  const hierarchy = parseHierarchy(writeDump(roots, DIALECT).replace(/ truth="[^"]*"/g, ""));
  assert.ok(hierarchy);
  return hierarchy;
}

/**
 * The later hierarchy with the nodes of the earlier one where they are equal, as the companion's snapshots are read.
 */
function sharing(before: ViewHierarchy, now: ViewHierarchy): ViewHierarchy {
  const nodes = now.nodes.map((one, place) => {
    const old = before.nodes[place];
    return old && JSON.stringify(old) === JSON.stringify(one) ? old : one;
  });
  return { ...now, nodes };
}

function elementsIn(hierarchy: ViewHierarchy): Elements {
  const elements = elementsOf(hierarchy, null);
  return { elements, parents: elements.map(({ parent }) => parent), hierarchy };
}

/** With images for elements without text: by the letter of the id, or by their place. */
function pictured({ elements, ...rest }: Elements, redrawn: ReadonlySet<number>): Elements {
  const printOf = ({ resourceId }: Looks, place: number) => {
    const letter = redrawn.has(place) ? "7" : (resourceId?.at(-1) ?? "0").replace(/[^a-f]/, String(place % 4));
    return `${letter}${place % 3}5c`.repeat(16);
  };
  const withPrint = (element: Looks, place: number) =>
    element.labels.length > 0 ? element : { ...element, fingerprint: printOf(element, place) };
  return { ...rest, elements: elements.map(withPrint) };
}

function partOf(screen: Elements, window: number): WindowPart {
  return { screen, traits: new TraitsReader(screen), window };
}

function pairsOf(before: Elements, now: Elements, window: number): readonly (readonly [number, number])[] {
  const inWindow = ({ traits, screen }: WindowPart) =>
    screen.elements.flatMap((element, place) => (element.window === window ? [traits.of(place)] : []));
  const [old, part] = withPictures(partOf(before, window), partOf(now, window));
  const pairs = inOneGo(sameElements(inWindow(old), inWindow(part)));
  return pairs.map(([old, element]) => [old.place, element.place] as const).sort(([one], [other]) => one - other);
}

/** The number of windows of the two screens that were the simple case; asserts that each equals the full comparison. */
function compare(before: readonly TreeNode[], after: readonly TreeNode[], redrawn?: readonly number[]): number {
  const first = hierarchyOf(before);
  const plain = [elementsIn(first), elementsIn(sharing(first, hierarchyOf(after)))] as const;
  const [old, now] = redrawn ? [pictured(plain[0], new Set()), pictured(plain[1], new Set(redrawn))] : plain;
  let simple = 0;
  for (const window of first.windows.keys()) {
    const places = unmovedPlaces(...withPictures(partOf(old, window), partOf(now, window)));
    if (!places) continue;
    simple += 1;
    const pairs = places.map((place) => [place, place]);
    assert.deepEqual(pairs, pairsOf(old, now, window), JSON.stringify({ before, after }));
  }
  return simple;
}

test("the quick comparison, where it decides, equals the full one, whatever happens to a list", () => {
  const samples = fc.sample(anyChange, { numRuns: 1_200, seed: 7 });
  let simple = 0;
  for (const { before, after } of samples) simple += compare([treeOf(before)], [treeOf(after)]);
  assert.ok(simple > samples.length / 10, `only ${simple} of ${samples.length} were simple`);
});

const WORDS = ["Milk", "Eggs", "Buy", "Buy now", ""];
const CLASSES = ["android.widget.TextView", "android.widget.Switch", "android.widget.ScrollView", "android.view.View"];

/** Sets one attribute of some nodes to a value that others may have as well. */
const anyEdit: fc.Arbitrary<Edit> = fc.record({
  place: fc.nat(),
  edit: fc.oneof(
    fc.record({ name: fc.constant("text"), value: fc.constantFrom(...WORDS) }),
    fc.record({ name: fc.constant("content-desc"), value: fc.constantFrom(...WORDS) }),
    fc.record({ name: fc.constant("checked"), value: fc.constantFrom("true", "false") }),
    fc.record({ name: fc.constant("focused"), value: fc.constantFrom("true", "false") }),
    fc.record({ name: fc.constant("clickable"), value: fc.constantFrom("true", "false") }),
    fc.record({ name: fc.constant("scrollable"), value: fc.constantFrom("true", "false") }),
    fc.record({ name: fc.constant("class"), value: fc.constantFrom(...CLASSES) }),
    fc.record({ name: fc.constant("bounds"), value: fc.constantFrom(at(0, 0, 500, 90), at(0, 300, 1000, 390)) }),
  ),
});

interface Edit {
  readonly place: number;
  readonly edit: { readonly name: string; readonly value: string };
}

function edited(roots: readonly TreeNode[], edits: readonly Edit[]): readonly TreeNode[] {
  const countOf = (one: TreeNode): number => one.children.reduce((sum, child) => sum + countOf(child), 1);
  const count = roots.reduce((sum, root) => sum + countOf(root), 0);
  let at = 0;
  const copy = ({ attributes, children }: TreeNode): TreeNode => {
    const here = at++;
    const changes = edits.filter(({ place }) => place % count === here).map(({ edit }) => [edit.name, edit.value]);
    return { attributes: { ...attributes, ...Object.fromEntries(changes) }, children: children.map(copy) };
  };
  return roots.map(copy);
}

/** Rows, buttons and fields, many of them equal, with and without ids. */
const anyBoard: fc.Arbitrary<TreeNode> = fc
  .record({
    title: fc.constantFrom("Board", "Board – 3", "Milk"),
    isList: fc.boolean(),
    focused: fc.constantFrom("true", "false"),
    cells: fc.array(
      fc.record({ word: fc.constantFrom(...WORDS), id: fc.constantFrom("a", "b", "c", ""), row: fc.boolean() }),
      {
        minLength: 6,
        maxLength: 24,
      },
    ),
  })
  .map(({ title, isList, focused, cells }) => {
    const parts = cells.map(({ word, id, row }, place) => {
      const bounds = at(0, 100 + place * 70, 1000, 170 + place * 70);
      const attributes: Record<string, string> =
        id === "" ? { bounds } : { bounds, "resource-id": `com.example.app:id/${id}` };
      return row ? node({ ...attributes, clickable: "true" }, text(word, { bounds })) : button(word, attributes);
    });
    return page(
      text(title, { bounds: at(0, 0, 1000, 90) }),
      isList ? list(...parts) : node({ focused, bounds: at(0, 100, 1000, 1900) }, ...parts),
    );
  });

test("the quick comparison equals the full one where some of many equal elements change", () => {
  let simple = 0;
  const edits = fc.array(anyEdit, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(anyBoard, edits, (board, some) => {
      simple += compare([board], edited([board], some));
    }),
    { numRuns: 3_000, seed: 3 },
  );
  assert.ok(simple > 1_000, `only ${simple} of 3000 were simple`);
});

test("the quick comparison equals the full one where images decide, and where some are redrawn", () => {
  let simple = 0;
  const edits = fc.array(anyEdit, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(anyBoard, edits, fc.array(fc.nat(30), { maxLength: 2 }), (board, some, redrawn) => {
      simple += compare([board], edited([board], some), redrawn);
    }),
    { numRuns: 2_000, seed: 4 },
  );
  assert.ok(simple > 300, `only ${simple} of 2000 were simple`);
});

test("the quick comparison equals the full one on any two screens of one shape", () => {
  fc.assert(
    fc.property(anyScreen, fc.array(anyEdit, { minLength: 1, maxLength: 4 }), (roots, some) => {
      compare(roots, edited(roots, some));
    }),
    { numRuns: 300 },
  );
});

test("a window with the same objects as hierarchy keeps all of its elements", () => {
  const before = [page(text("Milk"), list(button("Buy"), button("Buy")))];
  assert.equal(compare(before, before), 1);
});
