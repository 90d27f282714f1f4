import { WAIT } from "../build/graph-run.js";
import type { Edge, ProcessGraph, Vertex } from "../graph.js";
import { ScreenIndex } from "../identity/screen-index.js";

/** A way from one screen to another, by whichever actions. */
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
  /** Ways between screens that are in both graphs. */
  readonly ways: { readonly kept: readonly Way[]; readonly lost: readonly Way[] };
}

/**
 * What of an older graph of an app a newer one has. Screens are recognised as in one graph, so that a title, badge or
 * row that changed makes no other screen. A way is kept where any action leads from the one screen to the other.
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
    // What comes by itself or is opened from elsewhere is not a way of the app.
    if (!from || !to || from === to || edge.action.type === WAIT || edge.action.type === "open") continue;
    const key = `${edge.from} ${edge.to}`;
    ways.set(key, { from, to, edges: [...(ways.get(key)?.edges ?? []), edge] });
  }
  return [...ways.values()];
}

/** How many of something there are, and how many of these. */
export interface Share {
  readonly of: number;
  readonly reached: number;
}

/** What one graph has of the screens and ways of another, which knows more of the app. */
export function sharesOf(graph: ProcessGraph, whole: ProcessGraph): { readonly screens: Share; readonly ways: Share } {
  const { screens, ways } = compareGraphs(whole, graph);
  return {
    screens: { of: whole.vertices.length, reached: screens.kept.length },
    ways: { of: waysOf(whole).length, reached: ways.kept.length },
  };
}

/** How many of the controls of all screens, rows of a list once, were ever tried. */
export function triedControls({ vertices }: ProcessGraph): Share {
  const all = vertices.flatMap(({ affordances }) => affordances);
  return { of: all.length, reached: all.filter(({ tries }) => tries > 0).length };
}
