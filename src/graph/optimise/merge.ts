import { slotKey } from "../action-sig.js";
import { predicateKey } from "../build/predicates.js";
import { joined } from "../build/statistics.js";
import { edgeIdOf } from "../edge-id.js";
import type { Affordance, Edge, Predicate, ProcessGraph, SeenPredicate, Vertex } from "../graph.js";
import { blockingDifference } from "../identity/blocking.js";

/** The least share of the common actions of two vertices that has to lead to the same vertex. */
const LEAST_SHARED = 0.5;
const [MOST_EXEMPLARS, MOST_SOURCES, MOST_SEEN] = [3, 8, 40];

/**
 * Merges vertices that may be one screen if the same actions lead from them to the same vertices, until there are no
 * more; never across a blocking difference. The id of a merged vertex becomes an alias.
 */
export function mergeScreens(graph: ProcessGraph): ProcessGraph {
  for (let merged = graph; ; ) {
    const roots = unions(merged);
    if (roots.size === 0) return merged;
    merged = applied(merged, (id) => roots.get(id) ?? id);
  }
}

/** For each vertex that is merged away, the vertex that it is merged into. */
function unions({ vertices, edges }: ProcessGraph): ReadonlyMap<string, string> {
  const byId = new Map(vertices.map((vertex) => [vertex.id, vertex]));
  const targets = targetsOf(edges);
  const found = new Map<string, string>();
  for (const one of vertices) {
    for (const id of one.maybeSame) {
      const other = byId.get(id);
      if (!other || found.has(one.id) || found.has(id)) continue;
      if (blockingDifference(one.print, other.print) !== null) continue;
      if (!areCompatible(targets.get(one.id), targets.get(id), [one.id, id])) continue;
      const [kept, gone] = isFirst(one, other) ? [one, other] : [other, one];
      found.set(gone.id, kept.id);
    }
  }
  return withoutChains(found);
}

/** Whether the first vertex stays: the one with more visits does. */
function isFirst(one: Vertex, other: Vertex): boolean {
  return one.visits > other.visits || (one.visits === other.visits && one.id < other.id);
}

function withoutChains(found: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const rootOf = (id: string): string => {
    const next = found.get(id);
    return next === undefined ? id : rootOf(next);
  };
  return new Map([...found.keys()].map((id) => [id, rootOf(id)]));
}

type Targets = ReadonlyMap<string, ReadonlySet<string>>;

function targetsOf(edges: readonly Edge[]): ReadonlyMap<string, Targets> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const { from, to, action } of edges) {
    const own = found.get(from) ?? new Map<string, Set<string>>();
    found.set(from, own);
    own.set(slotKey(action), (own.get(slotKey(action)) ?? new Set()).add(to));
  }
  return found;
}

/**
 * Whether the common actions of two vertices lead to the same vertices. An action that leads to either vertex of the
 * pair counts as leading to the same place.
 */
function areCompatible(one: Targets | undefined, other: Targets | undefined, pair: readonly string[]): boolean {
  if (!one || !other) return false;
  const place = (id: string) => (pair.includes(id) ? "" : id);
  const shared = [...one.keys()].filter((key) => other.has(key));
  const same = shared.filter((key) => {
    const there = new Set([...(other.get(key) ?? [])].map(place));
    return [...(one.get(key) ?? [])].some((id) => there.has(place(id)));
  });
  return shared.length > 0 && same.length / shared.length >= LEAST_SHARED;
}

function applied(graph: ProcessGraph, rootOf: (id: string) => string): ProcessGraph {
  const ids = new Map<string, string>();
  const edges = new Map<string, Edge>();
  for (const edge of graph.edges) {
    const [from, to] = [rootOf(edge.from), rootOf(edge.to)];
    const id = edgeIdOf(from, to, edge.action);
    ids.set(edge.id, id);
    const known = edges.get(id);
    edges.set(id, known ? joinedEdge(known, edge) : { ...edge, id, from, to });
  }
  const vertices = new Map<string, Vertex>();
  for (const vertex of graph.vertices.toSorted((a, b) => (isFirst(a, b) ? -1 : 1))) {
    const id = rootOf(vertex.id);
    const known = vertices.get(id);
    vertices.set(id, known ? joinedVertex(known, vertex) : vertex);
  }
  const runs = graph.runs.map((run) => ({
    ...run,
    start: run.start === null ? null : rootOf(run.start),
    path: run.path.map((id) => (id === null ? null : (ids.get(id) ?? null))),
  }));
  const mapped = [...vertices.values()].map((vertex) => renamed(vertex, rootOf));
  return { ...graph, runs, vertices: mapped.sort(byId), edges: [...edges.values()].sort(byId) };
}

function renamed(vertex: Vertex, rootOf: (id: string) => string): Vertex {
  const maybeSame = [...new Set(vertex.maybeSame.map(rootOf))].filter((id) => id !== vertex.id).sort();
  const affordances = vertex.affordances.map((one) => ({
    ...one,
    lastTarget: one.lastTarget === null ? null : rootOf(one.lastTarget),
  }));
  return { ...vertex, family: rootOf(vertex.family), maybeSame, affordances };
}

function joinedVertex(kept: Vertex, gone: Vertex): Vertex {
  return {
    ...kept,
    affordances: joinedAffordances(kept.affordances, gone.affordances),
    visits: kept.visits + gone.visits,
    firstSeen: Math.min(kept.firstSeen, gone.firstSeen),
    lastSeen: Math.max(kept.lastSeen, gone.lastSeen),
    maybeSame: [...kept.maybeSame, ...gone.maybeSame],
    aliases: [...kept.aliases, gone.id, ...gone.aliases].sort(),
    exemplars: [...kept.exemplars, ...gone.exemplars].slice(0, MOST_EXEMPLARS),
  };
}

function joinedAffordances(one: readonly Affordance[], other: readonly Affordance[]): readonly Affordance[] {
  const byKey = new Map(one.map((affordance) => [affordance.key, affordance]));
  for (const more of other) {
    const known = byKey.get(more.key);
    byKey.set(more.key, known ? joinedAffordance(known, more) : more);
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function joinedAffordance(one: Affordance, other: Affordance): Affordance {
  return {
    ...one,
    actions: [...new Set([...one.actions, ...other.actions])].sort(),
    tries: one.tries + other.tries,
    effects: one.effects + other.effects,
    lastTarget: one.lastTarget ?? other.lastTarget,
  };
}

/** Joins two edges into one. */
function joinedEdge(one: Edge, other: Edge): Edge {
  return {
    ...one,
    n: one.n + other.n,
    ok: one.ok + other.ok,
    failed: one.failed + other.failed,
    duration: joined(one.duration, other.duration),
    lastSeen: Math.max(one.lastSeen, other.lastSeen),
    pre: inBoth(one.pre, other.pre),
    post: inBoth(one.post, other.post),
    verify: inBoth(one.verify, other.verify),
    seenBefore: joinedSeen(one.seenBefore, other.seenBefore),
    sources: [...new Set([...one.sources, ...other.sources])].slice(0, MOST_SOURCES),
    recoveries: one.recoveries + other.recoveries,
    sensitive: one.sensitive ?? other.sensitive,
  };
}

function inBoth(one: readonly Predicate[], other: readonly Predicate[]): readonly Predicate[] {
  const keys = new Set(other.map(predicateKey));
  return one.filter((predicate) => keys.has(predicateKey(predicate)));
}

function joinedSeen(one: readonly SeenPredicate[], other: readonly SeenPredicate[]): readonly SeenPredicate[] {
  const counts = new Map<string, SeenPredicate>();
  for (const seen of [...one, ...other]) {
    const key = predicateKey(seen.predicate);
    counts.set(key, { ...seen, count: seen.count + (counts.get(key)?.count ?? 0) });
  }
  const keyOf = ({ predicate }: SeenPredicate) => predicateKey(predicate);
  return [...counts.values()].sort((a, b) => b.count - a.count || (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, MOST_SEEN);
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
