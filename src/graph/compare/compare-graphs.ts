import { WAIT } from "../build/graph-run.js";
import type { Edge, ProcessGraph, Vertex } from "../graph.js";
import { ScreenIndex } from "../identity/screen-index.js";

/** A connection from one screen to another, by any actions. */
export interface Way {
  readonly from: Vertex;
  readonly to: Vertex;
  readonly edges: readonly Edge[];
}

export interface GraphComparison {
  readonly screens: {
    readonly kept: readonly Vertex[];
    readonly lost: readonly Vertex[];
    readonly added: readonly Vertex[];
  };
  /** The connections between screens that are in both graphs. */
  readonly ways: { readonly kept: readonly Way[]; readonly lost: readonly Way[] };
}

/**
 * Compares an older graph of an app with a newer one. Screens are recognised as within one graph, so a changed title,
 * badge or row does not make a new screen. A connection is kept if any action leads from the one screen to the other.
 */
export function compareGraphs(old: ProcessGraph, next: ProcessGraph): GraphComparison {
  const index = new ScreenIndex(next.thresholds);
  for (const { id, print } of next.vertices) index.add(id, print);
  const found = new Map<string, string>();
  for (const { id, print } of old.vertices) {
    const known = index.find(print);
    const same = known.id ?? known.maybe;
    if (same !== null) found.set(id, same);
  }
  const reached = new Set(found.values());
  const isThere = new Set(next.edges.map(({ from, to }) => `${from} ${to}`));
  const ways = waysOf(old).filter(({ from, to }) => found.has(from.id) && found.has(to.id));
  const isKept = ({ from, to }: Way) => {
    const [start, end] = [found.get(from.id), found.get(to.id)];
    return start === end || isThere.has(`${start} ${end}`);
  };
  return {
    screens: {
      kept: old.vertices.filter(({ id }) => found.has(id)),
      lost: old.vertices.filter(({ id }) => !found.has(id)),
      added: next.vertices.filter(({ id }) => !reached.has(id)),
    },
    ways: { kept: ways.filter(isKept), lost: ways.filter((way) => !isKept(way)) },
  };
}

function waysOf({ vertices, edges }: ProcessGraph): readonly Way[] {
  const known = new Map(vertices.map((vertex) => [vertex.id, vertex]));
  const ways = new Map<string, Way>();
  for (const edge of edges) {
    const [from, to] = [known.get(edge.from), known.get(edge.to)];
    // Screens that came by themselves or were opened from elsewhere are not connections within the app.
    if (!from || !to || from === to || edge.action.type === WAIT || edge.action.type === "open") continue;
    const key = `${edge.from} ${edge.to}`;
    ways.set(key, { from, to, edges: [...(ways.get(key)?.edges ?? []), edge] });
  }
  return [...ways.values()];
}

/** The number of something, and how many of them were reached. */
export interface Share {
  readonly of: number;
  readonly reached: number;
}

/** How many of the screens and connections of a more complete graph are in this graph. */
export function sharesOf(graph: ProcessGraph, whole: ProcessGraph): { readonly screens: Share; readonly ways: Share } {
  const { screens, ways } = compareGraphs(whole, graph);
  return {
    screens: { of: whole.vertices.length, reached: screens.kept.length },
    ways: { of: waysOf(whole).length, reached: ways.kept.length },
  };
}

/** How many of the controls on all screens were tried; rows of a list count once. */
export function triedControls({ vertices }: ProcessGraph): Share {
  const all = vertices.flatMap(({ affordances }) => affordances);
  return { of: all.length, reached: all.filter(({ tries }) => tries > 0).length };
}
