import { predicateKey } from "../build/predicates.js";
import type { Edge, ProcessGraph } from "../graph.js";
import { branchesOf, byAction } from "./branches.js";
import { loopsOf } from "./loops.js";
import { mergeScreens } from "./merge.js";
import { patternsOf } from "./patterns.js";
import { withRarity } from "./rare.js";

/**
 * OptimizeGraph: merges vertices of one screen, marks rare transitions, and finds loops, branches and patterns. A
 * second run changes nothing, and every vertex that was reachable stays reachable.
 */
export function optimise(graph: ProcessGraph): ProcessGraph {
  const merged = mergeScreens(graph);
  const edges = withVerification(withRarity(merged));
  const judged = { ...merged, edges };
  return { ...judged, branches: branchesOf(edges), loops: loopsOf(judged), patterns: patternsOf(judged) };
}

const MOST_CHECKS = 3;

/** Sets `verify`: the predicates that became true only at this target, if the same action led to several. */
function withVerification(edges: readonly Edge[]): readonly Edge[] {
  const groups = new Map([...byAction(edges).values()].flatMap((group) => group.map((edge) => [edge.id, group])));
  return edges.map((edge) => {
    const others = (groups.get(edge.id) ?? []).filter(({ id }) => id !== edge.id);
    const elsewhere = new Set(others.flatMap(({ post }) => post.map(predicateKey)));
    const verify = edge.post.filter((predicate) => !elsewhere.has(predicateKey(predicate)));
    return { ...edge, verify: verify.slice(0, MOST_CHECKS) };
  });
}
