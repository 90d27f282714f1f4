import assert from "node:assert/strict";
import { test } from "node:test";
import { renderOutline } from "../../src/screen/outline.js";
import { at, button, list, node, page, screenWith, text } from "../support/build-screen.js";
import { cpuMsOf } from "../support/cpu-time.js";
import type { TreeNode } from "../support/ui-tree.js";

const outlineOf = (...roots: readonly TreeNode[]) => renderOutline(screenWith(...roots)).split("\n");
const clickable = { clickable: "true" };

test("wrappers and decorations make no element, and a text is an element of its own", () => {
  const wrapped = node({}, node({}, node({}, text("Hello"))));
  assert.deepEqual(outlineOf(page(wrapped, node({ class: "android.widget.ImageView" }))), ['e1 "Hello"']);
});

test("the labels of parts are merged into the control around them, in order, including equal ones", () => {
  const row = node(clickable, text("Milk"), node({}, text("2 l"), text("Milk")));
  assert.deepEqual(outlineOf(page(row)), ['e1 button "Milk" "2 l" "Milk"']);
});

test("a control inside a control has its own line below it, and keeps its labels", () => {
  const row = node(clickable, text("Milk"), button("Delete"));
  assert.deepEqual(outlineOf(page(row)), ['e1 button "Milk"', '  e2 button "Delete"']);
});

test("a text that a node has twice is shown once", () => {
  assert.deepEqual(outlineOf(page(button("OK", { "content-desc": "OK", hint: "OK" }))), ['e1 button "OK"']);
});

test("a clickable page takes no labels, whether as large as the window or with many labels", () => {
  const big = { ...clickable, bounds: at(0, 0, 1000, 1300) };
  assert.deepEqual(outlineOf(page(node(big, text("a"), text("b")))), ["e1 button", '  e2 "a"', '  e3 "b"']);
  const many = Array.from({ length: 13 }, (_, index) => text(`label ${index}`));
  assert.equal(outlineOf(page(node(clickable, ...many))).length, 14);
  assert.equal(outlineOf(page(node(clickable, ...many.slice(1)))).length, 1);
});

test("a list item with a control beside a label is a row", () => {
  const item = (name: string) => node({}, text(name), button("Delete"));
  assert.deepEqual(outlineOf(page(list(item("Milk"), item("Eggs")))), [
    "e1 list",
    '  e2 row "Milk"',
    '    e3 button "Delete"',
    '  e4 row "Eggs"',
    '    e5 button "Delete"',
  ]);
});

test("a page of a pager built as a list is not a row", () => {
  const whole = { bounds: at(0, 100, 1000, 1900) };
  assert.deepEqual(outlineOf(page(list(node(whole, text("Title"), text("Body"), button("Next"))))), [
    "e1 list",
    '  e2 "Title"',
    '  e3 "Body"',
    '  e4 button "Next"',
  ]);
});

test("a progress bar in a list is a progress bar, and a focused container is a group", () => {
  const bar = node({ class: "android.widget.ProgressBar" });
  const group = node({ class: "android.widget.LinearLayout", focused: "true" }, text("a"));
  assert.deepEqual(outlineOf(page(list(bar), group)), ["e1 list", "  e2 progress", "e3 group focused", '  e4 "a"']);
});

test("a node without area or reported as hidden makes no element, and neither do its labels", () => {
  const hidden = [
    text("nowhere", { bounds: at(0, 0, 0, 0) }),
    text("inside out", { bounds: at(9, 9, 3, 3) }),
    text("unknown place", { bounds: "" }),
    button("invisible", { "visible-to-user": "false" }),
  ];
  assert.deepEqual(outlineOf(page(...hidden, text("here"))), ['e1 "here"']);
});

test("text typed into a field is its value, and the hint of an empty field is its label", () => {
  const field = (attributes: Record<string, string>) =>
    outlineOf(page(node({ class: "android.widget.EditText", ...attributes })))[0];
  assert.equal(field({ text: "Abc", hint: "Name" }), 'e1 field "Name" = "Abc"');
  assert.equal(field({ text: "Name", hint: "Name" }), 'e1 field "Name"');
  assert.equal(field({ text: "", hint: "Name" }), 'e1 field "Name"');
  assert.equal(field({ text: "Abc", hint: "" }), 'e1 field = "Abc"');
  assert.equal(field({ text: "Abc", hint: "Name", "content-desc": "Abc" }), 'e1 field "Name" = "Abc"');
  assert.equal(
    field({ text: "Abc" }),
    'e1 field "Abc"',
    "without hints in the dump it is unknown whether it is a hint",
  );
});

test("relevant states are written after the labels", () => {
  const line = (attributes: Record<string, string>) =>
    outlineOf(page(node({ class: "android.widget.Switch", ...attributes })))[0];
  const base = { text: "Wi-Fi", checkable: "true", clickable: "true", enabled: "true" };
  assert.equal(line({ ...base, checked: "true" }), 'e1 switch "Wi-Fi" checked');
  assert.equal(line({ ...base, checked: "false" }), 'e1 switch "Wi-Fi"');
  assert.equal(line({ ...base, enabled: "false", focused: "true" }), 'e1 switch "Wi-Fi" disabled focused');
  assert.equal(line({ ...base, "state-description": "On" }), 'e1 switch "Wi-Fi" "On"');
});

test("a state of a container is not repeated on its parts", () => {
  const off = { ...clickable, enabled: "false", selected: "true" };
  assert.deepEqual(outlineOf(page(node(off, button("a", { enabled: "false", selected: "true" })))), [
    "e1 button selected disabled",
    '  e2 button "a"',
  ]);
});

const SYSTEM_UI = "com.android.systemui";

test("the system bars are left out unless requested, and shade and lock screen do not count as bars", () => {
  const bar = node({ package: SYSTEM_UI, bounds: at(0, 0, 1000, 80) }, text("12:30", { package: SYSTEM_UI }));
  const shade = node({ package: SYSTEM_UI, bounds: at(0, 0, 1000, 2000) }, text("Wi-Fi", { package: SYSTEM_UI }));
  const app = page(text("Hello"));
  assert.deepEqual(outlineOf(bar, app), ['e2 "Hello"']);
  const all = renderOutline(screenWith(bar, app), { maxChars: 1000, systemBars: true, within: null, details: [] });
  assert.deepEqual(all.split("\n"), [`window ${SYSTEM_UI}`, 'e1 "12:30"', "window com.example.app", 'e2 "Hello"']);
  assert.deepEqual(outlineOf(bar, shade), ['e2 "Wi-Fi"']);
  assert.deepEqual(outlineOf(bar), ['e1 "12:30"'], "a bar alone on the screen is shown");
});

test("50,000 nodes, or thousands of nested lists, take short time", () => {
  const wide = list(...Array.from({ length: 25_000 }, (_, index) => node({}, text(`row ${index}`))));
  let deep = text("bottom");
  for (let level = 0; level < 3_000; level++) deep = list(deep);
  const ms = cpuMsOf(() => {
    assert.equal(screenWith(page(wide)).elements.length, 25_001);
    assert.equal(screenWith(page(deep)).elements.length, 3_001);
  });
  assert.ok(ms < 20_000, `${ms} ms`);
});
