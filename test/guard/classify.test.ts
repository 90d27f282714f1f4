import assert from "node:assert/strict";
import { test } from "node:test";
import { center } from "../../src/base/geometry.js";
import { classify } from "../../src/guard/classify.js";
import type { GuardedScreen } from "../../src/guard/guarded-action.js";
import { at, button, node, page, screenWith, text } from "../support/build-screen.js";
import type { TreeNode } from "../support/ui-tree.js";

function guarded(...roots: readonly TreeNode[]): GuardedScreen {
  return { ...screenWith(...roots), activeWindow: null };
}

function elementOf(screen: GuardedScreen, label: string) {
  const found = screen.elements.find(({ labels }) => labels.includes(label));
  assert.ok(found, label);
  return found;
}

function tap(screen: GuardedScreen, label: string) {
  return classify({ kind: "tap", on: elementOf(screen, label), point: null, holdMs: 0 }, screen);
}

test("a button gets the class its text names, and the signal names that text", () => {
  const screen = guarded(page(text("Chat"), button("Send", { bounds: at(0, 300, 200, 400) }), button("Back")));
  const { class: kind, severity, signals } = tap(screen, "Send");
  assert.deepEqual(
    { kind, severity, signals },
    {
      kind: "send",
      severity: "confirm",
      signals: [{ kind: "label", value: "send" }],
    },
  );
  assert.deepEqual(tap(screen, "Back"), { class: null, severity: "none", signals: [], findings: [] });
});

test("a tap on a point gets the class of the element under it", () => {
  const screen = guarded(page(button("Pay", { bounds: at(0, 300, 200, 400) })));
  const point = center(elementOf(screen, "Pay").bounds);
  const decision = classify({ kind: "tap", on: null, point, holdMs: 0 }, screen);
  assert.deepEqual([decision.class, decision.severity], ["purchase", "block"]);
});

test("ENTER in a chat field is of class send, and in a search field it is not", () => {
  const field = (id: string) =>
    guarded(
      page(node({ class: "android.widget.EditText", "resource-id": `com.example.app:id/${id}`, focused: "true" })),
    );
  const enter = { kind: "key", key: "ENTER", long: false } as const;
  assert.equal(classify(enter, field("compose_message_text")).class, "send");
  assert.equal(classify(enter, field("search_src_text")).class, null);
  const typed = { kind: "type", into: null, text: "Hello", submits: true } as const;
  assert.equal(classify(typed, field("compose_message_text")).class, "send");
  assert.equal(classify({ ...typed, submits: false }, field("compose_message_text")).class, null);
});

test("the class of package manager commands and intents needs no screen", () => {
  const command = (name: "install" | "uninstall" | "clearData") =>
    classify({ kind: "command", command: name, package: "com.example.app" }, null).class;
  assert.deepEqual(
    [command("install"), command("uninstall"), command("clearData")],
    ["install", "uninstall", "delete"],
  );
  const view = (data: string) => classify({ kind: "intent", action: "android.intent.action.VIEW", data }, null);
  assert.equal(view("https://example.com/").class, null);
  assert.deepEqual([view("tel:112").class, view("tel:112").severity], ["call", "block"]);
});
