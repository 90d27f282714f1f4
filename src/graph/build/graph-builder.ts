import { edgeIdOf } from "../edge-id.js";
import { GRAPH_VERSION, type ProcessGraph, type RunPath, type Vertex } from "../graph.js";
import { ScreenIndex } from "../identity/screen-index.js";
import { hashOf, printOf, type ScreenPrint } from "../identity/screen-print.js";
import { THRESHOLDS, type Thresholds } from "../identity/thresholds.js";
import type { ScreenFacts } from "../screen/screen-facts.js";
import { Affordances } from "./affordances.js";
import { EdgeDraft } from "./edge-draft.js";
import { equalKey } from "./equal-key.js";
import { type Arrival, arrivalsOf, type GraphRun, type Outcome, type TakenAction, WAIT } from "./graph-run.js";
import type { Before, OpenRun, SeenPart } from "./open-run.js";
import { predicateKey, predicatesOf } from "./predicates.js";
import { seenParts } from "./seen-parts.js";

interface VertexDraft {
  readonly id: string;
  readonly print: ScreenPrint;
  readonly family: string;
  readonly maybeSame: readonly string[];
  readonly affordances: Affordances;
  readonly exemplars: string[];
  readonly firstSeen: number;
  visits: number;
  lastSeen: number;
  /** How often a run came to it from another screen. */
  stays: number;
  /** The last result for the graph; null after a change. */
  made: Vertex | null;
  /** The parts at the last visit; null before the first one. */
  last: { readonly key: string; readonly parts: readonly SeenPart[] } | null;
}

interface Arrived {
  readonly vertex: VertexDraft;
  /** Null if the run stayed at the screen. */
  readonly before: Before | null;
}

const MOST_EXEMPLARS = 3;

/** The position of a run: its screen and vertex, and whether the last step failed. */
interface Standing {
  readonly vertex: VertexDraft;
  readonly screen: ScreenFacts;
  readonly hasFailed: boolean;
}

/**
 * Builds a graph from runs, one after another (see the construction in docs/memory.md). The same runs in the same order
 * give the same graph.
 */
export class GraphBuilder {
  readonly #thresholds: Thresholds;
  readonly #index: ScreenIndex;
  readonly #vertices = new Map<string, VertexDraft>();
  readonly #edges = new Map<string, EdgeDraft>();
  /** Vertices by the key of their screens. Most screens are found here, and need no comparison. */
  readonly #equal = new Map<string, VertexDraft>();
  readonly #runs: RunPath[] = [];

  constructor(thresholds: Thresholds = THRESHOLDS) {
    this.#thresholds = thresholds;
    this.#index = new ScreenIndex(thresholds);
  }

  add(run: GraphRun): void {
    const open = this.begin(run);
    for (const arrival of arrivalsOf(run)) open.arrive(arrival);
    open.end(run.steps.at(-1)?.taken ?? null);
  }

  /** Begins a run whose screens are added one by one. */
  begin({ id, at }: Pick<GraphRun, "id" | "at">): OpenRun {
    const path: string[] = [];
    const run = { id, at, steps: 0, start: null as string | null, path };
    this.#runs.push(run);
    let standing: Standing | null = null;
    return {
      arrive: (arrival) => {
        const { ledBy, screen } = arrival;
        const arrived: Arrived = this.#findOrCreate(arrival, `${id}#${run.steps + 1}`, standing);
        const { vertex } = arrived;
        run.steps += 1;
        run.start ??= vertex.id;
        const edge = standing && ledBy ? this.#link(standing, vertex, arrival, id) : null;
        if (edge !== null) path.push(edge);
        standing = { vertex, screen, hasFailed: ledBy?.outcome === "failed" };
        return { id: vertex.id, before: arrived.before };
      },
      end: (last) => this.#tryLast(last, standing),
    };
  }

  /** The index by which the screens of {@link graph} are recognised; it grows with the builder. */
  get screens(): ScreenIndex {
    return this.#index;
  }

  /** The present graph, not optimised. `now`: the time from which ages count, in ms since the epoch. */
  graph(now: number): ProcessGraph {
    return {
      version: GRAPH_VERSION,
      builtAt: now,
      thresholds: this.#thresholds,
      runs: this.#runs.map((run) => ({ ...run, path: [...run.path] })),
      vertices: [...this.#vertices.values()].map(asVertex).sort(byId),
      edges: [...this.#edges.values()].map((draft) => draft.edge()).sort(byId),
      loops: [],
      branches: [],
      patterns: [],
    };
  }

  #findOrCreate({ screen, at, ledBy }: Arrival, exemplar: string, standing: Standing | null): Arrived {
    const key = equalKey(screen);
    const vertex = this.#equal.get(key) ?? this.#found(screen, at);
    this.#equal.set(key, vertex);
    // A run that waits at a screen visits it only once.
    if (standing?.vertex === vertex && ledBy?.action.type === WAIT) return { vertex, before: null };
    const { stays, lastSeen, last } = vertex;
    vertex.made = null;
    const isStaying = standing?.vertex === vertex;
    if (!isStaying) vertex.stays += 1;
    if (last?.key !== key) vertex.last = { key, parts: seenParts(screen) };
    vertex.visits += 1;
    vertex.lastSeen = Math.max(vertex.lastSeen, at);
    vertex.affordances.show(screen);
    if (vertex.exemplars.length < MOST_EXEMPLARS) vertex.exemplars.push(exemplar);
    return { vertex, before: isStaying ? null : { stays, lastSeen, screen: last?.parts ?? null } };
  }

  #found(screen: ScreenFacts, at: number): VertexDraft {
    const print = printOf(screen);
    const found = this.#index.find(print);
    const known = found.id === null ? undefined : this.#vertices.get(found.id);
    return known ?? this.#create(print, found, at);
  }

  #create(print: ScreenPrint, found: { maybe: string | null; recordOf: string | null }, at: number): VertexDraft {
    const id = this.#freeId(print);
    const original = found.recordOf === null ? undefined : this.#vertices.get(found.recordOf);
    const vertex: VertexDraft = {
      id,
      print,
      family: original?.family ?? id,
      maybeSame: found.maybe === null ? [] : [found.maybe],
      affordances: new Affordances(),
      exemplars: [],
      firstSeen: at,
      visits: 0,
      lastSeen: at,
      stays: 0,
      last: null,
      made: null,
    };
    this.#vertices.set(id, vertex);
    this.#index.add(id, print);
    return vertex;
  }

  /** An id made from the identifying facts of the screen, so that it does not depend on the rest of the graph. */
  #freeId({ app, activity, kind, skeleton, title, tabs }: ScreenPrint): string {
    const id = `s${hashOf([app, activity, kind, skeleton, title, ...tabs].join("\n")).slice(0, 8)}`;
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? id : `${id}-${number}`;
      if (!this.#vertices.has(free)) return free;
    }
  }

  /** Adds the edge that was taken, and gives its id; null if the action changed nothing. */
  #link({ vertex: from, screen, hasFailed }: Standing, to: VertexDraft, arrival: Arrival, run: string): string | null {
    const { ledBy, at } = arrival;
    if (!ledBy || (ledBy.action.type === WAIT && from === to)) return null;
    const [before, after] = [predicatesOf(screen), predicatesOf(arrival.screen)];
    const isEffective = from !== to || haveOther(before, after) || hasEffectUnseen(ledBy);
    from.made = null;
    from.affordances.tried(ledBy.action, effectOf(ledBy.outcome, isEffective), to.id);
    if (!isEffective) return null;
    const id = edgeIdOf(from.id, to.id, ledBy.action);
    const edge = this.#edges.get(id) ?? new EdgeDraft({ id, from: from.id, to: to.id, action: ledBy.action });
    this.#edges.set(id, edge);
    edge.add({ taken: ledBy, at, before, after, run, isRecovery: hasFailed });
    return id;
  }

  /** The last action of a run led to a screen that is in no step: it counts as a try, but gives no edge. */
  #tryLast(taken: TakenAction | null, standing: Standing | null): void {
    if (!taken || !standing) return;
    standing.vertex.made = null;
    standing.vertex.affordances.tried(taken.action, effectOf(taken.outcome, taken.outcome === "ok"), null);
  }
}

/**
 * Whether an action had an effect. The screens decide; but without a change on them, it is unknown unless the verdict
 * is "no effect".
 */
function effectOf(outcome: Outcome, isEffective: boolean): boolean | null {
  if (isEffective) return true;
  return outcome === "noEffect" ? false : null;
}

/**
 * Whether an action had an effect that the graph's screens do not show: by its verdict, or because it typed text, which
 * graphs do not keep.
 */
function hasEffectUnseen({ outcome, action }: TakenAction): boolean {
  return outcome === "ok" || (outcome === "unknown" && action.slot === "text");
}

type Predicates = ReturnType<typeof predicatesOf>;

function haveOther(before: Predicates, after: Predicates): boolean {
  const keys = new Set(before.map(predicateKey));
  return before.length !== after.length || after.some((one) => !keys.has(predicateKey(one)));
}

function asVertex(draft: VertexDraft): Vertex {
  draft.made ??= makeVertex(draft);
  return draft.made;
}

function makeVertex(draft: VertexDraft): Vertex {
  const { affordances, exemplars, maybeSame, stays: _, last: __, made: ___, ...vertex } = draft;
  return { ...vertex, affordances: affordances.all(), maybeSame, aliases: [], exemplars: [...exemplars] };
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
