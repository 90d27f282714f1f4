import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { diffText } from "../../src/screen/diff-text.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { DEFAULT_OUTLINE, renderOutline } from "../../src/screen/outline.js";
import { at, list, node, page, text } from "../support/build-screen.js";
import { readDifferences } from "../support/outline-reader.js";
import { refCounter, type Screen } from "../support/screens.js";
import { type TreeNode, writeDump } from "../support/ui-tree.js";

const letter = (place: number) => String.fromCharCode(97 + (place % 26));
/** Names without numbers, because consecutive numbers would be read as counters. */
const ROWS = Array.from({ length: 95 }, (_, at) => `Thing ${letter(at)}${letter(Math.floor(at / 26))}`);

interface Shown {
  readonly title?: string;
  readonly rows?: readonly string[];
  readonly on?: readonly string[];
  readonly over?: readonly TreeNode[];
}

/** A page of a title and a list of rows, or of switches where any is on, 97 lines in all. */
function pageOf({ title = "Things", rows = ROWS, on, over = [] }: Shown): readonly TreeNode[] {
  const items = rows.map((words, place) => {
    const bounds = at(0, 100 + place * 18, 1000, 118 + place * 18);
    if (on) return node({ ...SWITCH, text: words, bounds, checked: String(on.includes(words)) });
    return node({ class: "android.widget.LinearLayout", clickable: "true", bounds }, text(words, { bounds }));
  });
  return [page(text(title, { bounds: at(0, 0, 1000, 90) }), list(...items)), ...over];
}

const SWITCH = { class: "android.widget.Switch", checkable: "true", clickable: "true" } as const;

/** The answer about the second screen for a client that has the first one, checked against the truth. */
function reportedOf(before: Shown, after: Shown): string {
  const next = refCounter();
  const look = (shown: Shown, last: Screen | null): Screen => {
    const viewHierarchy = parseHierarchy(
      writeDump(pageOf(shown), { singleQuotes: false, beyondAscii: "raw", pretty: false }),
    );
    assert.ok(viewHierarchy);
    return { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
  };
  const first = look(before, null);
  const second = look(after, first);
  const reported = diffText(first, second, DEFAULT_OUTLINE).text;
  assert.equal(renderOutline(first).split("\n").length, 97);
  assert.equal(readDifferences(renderOutline(first), reported), renderOutline(second), reported);
  return reported;
}

/** The header of such an answer has up to 30 tokens. */
const SOME = 60;

test("three changes in 97 lines are three lines in the answer", () => {
  const reported = reportedOf({ on: [] }, { on: ["Thing da", "Thing ob", "Thing nd"] });
  assert.match(reported, /^(?:~ e\d+ switch "Thing \w+" checked was e\d+\n){3}94 unchanged$/);
  assert.ok(encode(reported).length <= SOME, reported);
});

test("a row that is added on top of a list, or moves in it, is one line", () => {
  const reported = reportedOf({}, { rows: ["A new thing", ...ROWS] });
  assert.match(reported, /^after e2:\n\+ {3}e\d+ row "A new thing"\n97 unchanged, 95 moved down 18 px$/);
  const left = reportedOf({}, { rows: ["A new thing", ...ROWS.slice(0, -1)] });
  assert.match(left, /^- e97 row "Thing qd"\nafter e2:\n\+ {3}e\d+ row "A new thing"\n96 unchanged/);
  for (const text of [reported, left]) assert.ok(encode(text).length <= SOME, text);
});

test("a heading that is replaced, or counts, is one line, whatever refs change with it", () => {
  const reported = reportedOf({}, { title: "Other things" });
  assert.match(reported, /^- e1 "Things"\n~ e\d+-e\d+ was e3-e97\nfirst:\n\+ e\d+ "Other things"\n1 unchanged$/);
  const counted = reportedOf({ title: "Things 8" }, { title: "Things 9" });
  assert.match(counted, /^~ e98 "Things 9" was e1 "Things 8"\n96 unchanged$/);
  for (const text of [reported, counted]) assert.ok(encode(text).length <= SOME, text);
});

test("a window over another one, such as a toast, has its own lines", () => {
  const bounds = at(200, 1800, 800, 1900);
  const over = [node({ package: "android", bounds }, text("Saved", { package: "android", bounds }))];
  const reported = reportedOf({}, { over });
  const lines = [
    "first:",
    "+ window com.example.app",
    "after e97:",
    "+ window android",
    '+ e98 "Saved"',
    "97 unchanged",
  ];
  assert.deepEqual(reported.split("\n"), lines);
  assert.ok(encode(reported).length <= SOME, reported);
});
