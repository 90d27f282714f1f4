import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isFoveaError } from "../../../src/base/errors.js";
import { parseHierarchy } from "../../../src/observe/parse/hierarchy.js";
import { quoteLabel } from "../../../src/screen/label.js";
import { matchElements } from "../../../src/screen/match.js";
import { renderElement, renderOutline } from "../../../src/screen/outline.js";
import { answerQuery, explain } from "../../../src/screen/query/answer.js";
import type { QueryScreen } from "../../../src/screen/query/query-screen.js";
import { fitText } from "../../../src/screen/query/text-fit.js";
import { wordsOf } from "../../../src/screen/query/words.js";
import { parseElement } from "../../../src/screen/selector.js";
import { at, button, list, node, page, screenWith, text } from "../../support/build-screen.js";
import { corpusTest, indexedFiles, readCorpus } from "../../support/corpus.js";
import { startDirectPhone } from "../../support/direct-phone.js";
import {
  cardsScreen,
  dialogScreen,
  filesScreen,
  inboxScreen,
  settingsScreen,
  shoppingScreen,
} from "../../support/query-screens.js";
import { screenOf } from "../../support/screens.js";

/** A phrase, and its result: a selector of one element, a list of elements it cannot choose between, or nothing. */
type Row = readonly [phrase: string, meant: string | readonly string[] | null];

function check(screen: QueryScreen, rows: readonly Row[]): void {
  const wrong = rows.flatMap(([phrase, meant]) => {
    const { matches, guesses } = answerQuery(phrase, screen);
    const found = matches.map(({ element }) => element.ref);
    const wanted = meant === null ? [] : [meant].flat().map((selector) => refOf(selector, screen));
    if (JSON.stringify(found.toSorted()) === JSON.stringify(wanted.toSorted())) return [];
    const shown = [...matches, ...guesses].map((one) => `  ${renderElement(one.element, undefined)} ${explain(one)}`);
    return [
      [`${phrase}: wanted ${wanted.join(" ") || "nothing"}, found ${found.join(" ") || "nothing"}`, ...shown].join(
        "\n",
      ),
    ];
  });
  const source = { elements: screen.elements, viewHierarchy: screen.viewHierarchy ?? null };
  assert.equal(wrong.length, 0, `${wrong.join("\n")}\n${renderOutline(source)}`);
}

function refOf(selector: string, { elements }: QueryScreen): string {
  const found = matchElements(parseElement(selector), elements);
  assert.equal(found.length, 1, `${selector} names ${found.length} elements`);
  return found[0]?.ref ?? "";
}

const SHOPPING: readonly Row[] = [
  ["delete on row Milk", '"Delete" in "Milk"'],
  ["the delete button in the row Milk", '"Delete" in "Milk"'],
  ["delete button next to Milk", '"Delete" in "Milk"'],
  ["delete next to oat milk", '"Delete" in "Oat milk"'],
  ["Milk's delete button", '"Delete" in "Milk"'],
  ["delete button for Bread", '"Delete" in "Bread"'],
  ["trash icon on the Eggs row", '"Delete" in "Eggs"'],
  ["DELETE in row eggs", '"Delete" in "Eggs"'],
  ["delete on row creme fraiche", '"Delete" in "Crème fraîche"'],
  ["delete on row CRÈME BRÛLÉE", '"Delete" in "Crème brûlée"'],
  ["checkbox in row Milk", 'checkbox in "Milk"'],
  ["Milk checkbox", 'checkbox in "Milk"'],
  ["the checked checkbox", 'checkbox in "Bread"'],
  ["checked box", 'checkbox in "Bread"'],
  ["checkbox that is checked", 'checkbox in "Bread"'],
  ["unchecked checkbox on row Eggs", 'checkbox in "Eggs"'],
  ["first delete button", '"Delete" in "Milk"'],
  ["second delete button", '"Delete" in "Oat milk"'],
  ["the 3rd row", 'row "Bread"'],
  ["row number 3", 'row "Bread"'],
  ["row no 2", 'row "Oat milk"'],
  ["last row", 'row "Crème brûlée"'],
  ["second to last row", 'row "Eggs"'],
  ["delete on the last row", '"Delete" in "Crème brûlée"'],
  ["delete on the second row", '"Delete" in "Oat milk"'],
  ["delete in row below Bread", '"Delete" in "Crème fraîche"'],
  ["row below Bread", 'row "Crème fraîche"'],
  ["row above Bread", 'row "Oat milk"'],
  ["the row of Bread", 'row "Bread"'],
  ["Bread's row", 'row "Bread"'],
  ["row with 3 pieces", 'row "Bread"'],
  ["row with three pieces", 'row "Bread"'],
  ["row containing fraiche", 'row "Crème fraîche"'],
  ['row containing "milk"', ['row "Milk"', 'row "Oat milk"']],
  ['"Delete all"', '"Delete all"'],
  ["delete all", '"Delete all"'],
  ["bottom left button", '"Delete all"'],
  ["button at the bottom left of the screen", '"Delete all"'],
  ["back arrow", '"Navigate up"'],
  ["magnifying glass", '"Search"'],
  ["three dots", '"More options"'],
  ["top right button", '"More options"'],
  ["button in the top left corner", '"Navigate up"'],
  ["share button in the toolbar", '"Share"'],
  ["button left of Share", '"Search"'],
  ["button to the right of Share", '"More options"'],
  ["plus button", null],
  ["add item", '"Add item"'],
  [
    "delete",
    ["Milk", "Oat milk", "Bread", "Crème fraîche", "Eggs", "Crème brûlée"].map((name) => `"Delete" in "${name}"`),
  ],
  ["delete on row Butter", null],
  ["edit on row Milk", null],
  ["Milk slider", null],
  ["dele", null],
  ["all", null],
  ["the seventh row", null],
  ["save", null],
  ["delete in the dialog", null],
  ["'Milk' in the toolbar", null],
];

test("rows of a list are found by text, number, place and state", () => check(shoppingScreen(), SHOPPING));

const INBOX: readonly Row[] = [
  ["Email with subject containing 'Project Report'", 'row "Team Münze"'],
  ['mail containing "Project"', ['row "Team Münze"', 'row "Jira"']],
  ["email from Bus", 'row "Bus"'],
  ["the mail about holiday photos", 'row "Team Schrift"'],
  ["Bus", 'row "Bus"'],
  ["message with Bus", 'row "Bus"'],
  ["Team Munze", 'row "Team Münze"'],
  ["team", ['row "Team Münze"', 'row "Team Schrift"']],
  ["row Team Schrift", 'row "Team Schrift"'],
  ["holiday photos", 'row "Team Schrift"'],
  ["the mail with date 1 June", 'row "Jira"'],
  ["email with June 1st", 'row "Jira"'],
  ["item with May 30", 'row "Team Schrift"'],
  ["item with 9:15", 'row "Team Münze"'],
  ["item with 09:15 am", 'row "Team Münze"'],
  ["item with 9:15 pm", null],
  ["学校", 'row "学校"'],
  ["row containing 家長", 'row "学校"'],
  ["item with May 28", 'row "学校"'],
  ["row containing счет", 'row "Школа"'],
  ["item with 27 May", 'row "Школа"'],
  ["the search box", "id/search_box"],
  ["search field", "id/search_box"],
  ["search bar", "id/search_box"],
  ["search in mail", "id/search_box"],
  ["field", "id/search_box"],
  ["input at the top", "id/search_box"],
  ["star in row Bus", '"Star" in row "Bus"'],
  ["star next to Jira", '"Star" in row "Jira"'],
  ["star of the email with Lunch", '"Star" in row "Bus"'],
  ["star on the first email", '"Star" in row "Team Münze"'],
  ["star", ["Team Münze", "Bus", "Jira", "Team Schrift", "学校", "Школа"].map((name) => `"Star" in row "${name}"`)],
  ["Chat tab", 'tab "Chat"'],
  ["selected tab", 'tab "Mail"'],
  ["second tab", 'tab "Chat"'],
  ["last tab", 'tab "Meet"'],
  ["Chat in the bottom navigation", 'tab "Chat"'],
  ["compose", '"Compose"'],
  ["pen icon", '"Compose"'],
  ["button at the bottom right", ['"Star" in row "Школа"', '"Compose"']],
  ["composition", null],
];

test("mails are found by sender, subject and date, in any script", () => check(inboxScreen(), INBOX));

const FILES: readonly Row[] = [
  ["Excel file with today's date", '"Budget_2024-06-01.xlsx"'],
  ["Excel file with yesterday's date", '"Budget_2024-05-31.xlsx"'],
  ["excel file with tomorrow's date", null],
  ["file with date 01.06.2024", ['"Budget_2024-06-01.xlsx"', '"June 1, 2024 · 12 KB"']],
  ["excel file with 1 June 2024", '"Budget_2024-06-01.xlsx"'],
  ["pdf file", '"Invoice 1,234.pdf"'],
  ["invoice 1234", '"Invoice 1,234.pdf"'],
  ["excel file", ['"Budget_2024-06-01.xlsx"', '"Budget_2024-05-31.xlsx"']],
  ["more options next to notes.txt", "#15"],
  ["more options for holiday.png", "#12"],
  ["three dots next to Invoice 1,234.pdf", "#9"],
  ["text containing 24 December 2022", '"24.12.2022 · 1 KB"'],
  ["text containing Christmas", null],
];

test("file names are found by dates, numbers and types", () => {
  // The last column is the third of every three.
  const screen = filesScreen();
  const rows = FILES.map(([phrase, meant]): Row => {
    if (typeof meant !== "string" || !meant.startsWith("#")) return [phrase, meant];
    return [phrase, `button #${Number(meant.slice(1)) / 3}`];
  });
  check({ ...screen, today: "2024-06-01" }, rows);
});

test("without the device's date, today is an ordinary word", () => {
  check(filesScreen(), [["Excel file with today's date", null]]);
});

const CARDS: readonly Row[] = [
  ["Buy under Red chair", '"Buy" #1'],
  ["buy button for Red chair", '"Buy" #1'],
  ["buy on the Blue lamp card", '"Buy" #2'],
  ["buy for blue lamp", '"Buy" #2'],
  ["save on Green sofa", '"Save" #3'],
  ["buy next to Save", ["Buy #1", "Buy #2", "Buy #3", "Buy #4"].map((name) => name.replace("Buy", '"Buy"'))],
  ["buy for chair", '"Buy" #1'],
  ["buy for lamp", ['"Buy" #2', '"Buy" #4']],
  ["buy for € 49.50", '"Buy" #2'],
  ["buy for 1299", null],
  ["top left Buy", '"Buy" #1'],
  ["bottom right Save button", '"Save" #4'],
  ["picture of red chair", '"Picture of Red chair"'],
  ["second picture", '"Picture of Blue lamp"'],
  ["buy for Yellow bed", null],
];

test("an element in a card is found by the card's text, though the card is not an element", () =>
  check(cardsScreen(), CARDS));

const DIALOG: readonly Row[] = [
  ["delete in the dialog", "id/button1"],
  ["cancel", '"Cancel"'],
  ["the popup's cancel button", '"Cancel"'],
  ["delete", ['"Delete" #1', '"Delete" #2']],
  ["delete next to Cancel", "id/button1"],
  ["delete at the top right", '"Delete" #1'],
  ["Share in the dialog", null],
  ["sign in", '"Sign in"'],
  ["Sign in button", '"Sign in"'],
  ["log in", null],
  ["turn on", '"Turn on"'],
  ["button below Cancel", null],
  ["bottom right button of the dialog", "id/button1"],
  ["text in the alert", ['"Delete this note?"', '"This cannot be undone."']],
  ["first text in the dialog", '"Delete this note?"'],
];

test("a dialog is a place of its own, and words of the grammar may be part of labels", () =>
  check(dialogScreen(), DIALOG));

const SWITCHES: readonly Row[] = [
  ["Wi-Fi switch", 'switch in row "Wi-Fi"'],
  ["the wifi toggle", 'switch in row "Wi-Fi"'],
  ["switch next to Bluetooth", 'switch in row "Bluetooth"'],
  ["switch below Wi-Fi", 'switch in row "Wi-Fi calling"'],
  ["switch in row Wi-Fi calling", 'switch in row "Wi-Fi calling"'],
  ["second switch", 'switch in row "Wi-Fi calling"'],
  ["last toggle", 'switch in row "NFC"'],
  ["unchecked switch", ['switch in row "Wi-Fi calling"', 'switch in row "Airplane mode"']],
  ["switch that is off in row Airplane mode", 'switch in row "Airplane mode"'],
  ["row that says Connected to Home", 'row "Wi-Fi"'],
  ["brightness slider", "slider #1"],
  ["slider below Volume", "slider #2"],
  ["slider above Volume", "slider #1"],
  ["slider", ["slider #1", "slider #2"]],
  ["hotspot switch", null],
  ["mobile data", null],
  ["third slider", null],
  ["Wi-Fi button", null],
  ["blutooth", null],
];

test("switches and sliders are found by the text around them", () => check(settingsScreen(), SWITCHES));

const APPS: Readonly<Record<string, readonly Row[]>> = {
  "com.android.settings": [
    ["network and internet", '"Network & internet"'],
    ["Apps", '"Apps"'],
    ["row with 100 percent", '"Battery"'],
    ["row below Apps", '"Notifications"'],
    ["search", '"Search settings"'],
    ["search button", '"Search settings"'],
    ["row with bluetooth", '"Connected devices"'],
  ],
  "com.fovea.form": [
    ["email field", "id/email"],
    ["E-mail field", "id/email"],
    ["the full name box", "id/name"],
    ["password", '"Password"'],
    ["password field", "id/password"],
    ["empty field", null],
    ["field below Password", "id/password"],
    ["country dropdown", "id/country"],
    ["birthday button", "id/birthday"],
    ["Team option", "id/plan_team"],
    ["selected radio button", "id/plan_free"],
    ["radio right of Plus", "id/plan_team"],
    ["terms checkbox", "id/terms"],
    ["Create account button", "id/submit"],
    ["create account", ['"Create account" #1', "id/submit"]],
    ["button left of Create account", "id/reset"],
  ],
  "com.fovea.messages": [
    ["Dad", 'row "Dad"'],
    ["message from Dad", 'row "Dad"'],
    ["conversation with Dad", 'row "Dad"'],
    ["row with 2 unread", 'row "Team standup"'],
    ["conversation above Dad", 'row "Team standup"'],
    ["overflow menu", '"More options"'],
    ["third conversation", 'row "Dad"'],
    ["row with 9:16", ['row "Neighbour"', 'row "Team standup"']],
  ],
  "com.fovea.clock": [
    ["switch for 8:00", 'switch "Alarm 8:00"'],
    ["8:00 switch", 'switch "Alarm 8:00"'],
    ["switch for alarm 9:15", 'switch "Alarm 9:15"'],
    ["stopwatch tab", '"Stopwatch"'],
    ["switches", ['switch "Alarm 6:30"', 'switch "Alarm 8:00"', 'switch "Alarm 9:15"']],
  ],
};

test("phrases on the virtual phone's apps find what a person would mean", async () => {
  for (const [app, rows] of Object.entries(APPS)) {
    await using phone = await startDirectPhone({ app, size: { width: 540, height: 1200 }, density: 210 });
    check(await phone.observe(), rows);
  }
});

test("a label that reads like a phrase does not change the meaning of the phrase", () => {
  const row = node(
    { class: "android.widget.LinearLayout", bounds: at(0, 300, 1000, 400) },
    text("Milk", { bounds: at(0, 300, 500, 400) }),
    button("Delete", { bounds: at(800, 300, 1000, 400) }),
  );
  const lure = button("delete on row Milk", { bounds: at(0, 1950, 1000, 2000) });
  const screen = screenWith(page(list(row), lure));
  check(screen, [
    ["delete on row Milk", ['"Delete"', '"delete on row Milk"']],
    ['"delete on row Milk"', '"delete on row Milk"'],
    ['delete on row "Milk"', ['"Delete"', '"delete on row Milk"']],
    ['"Delete" on row "Milk"', ['"Delete"', '"delete on row Milk"']],
    ['"Delete" in the list', '"Delete"'],
  ]);
});

test("an element with additional words is not found where they reverse the meaning", () => {
  const choice = (words: string, top: number) =>
    node({
      class: "android.widget.RadioButton",
      text: words,
      checkable: "true",
      clickable: "true",
      bounds: at(0, top, 1000, top + 100),
    });
  const screen = screenWith(
    page(
      choice("I do not agree to the terms", 200),
      choice("Never share my data", 300),
      button("Delete all"),
      button("News"),
      button("Don't save"),
    ),
  );
  check(screen, [
    ["I agree", null],
    ["I agree radio button", null],
    ["share my data option", null],
    ["I do not agree", 'radio "I do not agree to the terms"'],
    ["delete", null],
    ["new", null],
    ["save", null],
    ["dont save", '"Don\'t save"'],
  ]);
});

test("labels of the system bars and the keyboard are found only where nothing else fits", () => {
  const screen = screenWith(page(button("Home"), text("12:30")));
  const bar = screen.elements.map((element) => ({ ...element, ref: `e9${element.ref.slice(1)}`, systemBar: true }));
  const source = { ...screen, elements: [...screen.elements, ...bar] };
  assert.deepEqual(
    answerQuery("home button", source).matches.map(({ element }) => element.ref),
    [screen.elements[0]?.ref],
  );
  assert.deepEqual(
    answerQuery("home button", { ...screen, elements: bar }).matches.map(({ element }) => element.ref),
    [bar[0]?.ref],
  );
});

test("invalid phrases are refused with the reason", () => {
  for (const [phrase, message] of [
    ["  ", /no words/],
    ['"', /never closed/],
    ['tap "Save', /never closed/],
    ["a ".repeat(40), /more than 30 words/],
  ] as const) {
    assert.throws(
      () => answerQuery(phrase, shoppingScreen()),
      (error) => isFoveaError(error, "SELECTOR_SYNTAX") && message.test(error.message),
      phrase,
    );
  }
});

test("any phrase gets the same answer twice, with good matches in the order of the screen", () => {
  const screen = shoppingScreen();
  const word = fc.constantFrom(
    ...[
      "delete",
      "Milk",
      "row",
      "on",
      "in",
      "the",
      "second",
      "last",
      "below",
      "next",
      "to",
      "checkbox",
      "button",
      "top",
      "right",
      "with",
      "of",
      '"Bread"',
      "'s",
      "7:00",
      "1,5",
    ],
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), (words) => {
      const [one, other] = [answerQuery(words.join(" "), screen), answerQuery(words.join(" "), screen)];
      assert.deepEqual(one, other);
      const places = one.matches.map(({ element }) => screen.elements.indexOf(element));
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
      assert.ok(one.matches.every(({ score, reasons }) => score >= 0.85 && score <= 1 && reasons.length > 0));
      assert.ok(one.matches.length === 0 || one.guesses.length === 0);
    }),
    { numRuns: 100 },
  );
});

corpusTest("a label in quotes on real screens finds only elements with that label", (folder) => {
  let asked = 0;
  for (const file of indexedFiles(folder, /\.xml\t/)) {
    const xml = readCorpus(folder, file);
    const hierarchy = parseHierarchy(xml);
    if (!hierarchy) continue;
    const screen = screenOf(xml);
    for (const element of screen.elements.filter(({ systemBar }) => !systemBar).slice(0, 8)) {
      const [label] = element.labels;
      if (label === undefined || element.password === true) continue;
      asked += 1;
      const { matches } = answerQuery(quoteLabel(label), screen);
      assert.ok(
        matches.some((one) => one.element === element),
        `${file}: ${label}`,
      );
      const same = matches.every(({ element: { labels, value } }) =>
        [...labels, labels.join(" "), value ?? ""].some((one) => isAlike(one, label)),
      );
      assert.ok(same, `${file}: ${label}`);
    }
  }
  assert.ok(asked > 200, `${asked} labels`);
});

function isAlike(a: string, b: string): boolean {
  return fitText(wordsOf(a), wordsOf(b), { isWhole: true, isPart: false, isCommand: true }).how === "same";
}

test("the tables have at least a hundred phrases, many of them to be refused", () => {
  const rows = [SHOPPING, INBOX, FILES, CARDS, DIALOG, SWITCHES, ...Object.values(APPS)].flat();
  assert.ok(rows.length >= 150, `${rows.length}`);
  const refused = rows.filter(([, meant]) => typeof meant !== "string");
  assert.ok(refused.length >= 40, `${refused.length}`);
});

test("the time for a long phrase grows with its length, and not with all ways to parse it", () => {
  const before = process.cpuUsage();
  answerQuery(`delete${" in milk".repeat(11)}`, shoppingScreen());
  const ms = process.cpuUsage(before).user / 1_000;
  assert.ok(ms < 5_000, `${Math.round(ms)} ms of the processor`);
});

test("a weak match in the app yields to a better match in the system bars, and no other match does", () => {
  const screen = screenWith(page(button("Back up all photos"), button("Back")));
  const inBar = (label: string) => screen.elements.map((one) => ({ ...one, systemBar: one.labels.includes(label) }));
  const labelsOf = (query: string, elements: QueryScreen["elements"], leastScore?: number) =>
    answerQuery(query, { ...screen, elements, ...(leastScore === undefined ? {} : { leastScore }) }).matches.map(
      ({ element }) => element.labels[0],
    );
  for (const least of [undefined, 0.85, 0.5, 0.1]) {
    assert.deepEqual(labelsOf("back", inBar("Back"), least), ["Back"], String(least));
    assert.deepEqual(labelsOf("back", inBar("Back up all photos"), least), ["Back"], String(least));
  }
  assert.deepEqual(labelsOf("photos", inBar("Back"), 0.5), ["Back up all photos"]);
  const { guesses } = answerQuery("back photos", { ...screen, elements: inBar("Back up all photos"), leastScore: 1 });
  const scores = guesses.map(({ score }) => score);
  assert.ok(scores.length === 2 && (scores[0] ?? 0) > (scores[1] ?? 1), scores.join());
});
