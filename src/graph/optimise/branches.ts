import { actionKey } from "../action-sig.js";
import type { Branch, Edge } from "../graph.js";
import { bestStump } from "./decision-stump.js";

/** A way that was gone once may be a mistake. */
const LEAST_TIMES = 2;

/** Where one action led from one vertex to several, each at least twice: what of the screen before decides. */
export function branchesOf(edges: readonly Edge[]): readonly Branch[] {
  return [...byAction(edges).values()].flatMap((group) => {
    const usual = group.filter(({ n }) => n >= LEAST_TIMES);
    const [first, second] = usual;
    if (!first || !second) return [];
    const stump = bestStump(usual);
    const branch: Branch = {
      from: first.from,
      action: actionKey(first.action),
      edges: usual.map(({ id }) => id),
      condition: stump?.predicate ?? null,
      gain: stump?.gain ?? 0,
      whenTrue: stump ? (usual[stump.whenTrue]?.id ?? null) : null,
      whenFalse: stump ? (usual[stump.whenFalse]?.id ?? null) : null,
    };
    return [branch];
  });
}

/** Edges by their start and action. */
export function byAction(edges: readonly Edge[]): ReadonlyMap<string, readonly Edge[]> {
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) {
    const key = `${edge.from}\n${actionKey(edge.action)}`;
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  }
  return groups;
}
