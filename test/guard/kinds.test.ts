import assert from "node:assert/strict";
import { test } from "node:test";
import { classify } from "../../src/guard/classify.js";
import type { GuardedScreen } from "../../src/guard/guarded-action.js";
import { at, button, node, screenWith, text } from "../support/build-screen.js";
import { APP_WINDOW, shownIn } from "../support/guarded-screen.js";
import type { TreeNode } from "../support/ui-tree.js";

const here = (top: number, more: Readonly<Record<string, string>> = {}) => ({
  bounds: at(0, top, 400, top + 100),
  ...more,
});

/** What a tap on each of these buttons is, one below the other on one screen. */
function onEach(owner: string, ...labels: readonly string[]): readonly (string | null)[] {
  const buttons = labels.map((label, place) => button(label, here(100 + 150 * place, { package: owner })));
  const screen = shownIn({ package: owner }, ...buttons);
  return labels.map((label) => {
    const found = screen.elements.find((one) => one.labels.includes(label)) ?? assert.fail(label);
    return classify({ kind: "tap", on: found, point: null, holdMs: 0 }, screen).class;
  });
}

test("a button that continues or ends a recording or call is not of class capture or call", () => {
  const goOn = ["Keep recording", "Weiter aufnehmen", "Nagrywaj dalej", "録音を続ける", "继续录音", "계속 녹음"];
  const start = ["Start recording", "Aufnahme starten", "Rozpocznij nagrywanie", "録音を開始", "开始录音", "녹음 시작"];
  assert.deepEqual(
    onEach("com.example.memo", ...goOn),
    goOn.map(() => null),
  );
  assert.deepEqual(
    onEach("com.example.memo", ...start),
    start.map(() => "capture"),
  );
  const talk = ["Stay on the call", "Resta in chiamata", "통화 계속하기", "متابعة المكالمة", "End call"];
  assert.deepEqual(
    onEach("com.example.phone", ...talk),
    talk.map(() => null),
  );
});

test("a list of calls has no class, and a label with the language's whole verb for calling is of class call", () => {
  const lists = ["Call history", "Historial de llamadas", "통화 기록", "通话记录"];
  assert.deepEqual(
    onEach("com.example.phone", ...lists),
    lists.map(() => null),
  );
  const calls = [
    "Noodoproep",
    "Зателефонувати",
    "今すぐ発信",
    "電話する",
    "휴대전화로 전화",
    "الاتصال بالجوّال",
    "Acil durum çağrısı",
  ];
  assert.deepEqual(
    onEach("com.example.phone", ...calls),
    calls.map(() => "call"),
  );
});

test("a permission is not granted by a button that refuses, in one word or two", () => {
  const no = ["不允许", "عدم السماح", "허용 안함", "Nepovolovat", "Не дозволяти", "Μην επιτρέπετε"];
  const yes = ["允许", "السماح", "허용", "Povolit", "Дозволити"];
  for (const owner of ["com.android.permissioncontroller", "com.android.settings"])
    assert.deepEqual(
      onEach(owner, ...no),
      no.map(() => null),
      owner,
    );
  assert.deepEqual(
    onEach("com.android.permissioncontroller", ...yes),
    yes.map(() => "permission"),
  );
});

test("signing out of every device needs confirmation, and signing out of this one does not", () => {
  const everywhere = ["Auf allen Geräten abmelden", "Uitloggen op alle apparaten", "모든 기기에서 로그아웃"];
  assert.deepEqual(
    onEach("com.example.app", ...everywhere),
    everywhere.map(() => "credential"),
  );
  assert.deepEqual(onEach("com.example.app", "Abmelden", "로그아웃"), [null, null]);
});

test("the confirming button of a dialog about an amount of money is of class purchase, and the other one is not", () => {
  const dialogOf = (question: string): GuardedScreen => {
    const panel = node(
      { class: "android.widget.FrameLayout", bounds: at(50, 650, 1030, 1050) },
      text(question, { "resource-id": "android:id/alertTitle", bounds: at(100, 700, 900, 800) }),
      button("Verlängern", { "resource-id": "android:id/button1", bounds: at(100, 900, 350, 1000) }),
      button("Nie", { "resource-id": "android:id/button2", bounds: at(400, 900, 650, 1000) }),
    );
    return { ...screenWith(panel), activeWindow: APP_WINDOW };
  };
  const pressed = (question: string, label: string) => {
    const screen = dialogOf(question);
    const found = screen.elements.find(({ labels }) => labels.includes(label)) ?? assert.fail(label);
    assert.ok(found.context.dialog.length > 0, "is in a dialog");
    return classify({ kind: "tap", on: found, point: null, holdMs: 0 }, screen).class;
  };
  assert.equal(pressed("Mitgliedschaft für 25 € im Jahr verlängern?", "Verlängern"), "purchase");
  assert.equal(pressed("Mitgliedschaft für 25 € im Jahr verlängern?", "Nie"), null);
  assert.equal(pressed("Ausleihe bis Freitag verlängern?", "Verlängern"), null);
});

test("the last word of a resource id names the class, and an id with a contrary word has none", () => {
  const of = (id: string) => {
    const screen = shownIn({}, button("", here(300, { "resource-id": `com.example.app:id/${id}` })));
    const found = screen.elements.find(({ role }) => role === "button") ?? assert.fail(id);
    return classify({ kind: "tap", on: found, point: null, holdMs: 0 }, screen).class;
  };
  assert.deepEqual(["actionSend", "action_menu_delete", "feedback-take-screenshot-button"].map(of), [
    "send",
    "delete",
    "capture",
  ]);
  assert.deepEqual(["undo_delete", "dont_allow", "sender", "auto_send", "delete_help"].map(of), [
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("Enter in the last field of a form is of the class of the form's send button", () => {
  const field = (top: number) =>
    node({ class: "android.widget.EditText", clickable: "true", hint: "Text", ...here(top) });
  const entered = (...rows: readonly TreeNode[]) => {
    const screen = shownIn({}, field(100), ...rows);
    const into = screen.elements.find(({ role }) => role === "field") ?? assert.fail("field");
    return classify({ kind: "type", into, text: "Hello", submits: true }, screen).class;
  };
  assert.equal(entered(text("Speak", here(250)), button("SEND TEXT", here(400))), "send");
  assert.equal(entered(field(250), button("SEND TEXT", here(400))), null);
  assert.equal(entered(button("Save", here(400))), null);
});

test("a shell command to a service or manager needs confirmation, unless it only reads", () => {
  const of = (line: string) => classify({ kind: "shell", argv: line.split(" ") }, null).severity;
  for (const line of [
    "cmd statusbar click-tile a/.B",
    "cmd phone end-call",
    "pm remove-user 10",
    "app_process64 / a.B",
  ])
    assert.equal(of(line), "confirm", line);
  for (const line of [
    "cmd package list packages",
    "pm path a.b",
    "am get-config",
    "am force-stop a.b",
    "dumpsys window",
  ])
    assert.equal(of(line), "note", line);
});
