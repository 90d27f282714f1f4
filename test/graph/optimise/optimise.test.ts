import assert from "node:assert/strict";
import { test } from "node:test";
import { actionWords } from "../../../src/graph/action-sig.js";
import { buildGraph } from "../../../src/graph/build/build-graph.js";
import type { ProcessGraph } from "../../../src/graph/graph.js";
import { optimise } from "../../../src/graph/optimise/optimise.js";
import type { ScreenFacts } from "../../../src/graph/screen/screen-facts.js";
import { element, run, screen, step } from "../../support/graph-screens.js";

const YEAR_MS = 365 * 86_400_000;
const NAMES = ["Ann", "Bob", "Cem", "Dora"];
const SCROLLER = element([], { role: "list", scrollable: true, actions: ["scroll"], resourceId: "a:id/list" });
const INBOX = screen("Inbox", [
  SCROLLER,
  ...NAMES.map((name) => element([name], { role: "row", parent: "e2", resourceId: "a:id/row" })),
]);
const HOME = screen("Home", ["Mail", "Profile", "Settings"]);

function message(name: string): ScreenFacts {
  return screen(name, ["Mark as read", "Reply", { labels: [`From ${name}`], role: "text" }]);
}

function actionsOf(graph: ProcessGraph, ids: readonly string[]): readonly string[] {
  return ids.map((id) => actionWords(graph.edges.find((edge) => edge.id === id)?.action ?? assert.fail(id)));
}

test("opening each of several messages becomes one loop over the rows", () => {
  const open = (name: string) => [step(INBOX, name), step(message(name), "Mark as read"), step(message(name), "back")];
  const graph = optimise(
    buildGraph(
      [run("r", step(HOME, "Mail"), ...["Ann", "Bob", "Cem"].flatMap(open), step(INBOX, "back"), step(HOME, "Mail"))],
      0,
    ),
  );
  const [loop, ...others] = graph.loops;
  assert.deepEqual(others, []);
  assert.deepEqual(loop?.slot.values, ["ann", "bob", "cem"]);
  assert.deepEqual([loop?.rounds, loop?.runs], [3, ["r"]]);
  assert.deepEqual(loop && actionsOf(graph, loop.body), ['tap row "ann"', 'tap button "mark as read"', "back"]);
});

test("opening the same message twice is not a loop over rows", () => {
  const open = [step(INBOX, "Ann"), step(message("Ann"), "back")];
  assert.deepEqual(optimise(buildGraph([run("r", ...open, ...open, step(INBOX, "back"))], 0)).loops, []);
});

test("an action that leads to two screens gets a condition on what is shown before it", () => {
  const [signedOut, signedIn] = [screen("Home", ["Mail", "Profile", "Sign in"]), HOME];
  const [login, profile] = [screen("Welcome", ["Name", "Continue"]), screen("Profile", ["Rename", "Log out"])];
  const runs = [1, 2, 3].flatMap((number) => [
    run(`out${number}`, step(signedOut, "Profile"), step(login, "back")),
    run(`in${number}`, step(signedIn, "Profile"), step(profile, "back")),
  ]);
  const graph = optimise(buildGraph(runs, 0));
  const [branch] = graph.branches;
  assert.equal(graph.branches.length, 1);
  assert.equal(branch?.gain, 1);
  const titleOf = (id: string | null | undefined) => {
    const to = graph.edges.find((edge) => edge.id === id)?.to;
    return graph.vertices.find((vertex) => vertex.id === to)?.print.title;
  };
  const isShown = branch?.condition?.of === "sign in";
  assert.ok(isShown || branch?.condition?.of === "settings", `decided by ${branch?.condition?.of}`);
  assert.deepEqual(
    [titleOf(branch?.whenTrue), titleOf(branch?.whenFalse)],
    isShown ? ["Welcome", "Profile"] : ["Profile", "Welcome"],
  );
});

test("an action that leads to two screens without a visible reason is not deterministic", () => {
  const [one, other] = [screen("One", ["A", "B"]), screen("Two", ["C", "D"])];
  const runs = [one, one, other, other].map((to, place) => run(`r${place}`, step(HOME, "Mail"), step(to, "back")));
  const [branch] = optimise(buildGraph(runs, 0)).branches;
  assert.deepEqual([branch?.edges.length, branch?.condition, branch?.whenTrue], [2, null, null]);
});

test("a mistake made once is pruned, and a permission dialog seen once is kept", () => {
  const settings = screen("Settings", ["Sound", "Display"]);
  const often = Array.from({ length: 12 }, () => [step(HOME, "Mail"), step(INBOX, "back")]).flat();
  const permission = { ...screen("Allow photos?", ["Allow", "Deny"]), kind: "permission" as const };
  const graph = optimise(
    buildGraph(
      [
        run(
          "often",
          ...often,
          step(HOME, "Settings"),
          step(settings, "back"),
          step(HOME, "Settings"),
          step(settings, "back"),
          step(HOME, "Mail"),
        ),
        run(
          "slip",
          step(HOME, "Profile"),
          step(settings, "back"),
          step(HOME, "Mail"),
          step(permission, "Allow"),
          step(INBOX, "back"),
          step(HOME, "Mail"),
        ),
      ],
      YEAR_MS,
    ),
  );
  const rare = graph.edges.filter(({ rarity }) => rarity !== "usual");
  const found = rare
    .map(({ action, rarity, important }) => [actionWords(action), rarity, ...important].join(" "))
    .sort();
  assert.deepEqual(found, ['tap button "allow" kept', 'tap button "mail" kept kind', 'tap button "profile" pruned']);
});

test("two screens that may be the same and lead to the same screens are merged with their edges", () => {
  const extra = ["Other words", "More of them", "Nothing alike", "Something else"];
  const [one, other] = [["Gamma", "Delta", "Epsilon", "Zeta"], extra].map((words) =>
    screen("", ["Alpha", "Beta", ...words]),
  );
  assert.ok(one && other);
  const to = screen("Target", ["Close"]);
  const raw = buildGraph(
    [run("a", step(one, "Alpha"), step(to, "back")), run("b", step(other, "Alpha"), step(to, "back"))],
    0,
  );
  assert.equal(raw.vertices.length, 3);
  const graph = optimise(raw);
  assert.deepEqual([graph.vertices.length, graph.edges.map(({ n }) => n)], [2, [2]]);
  assert.equal(graph.vertices.flatMap(({ aliases }) => aliases).length, 1);
});

test("optimising a second time changes nothing", () => {
  const open = (name: string) => [step(INBOX, name), step(message(name), "back")];
  const graph = optimise(
    buildGraph([run("a", step(HOME, "Mail"), ...NAMES.flatMap(open)), run("b", ...NAMES.flatMap(open))], YEAR_MS),
  );
  assert.deepEqual(optimise(graph), graph);
});

test("a path used several times is a pattern, and parts of it are not", () => {
  const way = [step(HOME, "Mail"), step(INBOX, "Ann"), step(message("Ann"), "Reply"), step(message("Ann"), "back")];
  const { patterns } = optimise(buildGraph([run("a", ...way), run("b", ...way)], 0));
  assert.deepEqual(
    patterns.map(({ edges, n, runs }) => [edges.length, n, runs]),
    [[3, 2, ["a", "b"]]],
  );
});
