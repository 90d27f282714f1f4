import { actionKey } from "../action-sig.js";
import type { Branch, Edge } from "../graph.js";
import { bestStump } from "./decision-stump.js";

/** An edge that was taken only once may be a mistake. */
const LEAST_TIMES = 2;

/**
 * For each action that led from one vertex to several vertices, to each at least twice: the predicate that decides
 * where it leads, by whether it is true on the screen before the action.
 */
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

/** The edges grouped by their start and action. */
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
