import { actionWords } from "../graph/action-sig.js";
import { predicateWords } from "../graph/build/predicates.js";
import { describeScreen } from "../graph/describe-screen.js";
import type { Branch, Edge, Loop, ProcessGraph } from "../graph/graph.js";
import type { GraphView } from "../graph/predict/graph-view.js";
import type { KnownPath } from "../graph/predict/path.js";
import type { Suggestion } from "../graph/predict/suggest.js";

/** The counts of everything in a graph. */
export function graphCounts({ runs, vertices, edges, loops, branches, patterns }: ProcessGraph) {
  return {
    runs: runs.length,
    steps: runs.reduce((sum, { steps }) => sum + steps, 0),
    screens: vertices.length,
    ways: edges.length,
    pruned: edges.filter(({ rarity }) => rarity === "pruned").length,
    loops: loops.length,
    branches: branches.length,
    patterns: patterns.length,
  };
}

/** The screens, each with the ways from it, the most frequent first; then loops and branches. */
export function graphLines(graph: ProcessGraph): readonly string[] {
  const out = new Map<string, Edge[]>();
  for (const edge of graph.edges) out.set(edge.from, [...(out.get(edge.from) ?? []), edge]);
  const byId = new Map(graph.edges.map((edge) => [edge.id, edge]));
  return [
    ...graph.vertices.flatMap((vertex) => [
      `${vertex.id} ${describeScreen(vertex)}, ${vertex.visits} visits`,
      ...(out.get(vertex.id) ?? []).toSorted((a, b) => b.n - a.n || (a.id < b.id ? -1 : 1)).map(edgeLine),
    ]),
    ...graph.loops.map((loop) => loopLine(loop, byId)),
    ...graph.branches.map((branch) => branchLine(branch, byId)),
  ];
}

function edgeLine({ id, to, action, n, ok, failed, rarity, important }: Edge): string {
  const outcome = ok + failed === 0 ? "" : `, ${ok} ok ${failed} failed`;
  const rare = rarity === "usual" ? "" : `, ${[rarity, ...important].join(" ")}`;
  return `  ${id} ${actionWords(action)} -> ${to}, ${n} times${outcome}${rare}`;
}

function loopLine({ id, body, slot, rounds, exit }: Loop, byId: ReadonlyMap<string, Edge>): string {
  const steps = body.map((one) => byId.get(one)).flatMap((edge) => (edge ? actionWords(edge.action) : []));
  const until = exit ? ` until ${predicateWords(exit)}` : "";
  return `loop ${id}: ${steps.join("; ")}, over ${slot.values.length} rows, ${rounds} rounds${until}`;
}

function branchLine({ from, edges, condition, whenTrue, whenFalse }: Branch, byId: ReadonlyMap<string, Edge>): string {
  const targetOf = (id: string | null) => (id === null ? "?" : (byId.get(id)?.to ?? "?"));
  const words = byId.get(edges[0] ?? "")?.action;
  const action = words ? actionWords(words) : "an action";
  if (!condition) return `branch at ${from}: ${action} -> ${edges.map(targetOf).join(" or ")}, not deterministic`;
  return `branch at ${from}: ${action} -> ${targetOf(whenTrue)} where ${predicateWords(condition)}, else ${targetOf(whenFalse)}`;
}

/** Suggested next actions, one line each, with their evidence. */
export function suggestionLines(found: readonly Suggestion[]): readonly string[] {
  if (found.length === 0) return ["the graph knows no action on this screen"];
  return found.map(({ action, probability, slot, edges, runs }) => {
    const any = slot?.kind === "item" ? ", or another row" : "";
    return `${(probability * 100).toFixed(0)} % ${actionWords(action)}${any} (by ${edges.join(", ")}; runs ${runs.map((run) => JSON.stringify(run)).join(", ")})`;
  });
}

/** The ids of the screens between which a way is searched. */
export interface PathEnds {
  readonly from: string;
  readonly to: string;
}

/**
 * Why no way is known. Screens of separate runs are not connected: nothing shows how the app leads from one to the
 * other.
 */
function whyNone(view: GraphView, { from, to }: PathEnds): string {
  const [ofFrom, ofTo] = [runsAt(view, from), runsAt(view, to)];
  const both = ofFrom.filter((run) => ofTo.includes(run));
  const add = "record a run that goes there, and build the graph with it";
  if (both.length === 0) return `no run was at both (${from}: ${listed(ofFrom)}; ${to}: ${listed(ofTo)}); ${add}`;
  if (view.into(to).length === 0) return `no run reached ${to} by an action: runs only begin there; ${add}`;
  return `no run went from ${from} on to ${to}; ${add}`;
}

function runsAt(view: GraphView, screen: string): readonly string[] {
  const isAt = ({ start, path }: (typeof view.graph.runs)[number]) =>
    start === screen || path.some((id) => id !== null && view.edge(id)?.to === screen);
  return view.graph.runs.filter(isAt).map(({ id }) => id);
}

function listed(runs: readonly string[]): string {
  const shown = runs.slice(0, MOST_LISTED).map((run) => JSON.stringify(run));
  return `${shown.join(", ") || "none"}${runs.length > MOST_LISTED ? ", …" : ""}`;
}

const MOST_LISTED = 3;

/** A way, with one line for each step. */
export function pathLines(view: GraphView, path: KnownPath | null, ends: PathEnds): readonly string[] {
  if (!path) return [`no way is known: ${whyNone(view, ends)}`];
  const steps = path.edges.map(({ id, action, to }, place) => {
    const vertex = view.vertex(to);
    return `${place + 1}. ${actionWords(action)} -> ${to}${vertex ? ` ${describeScreen(vertex)}` : ""} (${id})`;
  });
  return [`${path.edges.length} steps, arrives ${(path.probability * 100).toFixed(0)} % of the time`, ...steps];
}
