import { isDeepStrictEqual } from "node:util";
import { slotKey } from "../../src/graph/action-sig.js";
import { buildGraph } from "../../src/graph/build/build-graph.js";
import type { Edge, ProcessGraph } from "../../src/graph/graph.js";
import { optimise } from "../../src/graph/optimise/optimise.js";
import { GraphView } from "../../src/graph/predict/graph-view.js";
import type { Figure } from "../bench.js";
import { table } from "../bench.js";
import { MadeApp } from "./made-app.js";
import type { MadeRun } from "./made-runs.js";
import { NOW, runsOf } from "./prediction-bench.js";
import { type Answers, f1Of, NO_ANSWERS, rounded, withAnswer } from "./score.js";

/** Not the apps that were used to develop the optimising (301 to 308). */
const FIRST_APP = 601;
const APPS = 8;
const RUNS = 8;

/** Compares the planted structure of generated apps with the graph: screens, loops, branches, accidental paths. */
export function structureBench(): { readonly text: string; readonly figures: readonly Figure[] } {
  let [loops, branches, rare] = [NO_ANSWERS, NO_ANSWERS, NO_ANSWERS];
  let [vertices, screens, mixed, changed, lost, permissions] = [0, 0, 0, 0, 0, 0];
  for (let seed = FIRST_APP; seed < FIRST_APP + APPS; seed += 1) {
    const runs = runsOf(new MadeApp(seed), { from: 1, count: RUNS });
    const raw = buildGraph(
      runs.map(({ run }) => run),
      NOW,
    );
    const graph = optimise(raw);
    const truth = truthOfVertices(graph, runs);
    vertices += graph.vertices.length;
    screens += new Set([...truth.values()].flatMap((names) => [...names])).size;
    mixed += [...truth.values()].filter((names) => names.size > 1).length;
    loops = loopAnswers(loops, graph);
    branches = branchAnswers(branches, graph);
    rare = rareAnswers(rare, graph, runs);
    permissions += graph.edges.filter((edge) => isPermission(graph, edge.to) && edge.rarity === "pruned").length;
    changed += isDeepStrictEqual(optimise(graph), graph) ? 0 : 1;
    lost += reachable(raw).size - reachable(graph).size;
  }
  const perScreen = rounded(vertices / screens);
  const figures: Figure[] = [
    { name: "vertices per true screen", value: perScreen, unit: "", atMost: 1.1 },
    { name: "vertices of several true screens", value: mixed, unit: "vertices" },
    { name: "planted loops: F1", value: f1Of(loops), unit: "", atLeast: 0.9 },
    { name: "planted branches: F1", value: f1Of(branches), unit: "", atLeast: 0.9 },
    { name: "accidental ways: F1", value: f1Of(rare), unit: "", atLeast: 0.9 },
    { name: "ways to permission dialogs that were pruned", value: permissions, unit: "ways", atMost: 0 },
    { name: "graphs that optimising again changes", value: changed, unit: "graphs", atMost: 0 },
    { name: "screens that optimising loses", value: lost, unit: "screens", atMost: 0 },
  ];
  return {
    text: table([["planted in made apps", "found"], ...figures.map(({ name, value }) => [name, value])]),
    figures,
  };
}

function truthOfVertices(graph: ProcessGraph, runs: readonly MadeRun[]): ReadonlyMap<string, ReadonlySet<string>> {
  const view = new GraphView(graph);
  const found = new Map<string, Set<string>>(graph.vertices.map(({ id }) => [id, new Set()]));
  for (const { run, truth } of runs) {
    for (const [place, { screen }] of run.steps.entries()) {
      const { id } = view.recognise(screen);
      if (id !== null) found.get(id)?.add(truth[place]?.screen ?? "");
    }
  }
  return found;
}

/** The planted loop: for several rows of the second tab, open the row, tap its first button, and navigate up. */
function loopAnswers(answers: Answers, graph: ProcessGraph): Answers {
  const bodies = graph.loops.map(({ body }) => body.map((id) => graph.edges.find((edge) => edge.id === id)?.action));
  const isPlanted = (body: (typeof bodies)[number]) => {
    const [row, verb, up] = body;
    return body.length === 3 && row?.isItem === true && verb?.role === "button" && up?.label === "navigate up";
  };
  const found = withAnswer(answers, bodies.some(isPlanted), true);
  return bodies.filter((body) => !isPlanted(body)).reduce((all) => withAnswer(all, true, false), found);
}

/** The planted branch: the profile button leads to the login while the first tab asks the user to sign in. */
function branchAnswers(answers: Answers, graph: ProcessGraph): Answers {
  const found = graph.branches.filter(({ condition }) => condition !== null);
  const isPlanted = ({ action, condition }: (typeof found)[number]) =>
    action.includes("profile") && condition?.of === "sign in to see your orders";
  const own = withAnswer(answers, found.some(isPlanted), true);
  return found.filter((branch) => !isPlanted(branch)).reduce((all) => withAnswer(all, true, false), own);
}

/**
 * A path is accidental if it was taken exactly once (over all rows and records), by mistake, and does not lead to a
 * dialog of permissions. Only paths from a kind of screen with at least 10 visits to a screen that is also reached on
 * purpose are judged. The graph has to prune the accidental paths and keep the others. Repeated mistakes are ignored.
 */
function rareAnswers(answers: Answers, graph: ProcessGraph, runs: readonly MadeRun[]): Answers {
  const families = new Map(graph.vertices.map(({ id, family }) => [id, family]));
  const byId = new Map(graph.edges.map((edge) => [edge.id, edge]));
  const wayOf = ({ from, to, action }: Edge) => `${families.get(from)} ${slotKey(action)} ${families.get(to)}`;
  const [meant, reached] = [new Set<string>(), new Set<string>()];
  for (const { run, truth } of runs) {
    const path = graph.runs.find(({ id }) => id === run.id)?.path ?? [];
    for (const [place, id] of path.entries()) {
      const edge = byId.get(id ?? "");
      if (!edge || truth[place]?.isNoise !== false) continue;
      meant.add(wayOf(edge));
      reached.add(edge.to);
    }
  }
  const visits = new Map<string, number>();
  for (const { family, visits: own } of graph.vertices) visits.set(family, (visits.get(family) ?? 0) + own);
  const ways = new Map(graph.edges.map((edge) => [wayOf(edge), edge]));
  const times = new Map<string, number>();
  for (const edge of graph.edges) times.set(wayOf(edge), (times.get(wayOf(edge)) ?? 0) + edge.n);
  const isAccident = (way: string, edge: Edge) =>
    !meant.has(way) && times.get(way) === 1 && !isPermission(graph, edge.to);
  return [...ways].reduce((all, [way, edge]) => {
    const isJudged = (visits.get(families.get(edge.from) ?? "") ?? 0) >= 10 && reached.has(edge.to);
    const isHabit = !meant.has(way) && (times.get(way) ?? 0) > 1;
    return isJudged && !isHabit ? withAnswer(all, edge.rarity === "pruned", isAccident(way, edge)) : all;
  }, answers);
}

function isPermission({ vertices }: ProcessGraph, id: string): boolean {
  return vertices.find((vertex) => vertex.id === id)?.print.title === "Allow access to photos?";
}

function reachable(graph: ProcessGraph): ReadonlySet<string> {
  const found = new Set(graph.runs.flatMap(({ start }) => start ?? []));
  for (const vertex of found) {
    for (const edge of graph.edges) if (edge.from === vertex && edge.rarity !== "pruned") found.add(edge.to);
  }
  const aliases = graph.vertices.flatMap((vertex) => (found.has(vertex.id) ? vertex.aliases : []));
  return new Set([...found, ...aliases]);
}
