import { slotKey } from "../action-sig.js";
import type { Edge, ProcessGraph, RunPath, Vertex } from "../graph.js";
import { type Recognised, ScreenIndex } from "../identity/screen-index.js";
import { printOf } from "../identity/screen-print.js";
import { termsOf } from "../screen/mask-words.js";
import type { ScreenFacts } from "../screen/screen-facts.js";
import { BackStack } from "./back-stack.js";

/** The actions that followed the last one or two actions at a vertex, with their frequency. */
export type NextActions = ReadonlyMap<string, number>;

/** The weight of terms that a screen only shows, compared with terms in its name. */
const SHOWN = 0.4;
const NO_VERTICES: ReadonlyMap<string, number> = new Map();

interface Returns {
  readonly back: number;
  readonly all: number;
}

/** A graph with indexes for queries, made once: edges by vertex and family, known screens, histories. */
export class GraphView {
  readonly graph: ProcessGraph;
  readonly #vertices: ReadonlyMap<string, Vertex>;
  readonly #edges: ReadonlyMap<string, Edge>;
  readonly #out = new Map<string, Edge[]>();
  readonly #familyOut = new Map<string, Edge[]>();
  readonly #into = new Map<string, Edge[]>();
  readonly #contexts = new Map<string, Map<string, number>>();
  /** The vertices by their terms; made on first use. */
  #said: ReadonlyMap<string, ReadonlyMap<string, number>> | null = null;
  readonly #byAction = new Map<string, Edge[]>();
  readonly #returns = new Map<string, Returns>();
  readonly #screens: ScreenIndex;

  /** `screens`: an existing index of the vertices; if absent, one is made. */
  constructor(graph: ProcessGraph, screens?: ScreenIndex) {
    this.graph = graph;
    this.#vertices = new Map(graph.vertices.flatMap((vertex) => namesOf(vertex).map((id) => [id, vertex])));
    this.#edges = new Map(graph.edges.map((edge) => [edge.id, edge]));
    this.#screens = screens ?? indexOf(graph);
    for (const edge of graph.edges) {
      if (edge.rarity === "pruned") continue;
      push(this.#out, edge.from, edge);
      push(this.#familyOut, this.familyOf(edge.from), edge);
      push(this.#into, edge.to, edge);
      push(this.#byAction, `${this.#appOf(edge.from)}\n${slotKey(edge.action)}`, edge);
    }
    for (const run of graph.runs) {
      this.#noteContexts(run);
      this.#noteReturns(run);
    }
  }

  /** The vertex with this id or alias. */
  vertex(id: string): Vertex | undefined {
    return this.#vertices.get(id);
  }

  edge(id: string): Edge | undefined {
    return this.#edges.get(id);
  }

  familyOf(id: string): string {
    return this.#vertices.get(id)?.family ?? id;
  }

  /** The edges from a vertex, without pruned ones. */
  outOf(id: string): readonly Edge[] {
    return this.#out.get(id) ?? [];
  }

  /** The edges from a vertex and from other records of its family. */
  outOfFamily(id: string): readonly Edge[] {
    return this.#familyOut.get(this.familyOf(id)) ?? [];
  }

  /** The edges of this action ({@link slotKey}) anywhere in the vertex's app. */
  anywhere(id: string, action: string): readonly Edge[] {
    return this.#byAction.get(`${this.#appOf(id)}\n${action}`) ?? [];
  }

  into(id: string): readonly Edge[] {
    return this.#into.get(id) ?? [];
  }

  /** The known screen that this is; for an unknown record, the screen of which it is another record. */
  recognise(screen: ScreenFacts): Recognised {
    return this.#screens.find(printOf(screen));
  }

  /**
   * The actions that followed at this vertex after the last two of these actions, else after the last one; null if none
   * did.
   */
  after(vertex: string, history: readonly string[]): { readonly next: NextActions; readonly depth: number } | null {
    for (const depth of [2, 1]) {
      if (history.length < depth) continue;
      const next = this.#contexts.get(contextKey(this.familyOf(vertex), history.slice(-depth)));
      if (next) return { next, depth };
    }
    return null;
  }

  /**
   * The probability that an action returns to the screen before, as "back" does: from runs at this vertex, else from
   * all runs. 0 if it was never done.
   */
  returnRate(vertex: string, action: string): number {
    const known = this.#returns.get(`${this.familyOf(vertex)}\n${action}`) ?? this.#returns.get(action);
    return known ? known.back / known.all : 0;
  }

  /** How rare a term is among the screens of an app: 1 for a term on all of them. */
  weightOf(app: string, term: string): number {
    return this.#screens.weightsIn(app)(term);
  }

  /**
   * The vertices of an app with a term: 1 if it is in the title, the tab or the action that leads there; less if the
   * screen only shows it.
   */
  saying(app: string, term: string): ReadonlyMap<string, number> {
    this.#said ??= this.#whatIsSaid();
    return this.#said.get(`${app}\n${term}`) ?? NO_VERTICES;
  }

  #whatIsSaid(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const said = new Map<string, Map<string, number>>();
    for (const { id, print } of this.graph.vertices) {
      const ways = this.into(id).flatMap(({ action }) => [action.label, action.idTail.replace(/_/g, " ")]);
      const named = new Set([print.title, ...print.tabs, ...ways].flatMap(termsOf));
      for (const term of new Set([...named, ...Object.keys(print.terms)])) {
        const key = `${print.app}\n${term}`;
        const vertices = said.get(key) ?? new Map<string, number>();
        said.set(key, vertices.set(id, named.has(term) ? 1 : SHOWN));
      }
    }
    return said;
  }

  #appOf(id: string): string {
    return this.#vertices.get(id)?.print.app ?? "";
  }

  #noteReturns({ path }: RunPath): void {
    const stack = new BackStack();
    for (const id of path) {
      const edge = id === null ? undefined : this.#edges.get(id);
      if (!edge) {
        stack.clear();
        continue;
      }
      stack.visit(edge.from);
      if (stack.before !== null && edge.from !== edge.to) {
        const isBack = this.familyOf(edge.to) === this.familyOf(stack.before);
        const key = slotKey(edge.action);
        for (const place of [`${this.familyOf(edge.from)}\n${key}`, key]) {
          const known = this.#returns.get(place) ?? { back: 0, all: 0 };
          this.#returns.set(place, { back: known.back + (isBack ? 1 : 0), all: known.all + 1 });
        }
      }
      stack.visit(edge.to);
    }
  }

  #noteContexts({ path }: RunPath): void {
    const steps = path.map((id) => (id === null ? undefined : this.#edges.get(id)));
    for (const [place, edge] of steps.entries()) {
      if (!edge) continue;
      for (const depth of [1, 2]) {
        const before = steps
          .slice(Math.max(0, place - depth), place)
          .flatMap((one) => (one ? slotKey(one.action) : []));
        if (before.length < depth) continue;
        const key = contextKey(this.familyOf(edge.from), before);
        const next = this.#contexts.get(key) ?? new Map<string, number>();
        this.#contexts.set(key, next.set(slotKey(edge.action), (next.get(slotKey(edge.action)) ?? 0) + 1));
      }
    }
  }
}

function indexOf({ thresholds, vertices }: ProcessGraph): ScreenIndex {
  const index = new ScreenIndex(thresholds);
  for (const { id, print } of vertices) index.add(id, print);
  return index;
}

function namesOf({ id, aliases }: Vertex): readonly string[] {
  return [id, ...aliases];
}

function contextKey(family: string, history: readonly string[]): string {
  return [family, ...history].join("\n");
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
