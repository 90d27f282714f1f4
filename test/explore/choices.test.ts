import assert from "node:assert/strict";
import { test } from "node:test";
import { candidatesOf, unlabelledOf } from "../../src/explore/candidates.js";
import { chooseNext, type Decision } from "../../src/explore/decide.js";
import { LEAST_NOVELTY, noveltyOf } from "../../src/explore/novelty.js";
import { TryBook } from "../../src/explore/try-book.js";
import { actionKey, actionWords } from "../../src/graph/action-sig.js";
import { buildGraph } from "../../src/graph/build/build-graph.js";
import { GraphView } from "../../src/graph/predict/graph-view.js";
import { PathFinder } from "../../src/graph/predict/path.js";
import type { ScreenFacts } from "../../src/graph/screen/screen-facts.js";
import { run, screen, step } from "../support/graph-screens.js";

const HOME = screen("Home", ["Basket", "Help"]);
const BASKET = screen("Basket", ["Pay", "Empty"]);
const view = new GraphView(buildGraph([run("r", step(HOME, "Basket"), step(BASKET, "back"), step(HOME, "Help"))], 0));

function idOf(facts: ScreenFacts, among = view): string {
  return among.recognise(facts).id ?? "";
}

function actionOf(facts: ScreenFacts, words: string) {
  const found = [...candidatesOf(facts).values()].find((action) => actionWords(action) === words);
  assert.ok(found, `${words} among ${[...candidatesOf(facts).values()].map(actionWords).join(", ")}`);
  return found;
}

/** What is decided at a screen, in words, by a book that knows both and in which these were done. */
function decided(at: ScreenFacts, ...done: readonly (readonly [ScreenFacts, string, ScreenFacts])[]): string {
  const book = new TryBook();
  for (const facts of [HOME, BASKET]) book.see(idOf(facts), candidatesOf(facts).values());
  for (const [from, words, to] of done) book.note(idOf(from), actionOf(from, words), { to: idOf(to) });
  const ways = new PathFinder(view);
  const standing = { id: idOf(at), facts: at };
  const way = (to: string) => ways.find(standing.id, to);
  return worded(chooseNext({ view, book, before: null, standing, way, lost: new Set() }));
}

function worded(decision: Decision): string {
  if (decision.kind === "walk") return `walk ${decision.to}`;
  return decision.kind === "done" ? "done" : `${decision.kind} ${actionWords(decision.chosen.action)}`;
}

test("chooseNext prefers an untried control to a known one, this screen to others, and then another screen", () => {
  const basket = [HOME, 'tap button "basket"', BASKET] as const;
  const help = [HOME, 'tap button "help"', HOME] as const;
  assert.equal(decided(HOME, basket), 'try tap button "help"');
  assert.equal(decided(HOME, basket, help), `walk ${idOf(BASKET)}`);
  assert.equal(decided(BASKET, basket, help), 'try tap button "pay"');
  const rest = [
    [BASKET, 'tap button "pay"', BASKET],
    [BASKET, 'tap button "empty"', BASKET],
    [BASKET, "back", HOME],
    [HOME, "back", HOME],
  ] as const;
  assert.equal(decided(BASKET, basket, help, ...rest), "done");
});

test("chooseNext reveals a known control that is out of sight, and gives it up where that failed", () => {
  const book = new TryBook();
  const far = screen("Home", ["Basket", "Help", "Legal"]);
  book.see(idOf(HOME), candidatesOf(far).values());
  for (const words of ['tap button "basket"', 'tap button "help"', "back"])
    book.note(idOf(HOME), actionOf(HOME, words), { to: idOf(HOME) });
  const standing = { id: idOf(HOME), facts: HOME };
  const parts = { view, book, before: null, standing, way: () => null };
  const legal = book.of(idOf(HOME), actionOf(far, 'tap button "legal"'));
  assert.equal(worded(chooseNext({ ...parts, lost: new Set() })), 'reveal tap button "legal"');
  assert.equal(worded(chooseNext({ ...parts, lost: new Set([legal.action]) })), "done");
});

/** A list of which so many rows were taken: each led to its own screen, or all to records of one kind. */
function rowNovelty(taken: number, isOfOneKind: boolean): number {
  const rows = ["Ann", "Ben", "Cem", "Dora", "Eva", "Finn"];
  const list = screen("List", [
    { labels: [], role: "list", scrollable: true, actions: ["scroll"] },
    ...rows.map((name) => ({ labels: [name], role: "row", parent: "e2" })),
  ]);
  const book = new TryBook();
  const graph = new GraphView(buildGraph([run("l", step(list, "Ann"))], 0));
  const at = idOf(list, graph);
  book.see(at, candidatesOf(list).values());
  const row = (name: string) => {
    const found = book.offered(at).find(({ action }) => action.isItem && action.label === name.toLowerCase());
    assert.ok(found, name);
    return found;
  };
  for (const name of rows.slice(0, taken)) book.note(at, row(name).action, { to: isOfOneKind ? "one" : `of ${name}` });
  return noveltyOf({ view: graph, book, before: null }, row(rows[taken] ?? ""));
}

test("rows that lead to screens of one kind are skipped after a few, and rows that lead elsewhere are all tried", () => {
  const [alike, different] = [true, false].map((isOfOneKind) =>
    [0, 1, 2, 3, 4, 5].map((taken) => rowNovelty(taken, isOfOneKind)),
  );
  assert.deepEqual(different, [1, 1, 1, 1, 1, 1]);
  assert.deepEqual(
    alike?.map((one) => one >= LEAST_NOVELTY),
    [true, true, true, true, true, false],
  );
  assert.deepEqual(alike?.slice(0, 3), [1, 1, 1 / 3]);
});

test("a control without effect on some screens of a kind is not tried on the others", () => {
  const records = ["Ann", "Ben", "Cem", "Dora", "Eva", "Finn"].map((name) => screen(name, ["Rate", "Compare", "Send"]));
  const steps = records.flatMap((record) => [step(record, "Rate"), step(record, "back")]);
  const graph = new GraphView(buildGraph([run("f", ...steps)], 0));
  const ids = records.map((record) => idOf(record, graph));
  assert.equal(new Set(ids).size, records.length);
  assert.equal(new Set(ids.map((id) => graph.familyOf(id))).size, 1);
  const compare = actionOf(records[0] ?? HOME, 'tap button "compare"');
  const after = (count: number, leads: boolean) => {
    const book = new TryBook();
    for (const id of ids) book.see(id, [compare]);
    for (const id of ids.slice(0, count)) book.note(id, compare, { to: leads ? "elsewhere" : id });
    return noveltyOf({ view: graph, book, before: null }, book.of(ids[count] ?? "", compare));
  };
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((count) => after(count, false) >= LEAST_NOVELTY),
    [true, true, true, true, false],
  );
  assert.equal(after(4, true), 1, "where the control led to a screen, the forecast reports it");
});

test("a control without text is found, and one inside a control with text is not", () => {
  const shown = screen("Home", [
    { labels: [], resourceId: "com.example.app:id/star" },
    { labels: ["Wi-Fi"], role: "row" },
    { labels: [], role: "switch", parent: "e3" },
    { labels: [], role: "field", actions: ["edit"] },
  ]);
  assert.deepEqual(
    unlabelledOf(shown).map(({ role, idTail }) => [role, idTail]),
    [["button", "star"]],
  );
});

test("the stored state of an exploration is read again unchanged", () => {
  const book = new TryBook();
  book.see("s1", candidatesOf(HOME).values());
  book.note("s1", actionOf(HOME, 'tap button "help"'), { to: "s2" });
  book.note("s1", actionOf(HOME, 'tap button "basket"'), { held: "ACTION_BLOCKED" });
  const again = new TryBook(JSON.parse(JSON.stringify(book.all())));
  assert.deepEqual(again.all(), book.all());
  const known = again.offered("s1").map(({ action, times, to, held }) => [actionKey(action), times, to, held]);
  assert.deepEqual(
    known.map((one) => one.slice(1)),
    [
      [1, null, "ACTION_BLOCKED"],
      [1, "s2", null],
      [0, null, null],
    ],
  );
});
