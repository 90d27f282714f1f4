import assert from "node:assert/strict";
import { test } from "node:test";
import { classify } from "../../src/guard/classify.js";
import { asWords } from "../../src/guard/target-facts.js";
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

test("invisible characters inside a word do not hide it", () => {
  for (const sign of ["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\u200e"]) {
    assert.equal(alone(`Sen${sign}d`), "send", sign.charCodeAt(0).toString(16));
    assert.equal(asWords(`Sen${sign}d`), "send");
  }
  assert.equal(alone("Lö\u00adschen"), "delete");
});

test("spaced-out letters are read as a word", () => {
  assert.equal(alone("S E N D"), "send");
  assert.equal(alone("У Д А Л И Т Ь"), "delete");
});

test("a word in capitals is recognised, even where capitals lack diacritics or have other ones", () => {
  for (const label of ["SATIN AL", "ΑΓΟΡΑ"]) assert.equal(alone(label), "purchase", label);
  for (const label of ["SİL", "ΔΙΑΓΡΑΦΗ", "LÖSCHEN"]) assert.equal(alone(label), "delete", label);
  assert.equal(alone("ΑΠΟΣΤΟΛΗ"), "send");
});

test("the word now in a label does not change its class", () => {
  assert.equal(alone("Nu opnieuw opstarten"), null);
  const settings = { bounds: at(0, 100, 400, 200), package: "com.android.settings" };
  const screen = shownIn({ package: "com.android.settings" }, button("Nu opnieuw opstarten", settings));
  const [on = assert.fail("nothing")] = screen.elements.filter(({ role }) => role === "button");
  assert.equal(classify({ kind: "tap", on, point: null, holdMs: 0 }, screen).class, "system");
});

test("beside an amount of money a button with unknown words needs confirmation, and one with known harmless words none", () => {
  const amount = text("€ 12.50", { bounds: at(0, 0, 400, 80), package: OWNER });
  const of = (label: string) => pressed(label, amount, button(label, { bounds: at(0, 100, 400, 200), package: OWNER }));
  for (const label of ["Khokha", "Qwertz asdf"]) assert.equal(of(label), "purchase", label);
  for (const label of ["Details", "Einzelheiten", "Voir les détails", "詳細を表示", "Show on map"])
    assert.equal(of(label), null, label);
  assert.equal(alone("Qwertz asdf"), null);
});

test("where one button of a dialog refuses a permission, the other one grants it, whatever its text", () => {
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

test("keys take screenshots, answer calls and delete where the app uses them for that", () => {
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

/** Labels that are written in other letters, and what they say. */
const LOOK_ALIKES: readonly (readonly [label: string, says: string])[] = [
  // Cyrillic, Greek, Armenian, Cherokee and Lisu letters among Latin ones, and alone.
  ...["Ѕend", "Ѕеnd", "ѕеոԁ", "Ѕ Е N D", "Ѕ.Е.N.D", "ꓢꓰꓠꓓ"].map((label) => [label, "send"] as const),
  ...["Dеlеtе", "Ꭰelete", "ᎠᎬᏞᎬᎢᎬ", "Ꭰꭼꮮꭼꭲꭼ", "Dεlεtε"].map((label) => [label, "delete"] as const),
  ...["Ρay", "Pαy", "РАУ", "рау"].map((label) => [label, "purchase"] as const),
  ...["Саll", "Саӏӏ"].map((label) => [label, "call"] as const),
  ...["Вuу nоw", "ΒUΥ", "Сhесk оut"].map((label) => [label, "purchase"] as const),
  // Latin letters among Cyrillic and Greek ones.
  ...["Удaлить", "УДАЛИTЬ", "Διaγραφή"].map((label) => [label, "delete"] as const),
  ...["Oтправить", "Aποστολή"].map((label) => [label, "send"] as const),
  // Forms of Latin letters: full width, mathematical, of signs, small capitals, in circles, squares and brackets.
  ...["Ｓｅｎｄ", "𝐒𝐞𝐧𝐝", "ꜱᴇɴᴅ", "Ⓢⓔⓝⓓ", "🅢🅔🅝🅓", "🆂🅴🅽🅳", "⒮⒠⒩⒟ it", "🇸🇪🇳🇩"].map((label) => [label, "send"] as const),
  ...["ℙay", "ᴘᴀʏ", "Ｐａｙ", "🅿🅰🆈"].map((label) => [label, "purchase"] as const),
  // Lines through letters and around them.
  ...["S\u0336e\u0336n\u0336d\u0336", "S\u20dde\u20ddn\u20ddd\u20dd"].map((label) => [label, "send"] as const),
  // What looks alike without another script.
  ...["DeIete", "De1ete"].map((label) => [label, "delete"] as const),
  ["lnstall", "install"],
  ["Ca11", "call"],
  ["Unіnstаӏӏ", "uninstall"],
];

test("letters that only look like those of a sensitive word do not hide it", () => {
  for (const [label, says] of LOOK_ALIKES) assert.equal(alone(label), says, label);
});

test("words that another script could also spell stay words of their own script", () => {
  const own = [
    "Тест",
    "Нет",
    "Не",
    "Тема",
    "Карта",
    "СОН",
    "Рост",
    "Но",
    "Мост",
    "ОК",
    "Νέα",
    "ΤΟΝΟΣ",
    "Σήμερα",
    "στα",
    "Μόνο στα αρχεία",
    "Αυ",
  ];
  for (const label of [...own, "SMS-сообщение", "iPhone с камерой", "PDFті", "Не сохранять", "Hello", "IllI", "H2O"])
    assert.equal(asWords(label), label.toLowerCase().replaceAll("-", " "), label);
  for (const label of own) assert.equal(alone(label), null, label);
});

test("words that lower the severity are not read from look-alike letters, and other readings drop nothing", () => {
  assert.equal(asWords("Саnсеl"), "саnсеl");
  assert.equal(asWords("Не Рау"), "не pay");
  assert.equal(alone("Удалить СОРУ"), "delete");
});
