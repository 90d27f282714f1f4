import assert from "node:assert/strict";
import { test } from "node:test";
import { isFoveaError } from "../../../src/base/errors.js";
import { RESULTS } from "../../../src/devices/companion/results.js";
import { hasFlag, readWireTree } from "../../../src/devices/companion/tree.js";
import { wholeWindow } from "../../../src/devices/companion/whole-window.js";
import { goldenMessage } from "../../support/companion.js";

const ROOT = [-1, 64, 0, 0, 100, 50, 0, -1, -1, -1, 0];
const CHILD = [0, 0, 0, 0, 100, 50, -1, 0, 1, 0, 3, "text"];

function tree(nodes: readonly unknown[], names: readonly unknown[] = ["a.View", "id/x"], sets: unknown = [["click"]]) {
  return { nodes, names, actionSets: sets };
}

test("the golden snapshot is read as the screen it was taken from", () => {
  const { windows } = RESULTS.snapshot.parse(goldenMessage("server", "snapshot")["result"]);
  const app = windows.find((window) => window.active);
  const [root, name, password, button] = app ? (wholeWindow(app, undefined, 2).content ?? []) : [];
  assert.equal(app?.title, "Sign in");
  assert.equal(root?.parent, null);
  assert.deepEqual(root?.bounds, { left: 0, top: 0, right: 1080, bottom: 2400 });
  assert.equal(name?.text, "Müller 😀");
  assert.equal(name?.details.hint, "Your name");
  assert.equal(name?.resourceId, "com.example.app:id/name");
  assert.equal(password?.text, "•".repeat(7));
  assert.ok(password && hasFlag(password, "password") && hasFlag(password, "masked"));
  assert.ok(button && hasFlag(button, "clickable") && !hasFlag(button, "editable"));
  assert.equal(button.contentDescription, 'Sign in "now"');
  assert.deepEqual(button.actions, [
    { action: "click", label: null },
    { action: "accessibilityFocus", label: null },
    { action: 0x7f0a0001, label: null },
  ]);
});

test("values left out at the end of a node are null, and indexes point into the tables", () => {
  const [root, child] = readWireTree(tree([ROOT, CHILD]));
  assert.deepEqual([root?.className, root?.package, root?.text, root?.drawingOrder], ["a.View", null, null, null]);
  assert.deepEqual([child?.package, child?.resourceId, child?.contentDescription], ["a.View", "id/x", null]);
  assert.deepEqual(child?.actions, [{ action: "click", label: null }]);
});

test("an index that points nowhere, forward or to itself is refused", () => {
  const wrong = [
    [[0, ...ROOT.slice(1)]], // a root with a parent
    [ROOT, [1, ...CHILD.slice(1)]],
    [ROOT, [2, ...CHILD.slice(1)], CHILD],
    [ROOT, [-1, ...CHILD.slice(1)]], // a second root
    [ROOT, CHILD.with(6, 2)],
    [ROOT, CHILD.with(8, -2)],
    [ROOT, CHILD.with(9, 1)],
    [ROOT, CHILD.slice(0, 10)],
    [ROOT, [...CHILD, null, {}]],
    [ROOT, CHILD.with(1, 2 ** 28)],
    [ROOT, CHILD.with(4, 1.5)],
    [ROOT, "node"],
  ];
  for (const nodes of wrong) {
    assert.throws(
      () => readWireTree(tree(nodes)),
      (error) => isFoveaError(error, "ON_DEVICE_PROTOCOL"),
      JSON.stringify(nodes),
    );
  }
});

test("a refusal does not quote text of the screen", () => {
  const secret = tree([ROOT, [...CHILD, "hunter2", { hint: "hunter2", soul: "hunter2" }]]);
  assert.throws(
    () => readWireTree(secret),
    (error) => isFoveaError(error) && !JSON.stringify([error.message, error.context]).includes("hunter2"),
  );
});
