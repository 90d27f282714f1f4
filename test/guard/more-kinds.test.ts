import assert from "node:assert/strict";
import { test } from "node:test";
import { classify } from "../../src/guard/classify.js";
import { at, button, node, screenWith, text } from "../support/build-screen.js";
import { APP_WINDOW, shownIn } from "../support/guarded-screen.js";

const here = (top: number, more: Readonly<Record<string, string>> = {}) => ({
  bounds: at(0, top, 400, top + 100),
  ...more,
});

/** What a tap on each of these buttons is, one below the other on one screen. */
function onEach(...labels: readonly string[]): readonly (string | null)[] {
  const screen = shownIn({}, ...labels.map((label, place) => button(label, here(100 + 150 * place))));
  return labels.map((label) => {
    const found = screen.elements.find((one) => one.labels.includes(label)) ?? assert.fail(label);
    return classify({ kind: "tap", on: found, point: null, holdMs: 0 }, screen).class;
  });
}

function all(kind: string | null, labels: readonly string[]): void {
  assert.deepEqual(
    onEach(...labels),
    labels.map(() => kind),
  );
}

/** What the first button of a dialog with this question does. */
function onPositive(question: string, label: string): string | null {
  const panel = node(
    { class: "android.widget.FrameLayout", bounds: at(50, 650, 1030, 1050) },
    text(question, { "resource-id": "android:id/alertTitle", bounds: at(100, 700, 900, 800) }),
    button(label, { "resource-id": "android:id/button1", bounds: at(100, 900, 350, 1000) }),
    button("Abbrechen", { "resource-id": "android:id/button2", bounds: at(400, 900, 650, 1000) }),
  );
  const screen = { ...screenWith(panel), activeWindow: APP_WINDOW };
  const found = screen.elements.find(({ labels }) => labels.includes(label)) ?? assert.fail(label);
  return classify({ kind: "tap", on: found, point: null, holdMs: 0 }, screen).class;
}

test("a label with two acts gets the class of the sensitive one", () => {
  all("delete", ["Sign out and delete local data", "Abmelden und lokale Daten löschen"]);
  all(null, ["Save and close", "Speichern und schließen"]);
});

test("a word for both remove and uninstall is of class uninstall where the label names an app", () => {
  all("uninstall", ["Désinstaller l'application", "Désinstaller cette application"]);
});

test("folders of sent or deleted items and lists of purchases have no class", () => {
  all(null, ["Sent", "Sent items", "Outbox", "Deleted items", "Boîte d'envoi", "已发送", "送信済み"]);
  all(null, ["Purchase history", "購入履歴", "购买记录", "History of purchases"]);
  all("send", ["Send", "Senden", "发送"]);
});

test("a Korean verb that asks somebody for an act is of the class of that act", () => {
  all("send", ["보내 주세요", "메시지 보내 주세요"]);
  all(null, ["보기", "열어 주세요"]);
});

test("a key that removes a digit is not of class delete", () => {
  all(null, ["Delete digit", "Supprimer le chiffre", "Eliminar dígito", "Стереть цифру"]);
  all("delete", ["Delete number list", "Liste löschen", "Supprimer la liste"]);
});

test("a verb with a location is of class send, and a verb with a conversation is of class capture", () => {
  all("send", ["Share current location", "Aktuellen Standort teilen"]);
  all("capture", ["Записать беседу", "Registra conversazione"]);
});

test("a label that starts a trial is of class purchase, and one that only mentions a trial is not", () => {
  all("purchase", ["Start your trial", "Start 7 day trial"]);
  all(null, ["About the trial", "Trial details"]);
});

test("turning everything on at once grants a permission", () => {
  all("permission", ["Turn on all", "Enable all"]);
  all(null, ["Turn on", "Show all"]);
});

test("a noun with an auxiliary verb is of the class of the noun", () => {
  all("capture", ["मीटिंग रिकॉर्ड करें"]);
  all("purchase", ["ਭੁਗਤਾਨ ਕਰੋ"]);
});

test("a Ukrainian verb for calling is recognised with different prefixes", () => {
  all("call", ["Подзвонити", "Передзвонити"]);
});

test("the button of an incoming-call dialog answers the call, and the button of an ended call makes none", () => {
  assert.equal(onPositive("Anruf von Anna", "Annehmen"), "call");
  assert.equal(onPositive("Anruf beenden?", "Auflegen"), null);
});

test("the button of a dialog about leaving without saving discards unsaved work", () => {
  assert.equal(onPositive("Ohne Speichern verlassen?", "Verlassen"), "close");
  assert.equal(onPositive("Seite verlassen?", "Verlassen"), null);
});

test("a resource id that submits text for others is of class send", () => {
  const of = (id: string) => {
    const screen = shownIn({}, button("", here(300, { "resource-id": `com.example.app:id/${id}` })));
    const found = screen.elements.find(({ role }) => role === "button") ?? assert.fail(id);
    return classify({ kind: "tap", on: found, point: null, holdMs: 0 }, screen).class;
  };
  assert.deepEqual(["feedbackSubmitButton", "review_submit", "search_submit", "submit"].map(of), [
    "send",
    "send",
    null,
    null,
  ]);
});

test("a one-word label for a video call is of class call, and other words that begin with video are not", () => {
  all("call", ["Videopoziv", "Videotrucada"]);
  all(null, ["Videoplayer", "Videothek"]);
});

test("the first button of a dialog does what the dialog asks, whatever its text, where the second says no", () => {
  assert.equal(onPositive("Entwurf verwerfen?", "Ablehnen"), "close");
  assert.equal(onPositive("Neues lesen?", "Ablehnen"), null);
});
