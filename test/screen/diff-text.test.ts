import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { diffText } from "../../src/screen/diff-text.js";
import { FIRST_SEEN, type UiElement } from "../../src/screen/element.js";
import { DEFAULT_OUTLINE, type OutlineSource, renderOutline } from "../../src/screen/outline.js";
import { howMany } from "../support/how-many.js";
import { readDifferences } from "../support/outline-reader.js";

/** One element of a made screen, with what is in it. */
interface Made {
  readonly ref: string;
  readonly was: readonly string[];
  readonly role: UiElement["role"];
  readonly label: string;
  readonly inside: readonly Made[];
}

/** Windows by their titles, back to front. */
type MadeScreen = readonly { readonly title: string; readonly inside: readonly Made[] }[];

function sourceOf(screen: MadeScreen): OutlineSource {
  const elements: UiElement[] = [];
  const add = (made: Made, parent: string | null, window: number): void => {
    elements.push(elementOf(made, parent, window));
    for (const one of made.inside) add(one, made.ref, window);
  };
  for (const [window, { inside }] of screen.entries()) for (const one of inside) add(one, null, window);
  const unsaid = { windowId: null, type: null, layer: null, active: null, focused: null, displayId: null } as const;
  const unread = { bounds: null, touchable: null, tree: null, root: null } as const;
  const windows = screen.map(({ title }) => ({ ...unsaid, ...unread, title }));
  return { elements, viewHierarchy: { nodes: [], windows } };
}

const PLACE = { left: 0, top: 0, right: 100, bottom: 20 };
const UNSAID = { value: null, error: null, className: null, resourceId: null, fingerprint: null } as const;
const PLAIN = {
  checked: null,
  expanded: null,
  selected: null,
  focused: null,
  password: null,
  scrollable: null,
} as const;

function elementOf({ ref, was, role, label }: Made, parent: string | null, window: number): UiElement {
  const said = { ...FIRST_SEEN, ref, was, parent, window, role, labels: label === "" ? [] : [label] };
  const known = {
    node: null,
    package: "com.made",
    bounds: PLACE,
    actions: [],
    enabled: true,
    systemBar: false,
  } as const;
  return { ...said, ...UNSAID, ...PLAIN, ...known, sources: ["hierarchy"], confidence: null };
}

/** The change of a screen by one step of an app; the numbers choose the places. */
const CHANGES = [
  "insert",
  "fill",
  "remove",
  "unwrap",
  "wrap",
  "move",
  "say",
  "rename",
  "renameAll",
  "window",
  "unwindow",
] as const;
const WORDS = ["", "Save", "12 new", 'a "was" was e3', "(around e1)", "window com.made", "- e4", "first:", "after e2:"];
const ROLES: readonly UiElement["role"][] = ["text", "button", "row", "list"];

interface Change {
  readonly kind: (typeof CHANGES)[number];
  readonly at: number;
  readonly to: number;
  readonly word: number;
}

const anyChange: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...CHANGES),
  at: fc.nat(1_000),
  to: fc.nat(1_000),
  word: fc.nat(1_000),
});

/** A screen that changes in place, as in an app, with refs assigned as in a session. */
class Changing {
  readonly windows: { title: string; inside: Node[] }[] = [{ title: "Main", inside: [] }];
  #last = 0;

  do({ kind, at, to, word }: Change): void {
    const nodes = this.windows.flatMap(({ inside }) => inside.flatMap((one) => [...within(one)]));
    const node = nodes[at % Math.max(1, nodes.length)];
    const groups = [...this.windows.map(({ inside }) => inside), ...nodes.map(({ inside }) => inside)];
    const group = groups[to % groups.length] ?? [];
    if (kind === "insert" || !node) group.splice(at % (group.length + 1), 0, this.#node(word));
    else if (kind === "fill") group.push(...Array.from({ length: word % 6 }, (_, place) => this.#node(word + place)));
    else if (kind === "window") this.windows.splice(at % 3, 0, this.#window(word));
    else if (kind === "unwindow") this.windows.length > 1 && this.windows.splice(at % this.windows.length, 1);
    else if (kind === "say") node.label = WORDS[word % WORDS.length] ?? "";
    else if (kind === "rename") this.#rename(node, WORDS[word % WORDS.length]);
    else if (kind === "renameAll") for (const one of within(node)) this.#rename(one);
    else this.#place(kind, node, group);
  }

  #place(kind: Change["kind"], node: Node, group: Node[]): void {
    const around = this.#around(node);
    const place = around.indexOf(node);
    if (kind === "remove") around.splice(place, 1);
    else if (kind === "unwrap") around.splice(place, 1, ...node.inside);
    else if (kind === "wrap") around.splice(place, 1, { ...this.#node(1), inside: [node] });
    else if (kind === "move" && ![...within(node)].some(({ inside }) => inside === group)) {
      around.splice(place, 1);
      group.splice(place % (group.length + 1), 0, node);
    }
  }

  #around(node: Node): Node[] {
    const nodes = this.windows.flatMap(({ inside }) => inside.flatMap((one) => [...within(one)]));
    const groups = [...this.windows.map(({ inside }) => inside), ...nodes.map(({ inside }) => inside)];
    const found = groups.find((group) => group.includes(node));
    assert.ok(found);
    return found;
  }

  #node(word: number): Node {
    this.#last += 1;
    const role = ROLES[word % ROLES.length] ?? "text";
    return { ref: `e${this.#last}`, was: [], role, label: WORDS[word % WORDS.length] ?? "", inside: [] };
  }

  #window(word: number): { title: string; inside: Node[] } {
    return { title: ["", "Main", "Toast"][word % 3] ?? "", inside: [this.#node(word)] };
  }

  #rename(node: Node, label = node.label): void {
    this.#last += 1;
    node.was = [...node.was, node.ref];
    node.ref = `e${this.#last}`;
    node.label = label;
  }
}

interface Node extends Made {
  ref: string;
  was: readonly string[];
  label: string;
  inside: Node[];
}

function* within(node: Node): Generator<Node> {
  yield node;
  for (const one of node.inside) yield* within(one);
}

test("applying each difference to the last outline gives the present outline, line by line", () => {
  const seen = { changes: 0, some: 0, moved: 0 };
  const property = fc.property(fc.array(anyChange, { minLength: 40, maxLength: 40 }), (changes) => {
    const screen = new Changing();
    for (let word = 0; word < 24; word += 1) screen.do({ kind: "insert", at: 7 * word, to: 5 * word, word });
    let before = structuredClone(sourceOf(screen.windows));
    let known = renderOutline(before);
    for (const [place, change] of changes.entries()) {
      screen.do(change);
      if (place % 3 === 1) continue; // Some observations come after two changes.
      const after = structuredClone(sourceOf(screen.windows));
      const { kind, text } = diffText(before, after, DEFAULT_OUTLINE);
      known = readDifferences(known, text);
      assert.equal(known, renderOutline(after), text);
      before = after;
      seen.changes += 1;
      if (kind === "some") seen.some += 1;
      if (/^> /m.test(text)) seen.moved += 1;
    }
  });
  fc.assert(property, { numRuns: howMany(100, 1_200) });
  assert.ok(seen.some > seen.changes * 0.4 && seen.moved > seen.changes * 0.03, JSON.stringify(seen));
});

test("the very same elements of the very same hierarchy are unchanged, even where two windows have one name", () => {
  const save: Made = { ref: "e1", was: [], role: "button", label: "Save", inside: [] };
  const twice = sourceOf([
    { title: "Sheet", inside: [save] },
    { title: "Sheet", inside: [{ ...save, ref: "e2" }] },
  ]);
  assert.deepEqual(diffText(twice, { ...twice }, DEFAULT_OUTLINE, "same"), { kind: "none", text: "(nothing changed)" });
  const fewer = { ...twice, elements: twice.elements.slice(1) };
  assert.notEqual(diffText(twice, fewer, DEFAULT_OUTLINE).kind, "none");
});
