import assert from "node:assert/strict";
import { test } from "node:test";
import { actionWords } from "../../../src/graph/action-sig.js";
import { buildGraph } from "../../../src/graph/build/build-graph.js";
import { arrivalsOf } from "../../../src/graph/build/graph-run.js";
import { varianceOf } from "../../../src/graph/build/statistics.js";
import { element, run, screen, step } from "../../support/graph-screens.js";

const HOME = screen("Home", ["Open", "Help"]);
const LIST = screen("List", ["First", "Second", "Third"]);
const ITEM = screen("Item", ["Delete", "Share"]);

function titles(graph: ReturnType<typeof buildGraph>) {
  const byId = new Map(graph.vertices.map(({ id, print }) => [id, print.title]));
  return graph.edges.map(({ from, to, action }) => `${byId.get(from)} ${actionWords(action)} ${byId.get(to)}`).sort();
}

test("an edge is labelled with the action taken on its first screen, not with the action taken on its second", () => {
  const demo = run("r1", step(HOME, "Open"), step(LIST, "First"), step(ITEM, "Share"));
  const led = arrivalsOf(demo).map(({ screen: { title }, ledBy }) => [title, ledBy && actionWords(ledBy.action)]);
  assert.deepEqual(led, [
    ["Home", null],
    ["List", 'tap button "open"'],
    ["Item", 'tap button "first"'],
  ]);
  assert.deepEqual(titles(buildGraph([demo], 0)), ['Home tap button "open" List', 'List tap button "first" Item']);
});

test("the last action of a run counts as a try of its element, and makes no edge, since the next screen is unknown", () => {
  const graph = buildGraph([run("r1", step(HOME, "Open"), step(LIST, "First"))], 0);
  assert.deepEqual(titles(graph), ['Home tap button "open" List']);
  const list = graph.vertices.find(({ print }) => print.title === "List");
  const first = list?.affordances.find(({ label }) => label === "first");
  assert.deepEqual([first?.tries, first?.effects, first?.lastTarget], [1, 1, null]);
});

test("a trace of ten steps gives one vertex for each screen and one edge for each transition, with counts", () => {
  const round = [step(HOME, "Open"), step(LIST, "First"), step(ITEM, "back")];
  const graph = buildGraph(
    [
      run(
        "r1",
        ...round,
        step(LIST, "back"),
        ...round,
        step(LIST, "back"),
        step(HOME, "Help"),
        step(HOME, "Help", { outcome: "noEffect" }),
      ),
    ],
    0,
  );
  assert.equal(graph.vertices.length, 3);
  assert.deepEqual(graph.edges.map(({ n, ok }) => [n, ok]).sort(), [
    [1, 1],
    [2, 2],
    [2, 2],
    [2, 2],
    [2, 2],
  ]);
  assert.deepEqual(graph.vertices.map(({ visits }) => visits).sort(), [2, 4, 4]);
  assert.equal(graph.runs[0]?.path.length, 9);
});

test("an edge counts durations, outcomes and its last time, and an unknown outcome is neither success nor failure", () => {
  const way = (id: string, ms: number, outcome: "ok" | "failed" | "unknown") =>
    run(id, step(HOME, "Open", { ms, outcome, when: ms }), step(LIST, "back", { when: ms + 1 }));
  const [edge] = buildGraph([way("a", 100, "ok"), way("b", 200, "failed"), way("c", 600, "unknown")], 0).edges;
  assert.deepEqual([edge?.n, edge?.ok, edge?.failed, edge?.lastSeen], [3, 1, 1, 601]);
  assert.deepEqual(edge && [edge.duration.mean, varianceOf(edge.duration)], [300, 70_000]);
  assert.deepEqual(edge?.sources, ["a", "b", "c"]);
});

test("an action without effect makes no edge, and one that changed a state of the same screen makes one", () => {
  const off = screen("Wi-Fi", [{ labels: ["Use Wi-Fi"], role: "switch", checked: false }]);
  const on = screen("Wi-Fi", [{ labels: ["Use Wi-Fi"], role: "switch", checked: true }]);
  const toggled = buildGraph([run("r", step(off, "Use Wi-Fi"), step(on, "back"))], 0);
  assert.deepEqual(titles(toggled), ['Wi-Fi tap switch "use wi-fi" Wi-Fi']);
  assert.deepEqual(toggled.edges[0]?.post, [{ kind: "elemState", of: 'switch "use wi-fi"', value: "checked" }]);
  const dead = buildGraph([run("r", step(off, "Use Wi-Fi", { outcome: "noEffect" }), step(off, "back"))], 0);
  assert.deepEqual(titles(dead), []);
  assert.equal(dead.vertices[0]?.affordances[0]?.tries, 1);
  assert.equal(dead.vertices[0]?.affordances[0]?.effects, 0);
});

test("a vertex lists only elements that can be acted on, and similar rows once", () => {
  const scroller = element([], { role: "list", scrollable: true, actions: ["scroll"], resourceId: "a:id/list" });
  const rows = ["Red", "Green", "Blue"].map((name) =>
    element([name], { role: "row", parent: "e2", resourceId: "a:id/row" }),
  );
  const shown = screen("Colours", [scroller, ...rows, { labels: ["3 colours"], role: "text" }, "Add"]);
  const [vertex] = buildGraph([run("r", step(shown, "Add"))], 0).vertices;
  assert.deepEqual(
    vertex?.affordances.map(({ role, label, actions }) => [role, label, ...actions]),
    [
      ["button", "add", "tap"],
      ["list", "", "scroll"],
      ["row", "", "tap"],
    ],
  );
});

test("the graph contains no typed text and no password, whatever the screen repeats", () => {
  const field = { role: "field", actions: ["click", "edit"] };
  const form = screen("Sign in", [
    { ...field, labels: ["hunter2-name"], value: "hunter2-name" },
    { ...field, labels: ["hunter2-secret"], password: true, value: "hunter2-secret" },
    "Go",
  ]);
  const graph = buildGraph([run("r", step(form, "e2", { type: "type" }), step(form, "Go"))], 0);
  assert.doesNotMatch(JSON.stringify(graph), /hunter/i);
  assert.equal(graph.edges[0]?.action.slot, "text");
});
