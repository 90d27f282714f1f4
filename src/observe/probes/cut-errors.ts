import type { FactError } from "../../screen/facts.js";
import { factError } from "../probe.js";
import { MOST_READ, type ReadTree } from "../reading/read-tree.js";

/** The error that says how many nodes of a large dump were left out; none if all were read. */
export function cutErrors({ hierarchy, leftOut }: ReadTree): readonly FactError[] {
  if (leftOut === 0) return [];
  const bounds = `at most ${MOST_READ.nodes} nodes, in ${MOST_READ.levels} levels, are read`;
  const message = `${hierarchy.nodeCount} nodes of the tree were read, and ${leftOut} were left out: ${bounds}`;
  return [factError("hierarchy", "TRUNCATED", message)];
}
