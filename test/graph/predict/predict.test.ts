import assert from "node:assert/strict";
import { test } from "node:test";
import { actionWords, slotKey } from "../../../src/graph/action-sig.js";
import { buildGraph } from "../../../src/graph/build/build-graph.js";
import { optimise } from "../../../src/graph/optimise/optimise.js";
import { forecast } from "../../../src/graph/predict/forecast.js";
import { termsOfGoal } from "../../../src/graph/predict/goal.js";
import { GraphView } from "../../../src/graph/predict/graph-view.js";
import { PathFinder } from "../../../src/graph/predict/path.js";
import { suggestNextActions } from "../../../src/graph/predict/suggest.js";
import { synthesise } from "../../../src/graph/predict/synthesise.js";
import { validateSequence } from "../../../src/graph/predict/validate-sequence.js";
import { element, run, screen, step } from "../../support/graph-screens.js";

const HOME = screen("Home", ["Mail", "Profile", "Settings"]);
const MAIL = screen("Mail", ["Compose", "Search"]);
const PROFILE = screen("Profile", ["Rename", "Log out"]);
const SOUND = screen("Sound", [{ labels: ["Vibrate"], role: "switch", checked: false }]);
const SETTINGS = screen("Settings", ["Sound", "Display"]);

const RUNS = [
  run("mail1", step(HOME, "Mail"), step(MAIL, "back"), step(HOME, "Mail"), step(MAIL, "back")),
  run("mail2", step(HOME, "Mail"), step(MAIL, "back")),
  run("sound", step(HOME, "Settings"), step(SETTINGS, "Sound"), step(SOUND, "Vibrate"), step(SOUND, "back")),
  run(
    "profile",
    step(HOME, "Profile"),
    step(PROFILE, "back", { outcome: "failed" }),
    step(PROFILE, "Rename"),
    step(HOME, "Mail"),
  ),
];
const VIEW = new GraphView(optimise(buildGraph(RUNS, 0)));

function idOf(title: string): string {
  return VIEW.graph.vertices.find(({ print }) => print.title === title)?.id ?? assert.fail(title);
}

const MAILED = step(HOME, "Mail").taken.action;
const [TO_SETTINGS, TO_SOUND] = [step(HOME, "Settings").taken.action, step(SETTINGS, "Sound").taken.action];

test("suggestNextActions prefers the action taken last time on a screen, and names its edges and runs", () => {
  const found = suggestNextActions(VIEW, { at: idOf("Home"), history: [], goal: null, count: 3 });
  assert.deepEqual(
    found.map(({ action }) => actionWords(action)),
    ['tap button "mail"', 'tap button "profile"', 'tap button "settings"'],
  );
  assert.ok(found.reduce((sum, { probability }) => sum + probability, 0) < 1);
  assert.ok(found.every(({ edges }) => edges.length > 0 && edges.every((id) => VIEW.edge(id))));
  assert.deepEqual(found[0]?.runs, ["mail1", "mail2"]);
});

test("suggestNextActions with a goal prefers actions that lead there, over several screens", () => {
  const [first] = suggestNextActions(VIEW, {
    at: idOf("Home"),
    history: [],
    goal: "turn on vibrate for sound",
    count: 1,
  });
  assert.equal(first && actionWords(first.action), 'tap button "settings"');
});

test("suggestNextActions considers the actions taken before the screen", () => {
  const at = idOf("Home");
  const [plain] = suggestNextActions(VIEW, { at, history: [], goal: null, count: 1 });
  assert.equal(plain && actionWords(plain.action), 'tap button "mail"');
  const runs = [
    run("a", step(PROFILE, "Rename"), step(HOME, "Settings"), step(SETTINGS, "back")),
    ...RUNS,
    run("b", step(PROFILE, "Rename"), step(HOME, "Settings"), step(SETTINGS, "back")),
  ];
  const view = new GraphView(buildGraph(runs, 0));
  const renamed = slotKey(step(PROFILE, "Rename").taken.action);
  const [found] = suggestNextActions(view, { at, history: [renamed], goal: null, count: 1 });
  assert.equal(found && actionWords(found.action), 'tap button "settings"');
});

test("suggestNextActions suggests nothing on a screen that no run has left", () => {
  assert.deepEqual(
    suggestNextActions(VIEW, { at: idOf("Sound"), history: [], goal: null, count: 3 }).map(({ action }) =>
      actionWords(action),
    ),
    ['tap switch "vibrate"'],
  );
  assert.deepEqual(suggestNextActions(VIEW, { at: "s0", history: [], goal: null, count: 3 }), []);
});

test("forecast names the possible screens after each action with their probability and the unknown share", () => {
  const { steps, unknown } = forecast(VIEW, { at: idOf("Home"), screen: HOME, before: null }, [TO_SETTINGS, TO_SOUND]);
  assert.deepEqual(
    steps.map(([first]) => first?.vertex),
    [idOf("Settings"), idOf("Sound")],
  );
  assert.ok(unknown > 0 && unknown < 1);
});

test("forecast predicts that back leads to the previous screen, even where no run did that", () => {
  const back = step(SOUND, "back").taken.action;
  const [first] = forecast(VIEW, { at: idOf("Sound"), screen: null, before: idOf("Settings") }, [back]).steps[0] ?? [];
  assert.equal(first?.vertex, idOf("Settings"));
});

test("forecast predicts for a row never tapped a record of the kind that other rows led to", () => {
  const scroller = element([], { role: "list", scrollable: true, actions: ["scroll"], resourceId: "a:id/list" });
  const rows = ["Ann", "Bob", "Cem"].map((name) =>
    element([name], { role: "row", parent: "e2", resourceId: "a:id/row" }),
  );
  const inbox = screen("Inbox", [scroller, ...rows]);
  const record = (name: string) => screen(name, ["Reply", "Archive"]);
  const runs = ["Ann", "Bob"].map((name) => run(name, step(inbox, name), step(record(name), "back")));
  const view = new GraphView(buildGraph(runs, 0));
  const at = view.recognise(inbox).id ?? assert.fail();
  const [first] = forecast(view, { at, screen: inbox, before: null }, [step(inbox, "Cem").taken.action]).steps[0] ?? [];
  assert.equal(first && view.familyOf(first.vertex), view.familyOf(view.recognise(record("Ann")).id ?? ""));
  const { id, recordOf } = view.recognise(record("Cem"));
  assert.deepEqual([id, view.familyOf(recordOf ?? "")], [null, view.recognise(record("Ann")).id]);
});

test("validateSequence accepts a known sequence, and refuses it in another order at the first impossible action", () => {
  const start = { at: idOf("Home"), screen: HOME };
  const good = validateSequence(VIEW, start, [TO_SETTINGS, TO_SOUND]);
  assert.deepEqual([good.valid, good.failedAt, good.edges.length], [true, null, 2]);
  assert.ok(good.probability > 0 && good.probability < 1);
  const permuted = validateSequence(VIEW, start, [TO_SOUND, TO_SETTINGS]);
  assert.deepEqual([permuted.valid, permuted.failedAt, permuted.reason], [false, 0, "unreachable"]);
  const unknown = validateSequence(VIEW, start, [MAILED, step(MAIL, "Search").taken.action]);
  assert.deepEqual([unknown.valid, unknown.failedAt, unknown.reason], [false, 1, "unknownAction"]);
});

test("validateSequence refuses an action whose condition was true every time before and is false now", () => {
  const on = screen("Sound", [{ labels: ["Vibrate"], role: "switch", checked: true }]);
  const check = validateSequence(VIEW, { at: idOf("Sound"), screen: on }, [step(SOUND, "Vibrate").taken.action]);
  assert.deepEqual(
    [check.reason, check.missing],
    ["preconditionFalse", [{ kind: "elemState", of: 'switch "vibrate"', value: "unchecked" }]],
  );
});

test("the path to a screen is the most certain known one, and null where none is known", () => {
  const paths = new PathFinder(VIEW);
  const path = paths.find(idOf("Mail"), idOf("Sound"));
  assert.deepEqual(
    path?.edges.map(({ action }) => actionWords(action)),
    ["back", 'tap button "settings"', 'tap button "sound"'],
  );
  assert.equal(paths.find(idOf("Sound"), idOf("Home")), null);
  assert.deepEqual(paths.find(idOf("Home"), idOf("Home")), { edges: [], probability: 1 });
});

test("understandScreen joins the elements, their arrangement and the pattern the screen is part of", () => {
  const form = screen("Form", [
    { labels: ["Name"], role: "text" },
    { labels: [], role: "field", actions: ["edit"] },
    "Save",
  ]);
  const way = [step(HOME, "Mail"), step(form, "Save"), step(HOME, "Mail"), step(form, "Save"), step(HOME, "Mail")];
  const view = new GraphView(optimise(buildGraph([run("a", ...way)], 0)));
  const first = view.graph.runs[0]?.path[0] ?? "";
  const found = synthesise(view, form, [first]);
  assert.equal(found.at, view.recognise(form).id);
  assert.deepEqual(
    found.relations.filter(({ kind }) => kind === "labelFor"),
    [{ from: "e2", to: "e3", kind: "labelFor" }],
  );
  assert.ok(found.relations.some(({ from, to, kind }) => kind === "above" && from === "e3" && to === "e4"));
  const next = view.edge(found.patterns[0]?.nextStep ?? "")?.action;
  assert.equal(next && actionWords(next), 'tap button "save"');
  assert.deepEqual(synthesise(view, form, [first]), found);
  assert.deepEqual(synthesise(view, screen("Else", ["X"], "com.example.app.Else"), []).patterns, []);
});

test("termsOfGoal leaves out filler words, unless there are no other words", () => {
  assert.deepEqual(termsOfGoal("Please go to the address of my account"), ["address", "account"]);
  assert.deepEqual(termsOfGoal("zum Warenkorb"), ["warenkorb"]);
  assert.deepEqual(termsOfGoal("You"), ["you"]);
  assert.deepEqual(termsOfGoal(""), []);
});
