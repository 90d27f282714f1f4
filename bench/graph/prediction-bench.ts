import { slotKey } from "../../src/graph/action-sig.js";
import { buildGraph } from "../../src/graph/build/build-graph.js";
import type { GraphRun } from "../../src/graph/build/graph-run.js";
import { optimise } from "../../src/graph/optimise/optimise.js";
import { BackStack } from "../../src/graph/predict/back-stack.js";
import { forecast } from "../../src/graph/predict/forecast.js";
import { GraphView } from "../../src/graph/predict/graph-view.js";
import { suggestNextActions } from "../../src/graph/predict/suggest.js";
import type { Figure } from "../bench.js";
import { table } from "../bench.js";
import { MadeApp } from "./made-app.js";
import { type MadeRun, madeRun, TASKS } from "./made-runs.js";
import { rounded } from "./score.js";

/** Not the apps that were used to develop the predictions (201 to 208). */
const FIRST_APP = 501;
const APPS = 8;
const HELD_OUT = 3;
const NOISE = 0.1;
const DAY_MS = 86_400_000;
export const NOW = Date.parse("2026-06-01T00:00:00Z");

interface Hits {
  asked: number;
  first: number;
  third: number;
  frequent: number;
  afterLast: number;
  forecasts: number;
  arrived: number;
  squares: number;
}

/**
 * Predicts the next actions and screens of held-out runs, which have other seeds and data, after a number of
 * demonstrations of each task.
 */
export function predictionBench(): { readonly text: string; readonly figures: readonly Figure[] } {
  const rows = [1, 2, 3, 5].map((demos) => ({ demos, ...measured(demos, true) }));
  const blind = { demos: 1, ...measured(1, false) };
  const cellsOf = (name: string, hits: Hits) => [
    name,
    hits.asked,
    share(hits.first, hits.asked),
    share(hits.third, hits.asked),
    share(hits.frequent, hits.asked),
    share(hits.afterLast, hits.asked),
    share(hits.arrived, hits.forecasts),
    rounded(hits.squares / hits.asked),
  ];
  const head = [
    "demonstrations",
    "steps",
    "hit@1",
    "hit@3",
    "most frequent",
    "after the last",
    "forecast top-1",
    "Brier",
  ];
  const lines = [...rows.map((row) => cellsOf(String(row.demos), row)), cellsOf("1, no goal given", blind)];
  const [one] = rows;
  const figures: Figure[] = one
    ? [
        { name: "next action, 1 demonstration: hit@1", value: share(one.first, one.asked), unit: "", atLeast: 0.6 },
        { name: "next action, 1 demonstration: hit@3", value: share(one.third, one.asked), unit: "", atLeast: 0.85 },
        { name: "forecast, 1 demonstration: top-1", value: share(one.arrived, one.forecasts), unit: "", atLeast: 0.8 },
        { name: "next action, most frequent: hit@1", value: share(one.frequent, one.asked), unit: "" },
        { name: "next action, after the last action: hit@1", value: share(one.afterLast, one.asked), unit: "" },
      ]
    : [];
  return { text: table([head, ...lines]), figures };
}

function share(count: number, all: number): number {
  return all === 0 ? 0 : rounded(count / all);
}

function measured(demos: number, hasGoal: boolean): Hits {
  const hits: Hits = { asked: 0, first: 0, third: 0, frequent: 0, afterLast: 0, forecasts: 0, arrived: 0, squares: 0 };
  for (let seed = FIRST_APP; seed < FIRST_APP + APPS; seed += 1) {
    const app = new MadeApp(seed);
    const learnt = runsOf(app, { from: 1, count: demos });
    const graph = optimise(
      buildGraph(
        learnt.map(({ run }) => run),
        NOW,
      ),
    );
    const view = new GraphView(graph);
    const truths = truthsOf(view, learnt);
    const rivals = rivalsOf(learnt.map(({ run }) => run));
    for (const run of runsOf(app, { from: 1000, count: HELD_OUT })) ask({ view, truths, rivals, hits, hasGoal }, run);
  }
  return hits;
}

/** The given number of runs of each task, each with its own seed and data. */
export function runsOf(
  app: MadeApp,
  { from, count, noise = NOISE }: { from: number; count: number; noise?: number },
): readonly MadeRun[] {
  return TASKS.flatMap((task, place) =>
    Array.from({ length: count }, (_, number) => {
      const seed = from + place * 100 + number;
      return madeRun({ app, task, seed, data: seed, noise, at: NOW - 30 * DAY_MS + seed * 60_000 });
    }),
  );
}

/** The true screen of each vertex: the most frequent true screen recognised as it. Records of a kind count as one. */
function truthsOf(view: GraphView, runs: readonly MadeRun[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { run, truth } of runs) {
    for (const [place, { screen }] of run.steps.entries()) {
      const { id } = view.recognise(screen);
      if (id !== null && !found.has(id)) found.set(id, kindOf(truth[place]?.screen ?? ""));
    }
  }
  return found;
}

function kindOf(screen: string): string {
  return screen.startsWith("record") ? "record" : screen;
}

interface Rivals {
  /** The most frequent action of all. */
  readonly frequent: string;
  /** For each action, the action that followed it the last time. */
  readonly next: ReadonlyMap<string, string>;
}

function rivalsOf(runs: readonly GraphRun[]): Rivals {
  const counts = new Map<string, number>();
  const next = new Map<string, string>();
  for (const { steps } of runs) {
    for (const [place, { taken }] of steps.entries()) {
      const key = slotKey(taken.action);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const before = steps[place - 1];
      if (before) next.set(slotKey(before.taken.action), key);
    }
  }
  return { frequent: [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "", next };
}

interface Asking {
  readonly view: GraphView;
  readonly truths: ReadonlyMap<string, string>;
  readonly rivals: Rivals;
  readonly hits: Hits;
  readonly hasGoal: boolean;
}

function ask({ view, truths, rivals, hits, hasGoal }: Asking, { run, truth, goal }: MadeRun): void {
  const history: string[] = [];
  const stack = new BackStack();
  for (const [place, { screen, taken }] of run.steps.slice(0, -1).entries()) {
    const { id, recordOf } = view.recognise(screen);
    const at = id ?? recordOf;
    if (at === null) stack.clear();
    else stack.visit(at);
    const { before } = stack;
    const key = slotKey(taken.action);
    const found = at === null ? [] : suggestNextActions(view, { at, history, goal: hasGoal ? goal : null, count: 3 });
    const keys = found.map(({ action }) => slotKey(action));
    hits.asked += 1;
    hits.first += keys[0] === key ? 1 : 0;
    hits.third += keys.includes(key) ? 1 : 0;
    hits.frequent += rivals.frequent === key ? 1 : 0;
    hits.afterLast += rivals.next.get(history.at(-1) ?? "") === key ? 1 : 0;
    const said = found[0]?.probability ?? 0;
    hits.squares += (said - (keys[0] === key ? 1 : 0)) ** 2;
    const expected = at === null ? undefined : forecast(view, { at, screen, before }, [taken.action]).steps[0]?.[0];
    hits.forecasts += 1;
    hits.arrived += expected && truths.get(expected.vertex) === kindOf(truth[place + 1]?.screen ?? "") ? 1 : 0;
    history.push(key);
  }
}
