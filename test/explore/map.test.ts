import assert from "node:assert/strict";
import { test } from "node:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { candidatesOf } from "../../src/explore/candidates.js";
import { type Exploration, newExploration } from "../../src/explore/exploration.js";
import { appMap, exploredGraph } from "../../src/explore/map/app-map.js";
import { graphml } from "../../src/explore/map/graphml.js";
import { CARD, mapLayout } from "../../src/explore/map/map-layout.js";
import { mapPage } from "../../src/explore/map/map-page.js";
import { TryBook } from "../../src/explore/try-book.js";
import { buildGraph } from "../../src/graph/build/build-graph.js";
import { GraphView } from "../../src/graph/predict/graph-view.js";
import type { ScreenFacts } from "../../src/graph/screen/screen-facts.js";
import { run, screen, step } from "../support/graph-screens.js";

const EVIL = '"><script>alert(1)</script>&\u0001\u202e';
const HOME = screen(`Home ${EVIL}`, ["Basket", `Go ${EVIL}`]);
const BASKET = screen("Basket", ["Home", "Pay"]);
const TRAP = screen("Trap", ["Nothing"]);
const SEEN = screen("Not explored", ["Elsewhere"]);

const graph = buildGraph(
  [
    run("a", step(HOME, "Basket"), step(BASKET, "Home"), step(HOME, HOME.parts[2]?.words ?? "")),
    run("b", step(HOME, HOME.parts[2]?.words ?? ""), step(TRAP, "back", { outcome: "noEffect" }), step(TRAP, "back")),
    run("c", step(SEEN, "Elsewhere"), step(HOME, "back")),
  ],
  0,
);
const view = new GraphView(graph);

function idOf(facts: ScreenFacts): string {
  return view.recognise(facts).id ?? "";
}

function exploration(): Exploration {
  const book = new TryBook();
  for (const facts of [HOME, BASKET, TRAP]) book.see(idOf(facts), candidatesOf(facts).values());
  for (const { action } of book.offered(idOf(TRAP))) book.note(idOf(TRAP), action, { to: idOf(TRAP) });
  const [pay] = book.offered(idOf(BASKET)).filter(({ action }) => action.label === "pay");
  assert.ok(pay);
  book.note(idOf(BASKET), pay.action, { held: "ACTION_BLOCKED" });
  return {
    ...newExploration("com.example.app"),
    screens: [HOME, BASKET, TRAP].map((facts, place) =>
      place === 0
        ? { id: idOf(facts), picture: "screens/home.jpg", why: null }
        : { id: idOf(facts), picture: null, why: "no picture" },
    ),
    tries: [...book.all()],
    findings: [{ kind: "crash", at: idOf(HOME), of: EVIL, cause: EVIL }],
    end: "budget",
  };
}

test("the map shows explored edges, actions held back by the guard and dead ends, and nothing else from the memory", () => {
  const known = exploration();
  const map = appMap(exploredGraph(graph, known), known);
  assert.deepEqual(
    map.screens.map(({ id }) => id),
    [HOME, BASKET, TRAP].map(idOf),
  );
  const ways = map.ways.map(({ from, to }) => [from, to]);
  assert.ok(ways.some(([from, to]) => from === idOf(HOME) && to === idOf(BASKET)));
  assert.ok(!ways.flat().includes(idOf(SEEN)), "unexplored screens are not on the map");
  assert.deepEqual(map.held, [{ at: idOf(BASKET), action: 'tap button "pay"', code: "ACTION_BLOCKED" }]);
  assert.deepEqual(
    map.findings.map(({ kind, at }) => [kind, at]),
    [
      ["crash", idOf(HOME)],
      ["deadEnd", idOf(TRAP)],
    ],
  );
});

test("the page of the map needs no network, runs only its own script, and texts of a screen stay text", async () => {
  const known = exploration();
  const map = appMap(exploredGraph(graph, known), known);
  const page = await mapPage(map, new Map([["screens/home.jpg", "data:image/jpeg;base64,AAAA"]]));
  assert.equal(page.match(/<script/g)?.length, 1);
  assert.doesNotMatch(page, /alert\(1\)<\/script>/);
  assert.doesNotMatch(page, /[\u0001\u202e]/);
  assert.doesNotMatch(page, /(?:src|href)="(?!data:|#)/);
  assert.match(page, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/);
  assert.equal(page.match(/<g class="card/g)?.length, 3);
  assert.equal(page.match(/<image href="data:image\/jpeg;base64,AAAA"/g)?.length, 1);
  assert.match(page, /Dead end/);
});

test("screens on the map do not overlap, and all drawn edges end at their screens", () => {
  const known = exploration();
  const { cards, lines, width, height } = mapLayout(appMap(exploredGraph(graph, known), known));
  const boxes = cards.map(({ at }) => ({
    ...at,
    right: at.x + CARD.width,
    bottom: at.y + CARD.picture + CARD.caption,
  }));
  for (const [place, one] of boxes.entries()) {
    assert.ok(one.x >= 0 && one.y >= 0 && one.right <= width && one.bottom <= height);
    for (const other of boxes.slice(place + 1))
      assert.ok(one.right <= other.x || other.right <= one.x || one.bottom <= other.y || other.bottom <= one.y);
  }
  assert.ok(lines.length >= 2);
  const places = new Map(cards.map(({ screen: { id } }, place) => [id, boxes[place]]));
  for (const { way, points } of lines) {
    const [box, end] = [places.get(way.to), points.at(-1)];
    assert.ok(box && end);
    assert.ok(end.x >= box.x - 1 && end.x <= box.right + 1 && end.y >= box.y - 1 && end.y <= box.bottom + 1);
  }
});

test("GraphML is well-formed with any text, with a node for each screen and an edge for each action", () => {
  const known = exploration();
  const explored = exploredGraph(graph, known);
  const xml = graphml(explored);
  assert.equal(XMLValidator.validate(xml), true);
  const read = new XMLParser({ ignoreAttributes: false }).parse(xml).graphml.graph;
  assert.equal(read.node.length, 3);
  assert.deepEqual(
    read.edge.map((one: Record<string, string>) => one["@_id"]),
    explored.edges.map(({ id }) => id),
  );
});
