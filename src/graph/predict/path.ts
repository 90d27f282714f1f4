import { MultiDirectedGraph } from "graphology";
import { bidirectional } from "graphology-shortest-path/dijkstra.js";
import { successOf } from "../build/statistics.js";
import type { Edge } from "../graph.js";
import type { GraphView } from "./graph-view.js";

export interface KnownPath {
  readonly edges: readonly Edge[];
  /** The probability that each step leads where it led before. */
  readonly probability: number;
}

/** Finds paths in one graph. Made once, since it builds a network of all edges. */
export class PathFinder {
  readonly #view: GraphView;
  readonly #isUsable: (edge: Edge) => boolean;
  readonly #network = new MultiDirectedGraph();

  /** `isUsable`: whether a path may contain an edge; all edges if absent. */
  constructor(view: GraphView, isUsable: (edge: Edge) => boolean = () => true) {
    this.#view = view;
    this.#isUsable = isUsable;
    for (const { id } of view.graph.vertices) this.#network.addNode(id);
    for (const { id } of view.graph.vertices) {
      for (const edge of view.outOf(id).filter(isUsable))
        this.#network.addEdgeWithKey(edge.id, edge.from, edge.to, { cost: costOf(view, edge) });
    }
  }

  /**
   * The path with the highest probability to arrive, the shorter one among equals; null if no known path leads there.
   */
  find(from: string, to: string): KnownPath | null {
    const [start, goal] = [this.#view.vertex(from)?.id, this.#view.vertex(to)?.id];
    if (start === undefined || goal === undefined) return null;
    if (start === goal) return { edges: [], probability: 1 };
    const vertices = bidirectional(this.#network, start, goal, "cost");
    if (!vertices) return null;
    const edges = vertices.slice(1).map((vertex, place) => this.#cheapest(vertices[place] ?? "", vertex));
    const known = edges.flatMap((edge) => edge ?? []);
    const probability = known.reduce((product, edge) => product * likelihoodOf(this.#view, edge), 1);
    return { edges: known, probability };
  }

  #cheapest(from: string, to: string): Edge | undefined {
    const edges = this.#view.outOf(from).filter((edge) => edge.to === to && this.#isUsable(edge));
    return edges.toSorted((a, b) => costOf(this.#view, a) - costOf(this.#view, b) || (a.id < b.id ? -1 : 1))[0];
  }
}

/** The cost of each step, so that the shorter of two equally probable paths wins. */
const STEP_COST = 0.05;

function costOf(view: GraphView, edge: Edge): number {
  return STEP_COST - Math.log(likelihoodOf(view, edge));
}

function likelihoodOf(view: GraphView, edge: Edge): number {
  const same = view.outOf(edge.from).filter(({ action }) => isSame(action, edge.action));
  const all = same.reduce((sum, { n }) => sum + n, 0);
  return ((edge.n + 1) / (all + 2)) * successOf(edge);
}

function isSame(one: Edge["action"], other: Edge["action"]): boolean {
  const keys = ["type", "role", "idTail", "label", "ordinal", "detail"] as const;
  return keys.every((key) => one[key] === other[key]);
}
