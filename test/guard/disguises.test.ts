import assert from "node:assert/strict";
import { test } from "node:test";
import { classify } from "../../src/guard/classify.js";
import { at, button, node, screenWith, text } from "../support/build-screen.js";
import { APP_WINDOW, shownIn } from "../support/guarded-screen.js";
import type { TreeNode } from "../support/ui-tree.js";

const OWNER = "com.example.app";

/** What a tap on the button of these words is, on a screen with these things. */
function pressed(label: string, ...things: readonly TreeNode[]): string | null {
  const screen = shownIn({ package: OWNER }, ...things);
  const found = screen.elements.find(({ role }) => role === "button");
  return classify({ kind: "tap", on: found ?? assert.fail(label), point: null, holdMs: 0 }, screen).class;
}

function alone(label: string): string | null {
  return pressed(label, button(label, { bounds: at(0, 100, 400, 200), package: OWNER }));
}

test("signs that nobody sees within a word do not hide it", () => {
  for (const sign of ["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\u200e"])
    assert.equal(alone(`Sen${sign}d`), "send", sign.charCodeAt(0).toString(16));
  assert.equal(alone("Lö\u00adschen"), "delete");
});

test("letters that are spaced out are a word", () => {
  assert.equal(alone("S E N D"), "send");
  assert.equal(alone("У Д А Л И Т Ь"), "delete");
});

test("a word in capitals is the word, also where capitals leave signs out or have others", () => {
  for (const label of ["SATIN AL", "ΑΓΟΡΑ"]) assert.equal(alone(label), "purchase", label);
  for (const label of ["SİL", "ΔΙΑΓΡΑΦΗ", "LÖSCHEN"]) assert.equal(alone(label), "delete", label);
  assert.equal(alone("ΑΠΟΣΤΟΛΗ"), "send");
});

test("what is done now is what is done", () => {
  assert.equal(alone("Nu opnieuw opstarten"), null);
  const settings = { bounds: at(0, 100, 400, 200), package: "com.android.settings" };
  const screen = shownIn({ package: "com.android.settings" }, button("Nu opnieuw opstarten", settings));
  const [on = assert.fail("nothing")] = screen.elements.filter(({ role }) => role === "button");
  assert.equal(classify({ kind: "tap", on, point: null, holdMs: 0 }, screen).class, "system");
});

test("beside an amount of money a button in unknown words is asked about, and one in known, harmless words is not", () => {
  const amount = text("€ 12.50", { bounds: at(0, 0, 400, 80), package: OWNER });
  const of = (label: string) => pressed(label, amount, button(label, { bounds: at(0, 100, 400, 200), package: OWNER }));
  for (const label of ["Khokha", "Qwertz asdf"]) assert.equal(of(label), "purchase", label);
  for (const label of ["Details", "Einzelheiten", "Voir les détails", "詳細を表示", "Show on map"])
    assert.equal(of(label), null, label);
  assert.equal(alone("Qwertz asdf"), null);
});

test("where one button of a dialog does not allow, the other one does, whatever its words", () => {
  const panel = node(
    { class: "android.widget.FrameLayout", bounds: at(50, 650, 1030, 1050) },
    text("Qwertz?", { "resource-id": "android:id/alertTitle", bounds: at(100, 700, 900, 800) }),
    button("Asdf yxcv", { "resource-id": "android:id/button1", bounds: at(100, 900, 350, 1000) }),
    button("Don't allow", { "resource-id": "android:id/button2", bounds: at(400, 900, 650, 1000) }),
  );
  const screen = { ...screenWith(panel), activeWindow: APP_WINDOW };
  const said = (label: string) => {
    const on = screen.elements.find(({ labels }) => labels.includes(label)) ?? assert.fail(label);
    return classify({ kind: "tap", on, point: null, holdMs: 0 }, screen).class;
  };
  assert.equal(said("Asdf yxcv"), "permission");
  assert.equal(said("Don't allow"), null);
});

test("keys take pictures, answer and delete where an app has them for that", () => {
  const of = (key: string, owner: string) => {
    const row = {
      text: "Holiday",
      class: "android.widget.TextView",
      clickable: "true",
      focused: "true",
      package: owner,
    };
    return classify({ kind: "key", key, long: false }, shownIn({ package: owner }, node(row))).class;
  };
  assert.equal(of("VOLUME_UP", "com.android.camera2"), "capture");
  assert.equal(of("VOLUME_UP", "com.example.music"), null);
  assert.equal(of("HEADSETHOOK", "com.android.dialer"), "call");
  assert.equal(of("HEADSETHOOK", "com.example.music"), null);
  assert.equal(of("FORWARD_DEL", "com.example.files"), "delete");
  const field = node({ text: "Holiday", class: "android.widget.EditText", focused: "true" });
  const inField = classify({ kind: "key", key: "DEL", long: false }, shownIn({ package: OWNER }, field));
  assert.equal(inField.class, null);
});
