import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../src/guard/decision.js";
import type { GuardedAction } from "../../src/guard/guarded-action.js";
import { factsOf } from "../../src/guard/target-facts.js";
import { describeSentData } from "../../src/guard/what-goes.js";
import type { UiElement } from "../../src/screen/element.js";
import { at, button, node, page, screenWith } from "../support/build-screen.js";
import type { TreeNode } from "../support/ui-tree.js";

const SENDS: Finding = { class: "send", severity: "confirm", signals: [{ kind: "label", value: "send" }] };

function field(words: string, attributes: Readonly<Record<string, string>> = {}): TreeNode {
  return node({ class: "android.widget.EditText", text: words, ...attributes });
}

function shown(fields: readonly TreeNode[], change: (element: UiElement) => UiElement = (one) => one) {
  const read = screenWith(page(...fields, button("Send", { bounds: at(0, 900, 200, 1000) })));
  const elements = read.elements.map(change);
  const screen = { ...read, elements, activeWindow: null };
  const send = elements.find(({ labels }) => labels.includes("Send"));
  assert.ok(send);
  const target = factsOf(send);
  const tap: GuardedAction = { kind: "tap", on: send, point: null, holdMs: 0 };
  return {
    elements,
    goes: (action: GuardedAction = tap) => describeSentData(SENDS, action, { target, screen }),
  };
}

const SECRET = "hunter2-correct-horse";

test("a question about sending shows the content of the page's fields", () => {
  const { goes } = shown([field("See you at six")]);
  assert.equal(goes(), 'text on the screen: field "See you at six"');
});

test("a question about sending never shows a password, however its field contains it", () => {
  const hidden = { password: "true" };
  for (const [name, own] of [
    ["a password field", field(SECRET, hidden)],
    ["a password field with a name", field(SECRET, { ...hidden, "content-desc": "Key" })],
    [
      "a field that shows its password, by its id",
      field(SECRET, { "resource-id": "com.example.app:id/login_password" }),
    ],
    ["a field that shows its password, by its id in one word", field(SECRET, { "resource-id": "a:id/userPin" })],
    ["a field that shows its password, by its name", field(SECRET, { "content-desc": "Password" })],
    ["a field that shows its password, by its name in German", field(SECRET, { "content-desc": "Passwort" })],
  ] as const) {
    const { goes } = shown([own, field("See you at six", { bounds: at(0, 300, 1000, 400) })]);
    const words = goes() ?? "";
    assert.doesNotMatch(words, /hunter2/, name);
    assert.match(words, /See you at six/, name);
  }
});

test("the value of a password field from a better source is not shown either", () => {
  const { goes } = shown([field("", { password: "true" })], (one) =>
    one.role === "field" ? { ...one, value: SECRET } : one,
  );
  assert.equal(goes(), null);
});

test("a text that is typed into a password field and sent by Enter is not shown", () => {
  const { elements, goes } = shown([field("", { password: "true", focused: "true" }), field("Hello")]);
  const into = elements.find(({ password }) => password === true) ?? null;
  assert.ok(into);
  const type: GuardedAction = { kind: "type", into, text: SECRET, submits: true };
  assert.doesNotMatch(goes(type) ?? "", /hunter2/);
});

test("a message that mentions a password is shown, since it would be sent", () => {
  const { goes } = shown([field("The password of the door is written on the back of the calendar")]);
  assert.match(goes() ?? "", /back of the calendar/);
});
