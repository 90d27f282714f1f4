import { slotKey } from "../action-sig.js";
import type { Edge, ProcessGraph, Vertex } from "../graph.js";
import { bridgesOf } from "./bridges.js";

/** Rarer than this share of what was done at a screen, or once. */
const RARE_SHARE = 0.05;
/** Nothing is pruned before a screen was visited so often. */
const LEAST_VISITS = 10;
const RECENT_MS = 7 * 86_400_000;

/** What was done at one kind of screen and led to another: any row, any record. */
interface Way {
  readonly key: string;
  readonly edges: readonly Edge[];
  /** Its share of everything that was done on this kind of screen, 0 to 1. */
  readonly share: number;
  readonly isRare: boolean;
  readonly visits: number;
  readonly reasons: Edge["important"];
}

/**
 * Says of each edge whether it is usual, rare and kept for a reason, or rare and pruned: it stays in the graph, and is
 * not suggested. Taking another row of a list, or the same at another record, is no other way. No vertex that could be
 * reached from where runs started becomes unreachable.
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

/** Why a rare way may matter anyway. */
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

/** Backwards, since most screens are near to where runs start. */
function isReached(goal: string, { starts, into, pruned }: Reach): boolean {
  const reached = new Set([goal]);
  for (const vertex of reached) {
    if (starts.has(vertex)) return true;
    for (const { id, from } of into.get(vertex) ?? []) if (!pruned.has(id)) reached.add(from);
  }
  return false;
}
