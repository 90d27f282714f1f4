import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import type { ElementDraft } from "../../src/screen/element.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { at, button, node, page, text } from "../support/build-screen.js";
import { refCounter, type Screen } from "../support/screens.js";
import { type TreeNode, writeDump } from "../support/ui-tree.js";

/** Images that resemble none of the others, nor their inversions. */
const PICTURES = {
  edit: "0123456789abcdef".repeat(4),
  share: "f00dfeedcafe1234".repeat(4),
  delete: "5a5a00ff3c3cff00".repeat(4),
  archive: "8421084210842108".repeat(4),
} as const;
type Picture = keyof typeof PICTURES;

/** The same image with this number of changed bits, at its beginning. */
function redrawn(picture: string, bits: number): string {
  return picture.replace(/./g, (digit, place: number) =>
    place < bits ? (Number.parseInt(digit, 16) ^ 1).toString(16) : digit,
  );
}

function inverted(picture: string): string {
  return picture.replace(/./g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
}

interface Icon {
  /** Its fingerprint; null if there is none. */
  readonly print: string | null;
  readonly more?: Readonly<Record<string, string>>;
}

const icons = (...names: readonly Picture[]): readonly Icon[] => names.map((name) => ({ print: PICTURES[name] }));
const withoutPictures = (count: number): readonly Icon[] => Array.from({ length: count }, () => ({ print: null }));

/** Observes several toolbars: a title and buttons without text. */
function looker() {
  const next = refCounter();
  let last: Screen | null = null;
  return (
    shown: readonly Icon[],
    title = "Notes",
    more: readonly TreeNode[] = [],
    tree: string | null = null,
  ): readonly string[] => {
    const buttons = shown.map(({ more: attributes = {} }, place) =>
      node({
        class: "android.widget.ImageButton",
        clickable: "true",
        bounds: at(500 + place * 100, 0, 600 + place * 100, 90),
        ...attributes,
      }),
    );
    const roots = [page(text(title, { bounds: at(0, 0, 400, 90) }), ...buttons, ...more)];
    const parsed = parseHierarchy(writeDump(roots, { singleQuotes: false, beyondAscii: "raw", pretty: false }));
    assert.ok(parsed);
    const windows = parsed.windows.map((window) => ({ ...window, tree }));
    const viewHierarchy = { ...parsed, epoch: tree === null ? null : "epoch", windows };
    let icon = 0;
    const drafts = elementsOf(viewHierarchy, null).map((draft) =>
      /Image|Check/.test(draft.className ?? "") ? { ...draft, fingerprint: shown[icon++]?.print ?? null } : draft,
    );
    last = { elements: assignRefs(drafts, viewHierarchy, last, next), viewHierarchy };
    return last.elements.filter(({ className }) => /Image|Check/.test(className ?? "")).map(({ ref }) => ref);
  };
}

test("buttons without text that show other images are other buttons, even in the same places", () => {
  const look = looker();
  const before = look(icons("edit", "share"), "Notes");
  const selecting = look(icons("delete", "archive"), "Notes");
  assert.ok(selecting.every((ref) => !before.includes(ref)));
});

test("a button without text is recognised by its image where it moves, and where others come and go", () => {
  const look = looker();
  const [edit, share] = look(icons("edit", "share"));
  assert.deepEqual(look(icons("share", "edit")), [share, edit]);
  const [, , moved] = look(icons("archive", "delete", "share"));
  assert.equal(moved, share);
});

test("a slightly redrawn image is the same, and a half changed one is not", () => {
  const look = looker();
  const [edit] = look(icons("edit", "share"));
  const [again] = look([{ print: redrawn(PICTURES.edit, 6) }, { print: PICTURES.share }]);
  assert.equal(again, edit);
  const [other] = look([{ print: redrawn(PICTURES.edit, 60) }, { print: PICTURES.share }]);
  assert.notEqual(other, edit);
});

test("an image that resembles two different ones identifies neither", () => {
  const look = looker();
  const before = look([{ print: PICTURES.edit }, { print: redrawn(PICTURES.edit, 12) }]);
  const [between] = look([{ print: redrawn(PICTURES.edit, 6) }]);
  assert.ok(!before.includes(between ?? ""));
});

test("buttons are the same where the whole theme is inverted, and a single inverted one is another button", () => {
  const look = looker();
  const before = look(icons("edit", "share"));
  const dark = look([{ print: inverted(PICTURES.edit) }, { print: inverted(PICTURES.share) }], "Notes", [text("Dark")]);
  assert.deepEqual(dark, before);
  const [edit] = look([{ print: PICTURES.edit }, { print: inverted(PICTURES.share) }]);
  assert.ok(!before.includes(edit ?? ""));
});

test("an image beside its own inverse does not show whether the theme was inverted", () => {
  const look = looker();
  const before = look([{ print: PICTURES.edit }, { print: inverted(PICTURES.edit) }]);
  const now = look([{ print: inverted(PICTURES.edit) }, { print: PICTURES.edit }]);
  assert.ok(now.every((ref) => !before.includes(ref)));
});

test("two equal icons keep their refs until one comes or goes", () => {
  const look = looker();
  const before = look(icons("edit", "edit"));
  assert.deepEqual(look(icons("edit", "edit")), before);
  const [one] = look(icons("edit"));
  assert.ok(!before.includes(one ?? ""));
});

test("without a screenshot a button is recognised by its place, unless the text beside it changed", () => {
  for (const [first, second] of [
    [withoutPictures(2), icons("delete", "archive")],
    [icons("edit", "share"), withoutPictures(2)],
    [withoutPictures(2), withoutPictures(2)],
  ] as const) {
    const look = looker();
    const before = look(first);
    assert.deepEqual(look(second), before);
    assert.ok(look(withoutPictures(2), "1 selected").every((ref) => !before.includes(ref)));
  }
  const look = looker();
  const before = look(withoutPictures(2), "0:41");
  const counted = look(withoutPictures(2), "0:42");
  assert.ok(
    counted.every((ref) => !before.includes(ref)),
    "numbers beside a button may be the name of its row",
  );
  assert.deepEqual(look(withoutPictures(2), "0:43"), counted, "a counter that was observed continues to count");
});

test("a checked checkbox with another image is the same one, and its neighbour keeps its ref", () => {
  const box = (print: string, checked: string): Icon => ({
    print,
    more: { class: "android.widget.CheckBox", checkable: "true", checked },
  });
  const look = looker();
  const before = look([box(PICTURES.edit, "false"), box(PICTURES.edit, "false")]);
  const [checked, other] = look([box(PICTURES.share, "true"), box(PICTURES.edit, "false")]);
  assert.equal(other, before[1]);
  assert.notEqual(checked, before[0]);
});

/** An element that only a detector found. */
function seen(labels: readonly string[], left: number, more: Partial<ElementDraft> = {}): ElementDraft {
  const [draft] = elementsOf(hierarchyOf(button("x")), null);
  assert.ok(draft);
  const bounds = { left, top: 500, right: left + 100, bottom: 600 };
  const nothing = { node: null, className: null, package: null, resourceId: null, parent: null };
  return { ...draft, ...nothing, labels, bounds, sources: ["vision"], confidence: 0.9, ...more };
}

function hierarchyOf(...roots: readonly TreeNode[]) {
  const hierarchy = parseHierarchy(writeDump(roots, { singleQuotes: false, beyondAscii: "raw", pretty: false }));
  assert.ok(hierarchy);
  return hierarchy;
}

function visionLooker() {
  const next = refCounter();
  let last: Screen | null = null;
  return (...found: readonly ElementDraft[]): readonly string[] => {
    const viewHierarchy = hierarchyOf(page(text("Canvas")));
    const drafts = [...elementsOf(viewHierarchy, null), ...found];
    last = { elements: assignRefs(drafts, viewHierarchy, last, next), viewHierarchy };
    return last.elements.slice(-found.length).map(({ ref }) => ref);
  };
}

test("a detected element is recognised by its text and its image, wherever it is", () => {
  const look = visionLooker();
  const fire = seen([], 300, { fingerprint: PICTURES.edit });
  const [play, shot] = look(seen(["Play"], 100), fire);
  const moved = { ...fire, bounds: { left: 700, top: 900, right: 800, bottom: 1000 } };
  assert.deepEqual(look(seen(["Play"], 400), moved), [play, shot]);
});

test("a detected element is another one where its text or image changed in the same place", () => {
  const look = visionLooker();
  const before = look(seen(["Play"], 100), seen([], 300, { fingerprint: PICTURES.edit }));
  const now = look(seen(["Quit"], 100), seen([], 300, { fingerprint: PICTURES.share }));
  assert.ok(now.every((ref) => !before.includes(ref)));
});

test("a detected element is not recognised by its place alone", () => {
  const look = visionLooker();
  const [before] = look(seen([], 300));
  const [now] = look(seen([], 300));
  assert.notEqual(now, before);
});

test("a detected element in a list is recognised by its neighbours, as any item is", () => {
  const next = refCounter();
  const viewHierarchy = hierarchyOf(page(node({ scrollable: "true", bounds: at(0, 100, 1000, 1900) })));
  const drafts = elementsOf(viewHierarchy, null);
  const list = drafts.findIndex(({ scrollable }) => scrollable === true);
  const items = (...names: readonly string[]) =>
    names.map((name, place) => {
      const bounds = { left: 0, top: 150 + place * 100, right: 900, bottom: 250 + place * 100 };
      return { ...seen([name], 0), parent: list, bounds };
    });
  let last: Screen | null = null;
  const look = (...names: readonly string[]) => {
    last = { elements: assignRefs([...drafts, ...items(...names)], viewHierarchy, last, next), viewHierarchy };
    return last.elements.slice(drafts.length).map(({ ref }) => ref);
  };
  const [, b, c, d] = look("A", "B", "C", "D");
  assert.deepEqual(look("B", "C", "D", "E").slice(0, 3), [b, c, d]);
  assert.ok(!look("Buy", "X", "Y", "D").includes(d ?? ""), "one name is not enough");
});

test("an unchanged hierarchy does not keep the refs of icons that the app redrew without an event", () => {
  const look = looker();
  const same = "00000000000000aa";
  const first = look(icons("edit", "share"), "Notes", [], same);
  assert.deepEqual(look(icons("edit", "share"), "Notes", [], same), first);
  const second = look(icons("delete", "archive"), "Notes", [], same);
  assert.deepEqual(
    second.filter((ref) => first.includes(ref)),
    [],
  );
  assert.deepEqual(
    look(withoutPictures(2), "Notes", [], same),
    second,
    "without a screenshot there is only the hierarchy",
  );
});
