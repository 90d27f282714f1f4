import type { Rect } from "../../base/geometry.js";
import type { Part } from "../screen/screen-facts.js";

export const RELATION_KINDS = ["contains", "adjacent", "above", "leftOf", "labelFor"] as const;

/** A spatial relation of two elements; `from` and `to` are their names. */
export interface Relation {
  readonly from: string;
  readonly to: string;
  readonly kind: (typeof RELATION_KINDS)[number];
}

/** Elements with a gap of less than this share of the screen's longer side are adjacent. */
const ADJACENT_SHARE = 1 / 40;

/**
 * f_spatial: finds the innermost container of each element; the nearest element below it in its column and to the right
 * of it in its row; whether these are adjacent; and which texts are labels of fields or switches.
 */
export function relationsOf(parts: readonly Part[]): readonly Relation[] {
  const near = Math.max(0, ...parts.map(({ bounds }) => Math.max(bounds.right, bounds.bottom))) * ADJACENT_SHARE;
  const found: Relation[] = [];
  for (const part of parts) {
    const parent = part.parent === null ? undefined : parts[part.parent];
    if (parent) found.push({ from: parent.name, to: part.name, kind: "contains" });
    const beside = parts.filter((other) => other !== part && other.parent === part.parent);
    const below = nearest(part, beside, "below");
    const right = nearest(part, beside, "right");
    if (below) found.push({ from: part.name, to: below.part.name, kind: "above" });
    if (right) found.push({ from: part.name, to: right.part.name, kind: "leftOf" });
    for (const one of [below, right]) {
      if (!one || one.distance > near) continue;
      found.push({ from: part.name, to: one.part.name, kind: "adjacent" });
      if (isLabelOf(part, one.part)) found.push({ from: part.name, to: one.part.name, kind: "labelFor" });
    }
  }
  return found;
}

interface Near {
  readonly part: Part;
  readonly distance: number;
}

function nearest({ bounds }: Part, others: readonly Part[], side: "below" | "right"): Near | null {
  let best: Near | null = null;
  for (const part of others) {
    const distance = side === "below" ? part.bounds.top - bounds.bottom : part.bounds.left - bounds.right;
    const shares = side === "below" ? overlap(bounds, part.bounds, "column") : overlap(bounds, part.bounds, "row");
    if (distance < 0 || !shares || (best && best.distance <= distance)) continue;
    best = { part, distance };
  }
  return best;
}

function overlap(one: Rect, other: Rect, of: "column" | "row"): boolean {
  return of === "column"
    ? one.left < other.right && other.left < one.right
    : one.top < other.bottom && other.top < one.bottom;
}

const LABELLED: ReadonlySet<string> = new Set(["field", "switch", "slider", "dropdown", "progress"]);

function isLabelOf(part: Part, other: Part): boolean {
  return part.role === "text" && part.label !== "" && LABELLED.has(other.role);
}
