import assert from "node:assert/strict";
import { test } from "node:test";
import { madeScreens } from "../../../bench/graph/made-pairs.js";
import { f1Of, NO_ANSWERS, withAnswer } from "../../../bench/graph/score.js";
import { areOneScreen, ScreenIndex } from "../../../src/graph/identity/screen-index.js";
import { printOf } from "../../../src/graph/identity/screen-print.js";
import { THRESHOLDS } from "../../../src/graph/identity/thresholds.js";
import type { ScreenFacts } from "../../../src/graph/screen/screen-facts.js";
import { element, type Sketch, screen } from "../../support/graph-screens.js";

function isSame(one: ScreenFacts, other: ScreenFacts): boolean {
  return areOneScreen(printOf(one), printOf(other), THRESHOLDS, () => 1);
}

const LIST = element([], { role: "list", scrollable: true, actions: ["scroll"], resourceId: "a:id/list" });

function inbox(rows: readonly string[], more: readonly Sketch[] = []): ScreenFacts {
  const listed = rows.map((row) => element([row], { role: "row", parent: "e3", resourceId: "a:id/row" }));
  return screen("Inbox", ["Compose", LIST, ...listed, ...more]);
}

test("a screen stays the same with other rows, counts, a banner and another time of the clock", () => {
  const before = inbox(["Ann: hello", "Bob: lunch?"], [{ labels: ["2 unread"], role: "text" }]);
  const clock = element(["12:07"], { role: "text", systemBar: true });
  const after = inbox(
    ["Cem: late", "Dora: news", "Eve: hi"],
    [{ labels: ["14 unread"], role: "text" }, { labels: ["You are offline"], role: "text" }, clock],
  );
  assert.ok(isSame(before, after));
});

test("another title in the app bar is another record, and another number in the title is not", () => {
  const item = (title: string) => screen(title, ["Share", "Delete", { labels: ["Made by hand"], role: "text" }]);
  assert.equal(isSame(item("Red lamp"), item("Blue chair")), false);
  assert.ok(isSame(item("Basket"), item("Basket (3)")));
  const untitled = { ...item("Basket"), isTitled: false };
  assert.deepEqual([isSame(item("Basket"), untitled), isSame(untitled, untitled)], [false, true]);
});

test("another selected tab is another screen, whether the tab is marked or just not clickable", () => {
  const tab = (label: string, place: number, more: object) =>
    element([label], { bounds: { left: place * 300, top: 1850, right: place * 300 + 300, bottom: 1950 }, ...more });
  const names = ["Home", "Search", "Orders"];
  const marked = (selected: number) =>
    screen("Shop", ["Menu", ...names.map((name, place) => tab(name, place, { selected: place === selected }))]);
  const still = (selected: number) =>
    screen("Shop", [
      "Menu",
      ...names.map((name, place) => tab(name, place, place === selected ? { role: "text", actions: [] } : {})),
    ]);
  for (const tabs of [marked, still]) {
    assert.deepEqual(tabs(1).tabs, ["search"]);
    assert.equal(isSame(tabs(0), tabs(1)), false);
    assert.ok(isSame(tabs(2), tabs(2)));
  }
});

test("a dialog is not a page, and dialogs with different titles are two screens", () => {
  const at = (top: number) => ({ left: 100, top, right: 900, bottom: top + 90 });
  const dialog = (title: string) => {
    const parts = [title, "OK", "Cancel"].map((words, place) =>
      element([words], { role: place === 0 ? "text" : "button", bounds: at(800 + place * 100) }),
    );
    return { ...screen("x", []), ...dialogOf(parts) };
  };
  assert.equal(dialog("Delete it?").kind, "dialog");
  assert.equal(isSame(dialog("Delete it?"), dialog("Log out?")), false);
  assert.ok(isSame(dialog("Delete it?"), dialog("Delete it?")));
});

function dialogOf(parts: readonly ReturnType<typeof element>[]): ScreenFacts {
  const [title, ...others] = parts;
  const facts = screen(title?.labels[0] ?? "", others);
  const first = facts.parts[0];
  const moved = first && { ...first, bounds: title?.bounds ?? first.bounds };
  return { ...facts, kind: "dialog", parts: [...(moved ? [moved] : []), ...facts.parts.slice(1)] };
}

test("a screen that is similar to a known one below the threshold is new, and may be the same", () => {
  const index = new ScreenIndex(THRESHOLDS);
  const known = printOf(screen("", ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"]));
  index.add("s1", known);
  assert.deepEqual(index.find(known), { id: "s1", similarity: 1, maybe: null, recordOf: null });
  const near = index.find(
    printOf(screen("", ["Alpha", "Beta", "Other words", "More of them", "Nothing alike", "Something else"])),
  );
  assert.deepEqual([near.id, near.maybe], [null, "s1"]);
  assert.equal(index.find(printOf(screen("", ["One", "Two"], "com.example.app.Other"))).maybe, null);
});

test("a new record of a known kind is a new screen that names its kind", () => {
  const index = new ScreenIndex(THRESHOLDS);
  index.add("s1", printOf(screen("Red lamp", ["Share", "Delete"])));
  const found = index.find(printOf(screen("Blue chair", ["Share", "Delete"])));
  assert.deepEqual([found.id, found.recordOf], [null, "s1"]);
});

test("nearly every pair of screens is judged correctly, on generated apps that no threshold was chosen by", () => {
  const screens = [madeScreens(121), madeScreens(122)];
  const answers = screens.reduce((all, own) => {
    const pairs = own.flatMap((one, place) => own.slice(place + 1).map((other) => [one, other] as const));
    return pairs.reduce(
      (sum, [one, other]) =>
        withAnswer(
          sum,
          areOneScreen(one.print, other.print, THRESHOLDS, () => 1),
          one.screen === other.screen,
        ),
      all,
    );
  }, NO_ANSWERS);
  assert.ok(f1Of(answers) >= 0.98, `F1 ${f1Of(answers)}`);
});
