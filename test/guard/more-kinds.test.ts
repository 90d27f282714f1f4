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

test("of a label of two acts the second is asked about, too", () => {
  all("delete", ["Sign out and delete local data", "Abmelden und lokale Daten löschen"]);
  all(null, ["Save and close", "Speichern und schließen"]);
});

test("one word for removing and uninstalling uninstalls where it is said of an app", () => {
  all("uninstall", ["Désinstaller l'application", "Désinstaller cette application"]);
});

test("a folder of what was sent or deleted, and a list of what was bought, do nothing", () => {
  all(null, ["Sent", "Sent items", "Outbox", "Deleted items", "Boîte d'envoi", "已发送", "送信済み"]);
  all(null, ["Purchase history", "購入履歴", "购买记录", "History of purchases"]);
  all("send", ["Send", "Senden", "发送"]);
});

test("a Korean verb of asking somebody for an act is the act", () => {
  all("send", ["보내 주세요", "메시지 보내 주세요"]);
  all(null, ["보기", "열어 주세요"]);
});

test("a key that takes a digit away deletes nothing", () => {
  all(null, ["Delete digit", "Supprimer le chiffre", "Eliminar dígito", "Стереть цифру"]);
  all("delete", ["Delete number list", "Liste löschen", "Supprimer la liste"]);
});

test("where one is and what one hears are sent and recorded by a verb and its object", () => {
  all("send", ["Share current location", "Aktuellen Standort teilen"]);
  all("capture", ["Записать беседу", "Registra conversazione"]);
});

test("a trial that starts is a purchase, and one that is only spoken of is not", () => {
  all("purchase", ["Start your trial", "Start 7 day trial"]);
  all(null, ["About the trial", "Trial details"]);
});

test("everything turned on at once is a right that is given", () => {
  all("permission", ["Turn on all", "Enable all"]);
  all(null, ["Turn on", "Show all"]);
});

test("a noun with the verb of doing it says what is done", () => {
  all("capture", ["मीटिंग रिकॉर्ड करें"]);
  all("purchase", ["ਭੁਗਤਾਨ ਕਰੋ"]);
});

test("a verb of calling is known with another of the syllables that Ukrainian puts before it", () => {
  all("call", ["Подзвонити", "Передзвонити"]);
});

test("a dialog that says who calls is answered by its button, and one that ends a call makes none", () => {
  assert.equal(onPositive("Anruf von Anna", "Annehmen"), "call");
  assert.equal(onPositive("Anruf beenden?", "Auflegen"), null);
});

test("a dialog about leaving without saving throws away what was not saved", () => {
  assert.equal(onPositive("Ohne Speichern verlassen?", "Verlassen"), "close");
  assert.equal(onPositive("Seite verlassen?", "Verlassen"), null);
});

test("an id that submits what is written for others sends it", () => {
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

test("a call by video in one word is a call, and what else begins with video is none", () => {
  all("call", ["Videopoziv", "Videotrucada"]);
  all(null, ["Videoplayer", "Videothek"]);
});

test("the first button of a dialog does what it asks about, whatever it says, where the second says no", () => {
  assert.equal(onPositive("Entwurf verwerfen?", "Ablehnen"), "close");
  assert.equal(onPositive("Neues lesen?", "Ablehnen"), null);
});
