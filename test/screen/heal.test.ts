import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { resolveStored } from "../../src/screen/heal.js";
import { storedSelectorSchema, storedSelectorsOf } from "../../src/screen/stored-selector.js";
import { at, list, node, page, screenWith, text } from "../support/build-screen.js";
import { inboxScreen, shoppingScreen } from "../support/query-screens.js";
import type { Screen } from "../support/screens.js";
import type { TreeNode } from "../support/ui-tree.js";

/** A part of a generated page: a control or a text, or a row or card of them. */
interface Part {
  readonly kind: "button" | "icon" | "text" | "checkbox" | "field" | "row" | "card";
  readonly words: string;
  readonly id: string | null;
  readonly className: string | null;
  /** The pixels by which it is moved within its place. */
  readonly shift: number;
  readonly parts: readonly Part[];
}

const CLASSES = {
  button: "android.widget.Button",
  icon: "android.widget.ImageButton",
  text: "android.widget.TextView",
  checkbox: "android.widget.CheckBox",
  field: "android.widget.EditText",
  row: "android.widget.LinearLayout",
  card: "android.widget.FrameLayout",
} as const;

const anyWords = fc.constantFrom(
  "Save",
  "Delete",
  "Open",
  "Milk",
  "Bread",
  "Share",
  "Settings",
  "Buy",
  "Close",
  "Edit",
);
const anyLeaf = fc.record({
  kind: fc.constantFrom("button", "icon", "text", "checkbox", "field"),
  words: fc.oneof({ weight: 5, arbitrary: anyWords }, { weight: 1, arbitrary: fc.constant("") }),
  id: fc.option(fc.constantFrom("save", "delete", "name", "open", "more", "title")),
  className: fc.constant(null),
  shift: fc.constant(0),
  parts: fc.constant([]),
});
const anyGroup = fc.record({
  kind: fc.constantFrom("row", "card"),
  words: fc.constant(""),
  id: fc.option(fc.constantFrom("row", "card")),
  className: fc.constant(null),
  shift: fc.constant(0),
  parts: fc.array(anyLeaf, { minLength: 1, maxLength: 4 }),
});
interface Page {
  readonly isList: boolean;
  readonly top: readonly Part[];
  readonly parts: readonly Part[];
}
const anyPage: fc.Arbitrary<Page> = fc.record({
  isList: fc.boolean(),
  top: fc.array(anyLeaf, { maxLength: 3 }),
  parts: fc.array(fc.oneof({ weight: 2, arbitrary: anyLeaf }, { weight: 3, arbitrary: anyGroup }), {
    minLength: 1,
    maxLength: 6,
  }),
});

/** The hierarchy, and the node of each part. */
function built({ isList, top, parts }: Page): { readonly screen: Screen; readonly nodeOf: (part: Part) => number } {
  const nodes = new Map<Part, TreeNode>();
  const made = (part: Part, left: number, y: number, width: number): TreeNode => {
    const inner = part.parts.map((one, place) => made(one, left + (place * width) / 4, y, width / 4));
    const spoken = part.kind === "icon" ? { "content-desc": part.words } : { text: part.words };
    const clicks = part.kind === "button" || part.kind === "icon" || part.kind === "checkbox";
    const own = {
      class: part.className ?? CLASSES[part.kind],
      ...(part.words === "" ? {} : spoken),
      ...(clicks ? { clickable: "true" } : {}),
      ...(part.kind === "checkbox" ? { checkable: "true" } : {}),
      ...(part.id === null ? {} : { "resource-id": `com.example.app:id/${part.id}` }),
      bounds: at(left + part.shift, y, left + width - 4, y + 100),
    };
    const tree = node(own, ...inner);
    nodes.set(part, tree);
    return tree;
  };
  const bar = top.map((part, place) => made(part, place * 300, 0, 300));
  const rows = parts.map((part, place) => made(part, 0, 200 + place * 120, 1000));
  const holder = isList
    ? list(...rows)
    : node({ class: "android.widget.FrameLayout", bounds: at(0, 150, 1000, 1900) }, ...rows);
  const root = page(...bar, holder);
  const order: TreeNode[] = [];
  const walk = (tree: TreeNode) => {
    order.push(tree);
    tree.children.forEach(walk);
  };
  walk(root);
  const screen = screenWith(root);
  return { screen, nodeOf: (part) => order.indexOf(nodes.get(part) ?? root) };
}

/** Every part of the page, with a function that replaces it by other parts. */
function spots(
  page: Page,
): readonly { readonly part: Part; readonly put: (...parts: readonly Part[]) => Page; readonly isInner: boolean }[] {
  const found: { part: Part; put: (...parts: readonly Part[]) => Page; isInner: boolean }[] = [];
  const swap = (all: readonly Part[], place: number, parts: readonly Part[]) => all.toSpliced(place, 1, ...parts);
  page.top.forEach((part, i) => {
    found.push({ part, put: (...parts) => ({ ...page, top: swap(page.top, i, parts) }), isInner: false });
  });
  page.parts.forEach((part, i) => {
    found.push({ part, put: (...parts) => ({ ...page, parts: swap(page.parts, i, parts) }), isInner: false });
    part.parts.forEach((inner, j) => {
      const put = (...parts: readonly Part[]) => ({
        ...page,
        parts: swap(page.parts, i, [{ ...part, parts: swap(part.parts, j, parts) }]),
      });
      found.push({ part: inner, put, isInner: true });
    });
  });
  return found;
}

/** One change of one attribute; returns the changed part. */
const CHANGES: Readonly<Record<string, (part: Part, word: string) => Part>> = {
  id: (part, word) => ({ ...part, id: part.id === null ? null : `new_${word.toLowerCase()}` }),
  words: (part, word) => ({ ...part, words: word }),
  newWords: (part) => ({ ...part, words: "Something new" }),
  className: (part) => ({ ...part, className: "com.example.widget.OwnView" }),
  role: (part) => ({ ...part, kind: part.kind === "button" ? "text" : part.kind === "text" ? "button" : part.kind }),
  bounds: (part) => ({ ...part, shift: 40 }),
};

interface Outcome {
  readonly wrong: number;
  readonly healed: number;
  readonly runs: number;
}

/** The right element and no other one, or none at all. */
function tally(outcomes: readonly ("right" | "wrong" | "refused")[]): Outcome {
  const count = (what: string) => outcomes.filter((one) => one === what).length;
  return { wrong: count("wrong"), healed: count("right"), runs: outcomes.length };
}

function judged(before: Page, target: Part, after: Page, now: Part | null): "right" | "wrong" | "refused" | null {
  const old = built(before);
  const place = old.screen.elements.findIndex(({ node: own }) => own === old.nodeOf(target));
  const stored = storedSelectorsOf(old.screen)[place];
  if (!stored) return null;
  const next = built(after);
  const { matches } = resolveStored(stored, next.screen);
  const [only, ...others] = matches;
  if (!only || others.length > 0) return "refused";
  return now !== null && only.element.node === next.nodeOf(now) ? "right" : "wrong";
}

const RUNS = 300;

for (const [name, change] of Object.entries(CHANGES)) {
  test(`after a change of ${name} a stored selector finds the stored element or is refused`, () => {
    const outcomes: ("right" | "wrong" | "refused")[] = [];
    fc.assert(
      fc.property(anyPage, fc.nat(), anyWords, (before, pick, word) => {
        const all = spots(before);
        const spot = all[pick % all.length];
        if (!spot) return;
        const now = change(spot.part, word);
        const outcome = judged(before, spot.part, spot.put(now), now);
        if (outcome) outcomes.push(outcome);
        assert.notEqual(outcome, "wrong");
      }),
      { numRuns: RUNS, seed: 7 },
    );
    const { healed, runs } = tally(outcomes);
    assert.ok(healed > runs * LEAST_HEALED, `${healed} of ${runs} healed`);
  });
}

/** Pages of ten words and six ids have many equal elements, which have to be refused; the others are found. */
const LEAST_HEALED = 0.3;

test("a stored selector finds nothing where its element was removed", () => {
  fc.assert(
    fc.property(anyPage, fc.nat(), (before, pick) => {
      const all = spots(before);
      const spot = all[pick % all.length];
      if (!spot || (spot.isInner && all.length < 2)) return;
      assert.notEqual(judged(before, spot.part, spot.put(), null), "wrong");
    }),
    { numRuns: RUNS * 2, seed: 11 },
  );
});

test("a stored selector finds its element where elements around it come, go and move", () => {
  const outcomes: ("right" | "wrong" | "refused")[] = [];
  const anyMove = fc.constantFrom("insert", "remove", "relabel");
  fc.assert(
    fc.property(anyPage, fc.nat(), fc.nat(), anyMove, anyLeaf, (before, pick, other, move, leaf) => {
      const all = spots(before);
      const [target, spot] = [all[pick % all.length], all[other % all.length]];
      if (!target || !spot || target === spot) return;
      if (spot.part.parts.includes(target.part) || target.part.parts.includes(spot.part)) return;
      const put = { insert: [leaf, spot.part], remove: [], relabel: [{ ...spot.part, words: leaf.words }] }[move];
      const outcome = judged(before, target.part, spot.put(...put), target.part);
      if (outcome) outcomes.push(outcome);
      assert.notEqual(outcome, "wrong");
    }),
    { numRuns: RUNS * 2, seed: 13 },
  );
  const { healed, runs } = tally(outcomes);
  assert.ok(healed > runs * LEAST_HEALED, `${healed} of ${runs} healed`);
});

test("a stored selector finds its element on an unchanged screen, and reports no change", () => {
  for (const screen of [inboxScreen(), shoppingScreen()]) {
    for (const [place, stored] of storedSelectorsOf(screen).entries()) {
      const { matches } = resolveStored(stored, screen);
      assert.deepEqual(
        matches.map(({ element, changed }) => [element.ref, changed]),
        [[screen.elements[place]?.ref, []]],
      );
    }
  }
});

test("a stored selector is plain data that is accepted as a target", () => {
  for (const stored of storedSelectorsOf(inboxScreen())) {
    const written = JSON.stringify(stored);
    assert.ok(written.length < 2_000, written);
    assert.deepEqual(storedSelectorSchema.parse(JSON.parse(written)), stored);
  }
});

test("a stored selector does not find an item with another text, nor an element of another app", () => {
  const before = screenWith(
    page(
      list(
        node({ class: CLASSES.row }, text("Milk"), node({ class: CLASSES.button, clickable: "true", text: "Delete" })),
      ),
    ),
  );
  const after = screenWith(
    page(
      list(
        node({ class: CLASSES.row }, text("Bread"), node({ class: CLASSES.button, clickable: "true", text: "Delete" })),
      ),
    ),
  );
  const place = before.elements.findIndex(({ role }) => role === "button");
  const stored = storedSelectorsOf(before)[place];
  assert.ok(stored);
  const { matches, guesses } = resolveStored(stored, after);
  assert.deepEqual(matches, []);
  assert.deepEqual(guesses[0]?.changed.slice(0, 1), ["around"]);
  assert.deepEqual(resolveStored({ ...stored, package: "com.example.other" }, before), { matches: [], guesses: [] });
});

/** Rows of a list, each with a button that has only an image; the list scrolls or is fully visible. */
function starred(names: readonly string[], scrollable: boolean): Screen {
  const rows = names.map((name, place) => {
    const top = 100 + place * 100;
    const star = { class: CLASSES.icon, clickable: "true", "resource-id": "com.example.app:id/star" };
    return node(
      { class: CLASSES.row, clickable: "true", bounds: at(0, top, 1000, top + 100) },
      text(name, { bounds: at(0, top, 600, top + 100) }),
      node({ ...star, bounds: at(900, top, 1000, top + 100) }),
    );
  });
  const bounds = at(0, 100, 1000, 1900);
  const recycler = { class: "androidx.recyclerview.widget.RecyclerView", scrollable: String(scrollable), bounds };
  return screenWith(page(node(recycler, ...rows)));
}

for (const scrollable of [true, false]) {
  const words = scrollable ? "that scrolls" : "that is fully visible";
  test(`in a list ${words}, a button without text is found by the text of its row, and a row by its own`, () => {
    const before = starred(["Milk", "Eggs", "Bread"], scrollable);
    const all = storedSelectorsOf(before);
    const [row, star] = ["row", "button"].map((role) =>
      all.find((one) => one.role === role && [...one.labels, ...one.around].includes("Eggs")),
    );
    assert.ok(row && star);
    const found = (stored: typeof row, names: readonly string[]) => {
      const screen = starred(names, scrollable);
      const { matches } = resolveStored(stored, screen);
      return matches.map(({ element }) => `${element.role} at ${element.bounds.top}`);
    };
    const moved = ["Bread", "Jam", "Milk", "Eggs"];
    assert.deepEqual([found(row, moved), found(star, moved)], [["row at 400"], ["button at 400"]]);
    const replaced = ["Milk", "Jam", "Bread"];
    assert.deepEqual([found(row, replaced), found(star, replaced)], [[], []], "another element came into its place");
    const twice = ["Eggs", "Milk", "Eggs"];
    for (const stored of [row, star])
      assert.notEqual(found(stored, twice).length, 1, "it is unknown which element is meant");
  });
}
