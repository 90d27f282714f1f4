import { slotKey } from "../action-sig.js";
import type { Edge, ProcessGraph, Vertex } from "../graph.js";
import { bridgesOf } from "./bridges.js";

/** A transition is rare if it has less than this share of the transitions at its screen, or was taken once. */
const RARE_SHARE = 0.05;
/** The least visits of a screen before edges from it are pruned. */
const LEAST_VISITS = 10;
const RECENT_MS = 7 * 86_400_000;

/** A transition between two kinds of screens by one kind of action, for any row and any record. */
interface Way {
  readonly key: string;
  readonly edges: readonly Edge[];
  /** Its share of all transitions from this kind of screen, 0 to 1. */
  readonly share: number;
  readonly isRare: boolean;
  readonly visits: number;
  readonly reasons: Edge["important"];
}

/**
 * Marks each edge as usual, rare and kept for a reason, or rare and pruned: pruned edges stay in the graph, and are not
 * suggested. Edges that differ only in the row or the record are judged together. Every vertex that was reachable from
 * the starts of runs stays reachable.
 */
export function withRarity(graph: ProcessGraph): readonly Edge[] {
  const ways = waysOf(graph);
  const starts = new Set(graph.runs.flatMap(({ start }) => start ?? []));
  const reach = { starts, into: intoOf(graph.edges), pruned: new Set<string>() };
  const needed = new Set<string>();
  const candidates = ways.filter(
    ({ isRare, visits, reasons }) => isRare && reasons.length === 0 && visits >= LEAST_VISITS,
  );
  for (const { key, edges } of candidates.toSorted((a, b) => a.share - b.share || (a.key < b.key ? -1 : 1))) {
    for (const { id } of edges) reach.pruned.add(id);
    if (edges.every(({ to }) => isReached(to, reach))) continue;
    for (const { id } of edges) reach.pruned.delete(id);
    needed.add(key);
  }
  const byEdge = new Map(ways.flatMap((way) => way.edges.map(({ id }) => [id, way])));
  return graph.edges.map((edge) => {
    const way = byEdge.get(edge.id);
    if (!way?.isRare) return { ...edge, rarity: "usual", important: [] };
    if (reach.pruned.has(edge.id)) return { ...edge, rarity: "pruned", important: [] };
    return { ...edge, rarity: "kept", important: needed.has(way.key) ? ["bridge"] : way.reasons };
  });
}

function waysOf({ vertices, edges, builtAt }: ProcessGraph): readonly Way[] {
  const byId = new Map(vertices.map((vertex) => [vertex.id, vertex]));
  const familyOf = (id: string) => byId.get(id)?.family ?? id;
  const groups = new Map<string, Edge[]>();
  const totals = new Map<string, number>();
  const visits = new Map<string, number>();
  for (const { family, visits: own } of vertices) visits.set(family, (visits.get(family) ?? 0) + own);
  for (const edge of edges) {
    const from = familyOf(edge.from);
    const key = `${from}\n${slotKey(edge.action)}\n${familyOf(edge.to)}`;
    groups.set(key, [...(groups.get(key) ?? []), edge]);
    totals.set(from, (totals.get(from) ?? 0) + edge.n);
  }
  const bridges = bridgesOf(
    [...groups].map(([id, [edge]]) => ({ id, from: familyOf(edge?.from ?? ""), to: familyOf(edge?.to ?? "") })),
  );
  return [...groups].map(([key, own]) => {
    const from = familyOf(own[0]?.from ?? "");
    const n = own.reduce((sum, edge) => sum + edge.n, 0);
    const share = n / (totals.get(from) ?? 1);
    const reasons = reasonsOf(own, { byId, builtAt, isBridge: bridges.has(key) });
    return { key, edges: own, share, isRare: n === 1 || share < RARE_SHARE, visits: visits.get(from) ?? 0, reasons };
  });
}

interface Judging {
  readonly byId: ReadonlyMap<string, Vertex>;
  readonly builtAt: number;
  readonly isBridge: boolean;
}

/** The reasons to keep a rare transition. */
function reasonsOf(edges: readonly Edge[], { byId, builtAt, isBridge }: Judging): Edge["important"] {
  const leadsAside = edges.some(({ from, to }) => {
    const [kind, target] = [byId.get(from)?.print.kind, byId.get(to)?.print.kind];
    return target !== undefined && target !== "screen" && target !== kind;
  });
  return [
    ...(leadsAside ? (["kind"] as const) : []),
    ...(isBridge ? (["bridge"] as const) : []),
    ...(edges.some(({ recoveries }) => recoveries > 0) ? (["recovery"] as const) : []),
    ...(edges.some(({ lastSeen }) => builtAt - lastSeen <= RECENT_MS) ? (["recent"] as const) : []),
    ...(edges.some(({ sensitive }) => sensitive !== null) ? (["sensitive"] as const) : []),
  ];
}

interface Reach {
  readonly starts: ReadonlySet<string>;
  readonly into: ReadonlyMap<string, readonly Edge[]>;
  readonly pruned: ReadonlySet<string>;
}

function intoOf(edges: readonly Edge[]): ReadonlyMap<string, readonly Edge[]> {
  const into = new Map<string, Edge[]>();
  for (const edge of edges) {
    const own = into.get(edge.to);
    if (own) own.push(edge);
    else into.set(edge.to, [edge]);
  }
  return into;
}

/**
 * Whether a vertex is reachable from a start. Searches backwards, since most screens are near to the starts of runs.
 */
function isReached(goal: string, { starts, into, pruned }: Reach): boolean {
  const reached = new Set([goal]);
  for (const vertex of reached) {
    if (starts.has(vertex)) return true;
    for (const { id, from } of into.get(vertex) ?? []) if (!pruned.has(id)) reached.add(from);
  }
  return false;
}
