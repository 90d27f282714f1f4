import { elementsOf } from "../../screen/elements.js";
import type { MergedWindow, ObservationParts, ProbeResults } from "../observation-parts.js";
import { mergeWindow } from "./merge-window.js";

/** An observation of these parts; `merged` where it was worked out before, of the same window and tree. */
export function lookOf(parts: ProbeResults, merged = mergeWindow(parts)): ObservationParts {
  return { ...parts, merged, treeElements: elementsIn(parts.hierarchy, merged), fields: fieldsOf(parts.facts) };
}

/** The same observation with other results: what followed from those that stay is not worked out again. */
export function lookWith(look: ObservationParts, other: Partial<ProbeResults>): ObservationParts {
  const parts = { ...look, ...other };
  const { window, hierarchy, facts } = parts;
  const [was, is] = [look.hierarchy, hierarchy].map((tree) => tree?.value);
  const isSameWord = was?.windowAfter === is?.windowAfter && look.hierarchy?.takenAt === hierarchy?.takenAt;
  const merged = window === look.window && isSameWord ? look.merged : mergeWindow(parts);
  const isSameTree = was?.hierarchy === is?.hierarchy && was?.drafts === is?.drafts;
  return {
    ...parts,
    merged,
    treeElements: isSameTree && merged === look.merged ? look.treeElements : elementsIn(hierarchy, merged),
    fields: facts === look.facts ? look.fields : fieldsOf(facts),
  };
}

function elementsIn(hierarchy: ProbeResults["hierarchy"], merged: MergedWindow | null) {
  const tree = hierarchy?.value;
  const size = merged?.facts.screenSize ?? null;
  // As they were found when the tree was read, if the screen's size is what was known of it then.
  const { screenSize: early = null, elements } = tree?.drafts ?? {};
  const isSameSize = early?.width === size?.width && early?.height === size?.height;
  return elements && isSameSize ? elements : tree ? elementsOf(tree.hierarchy, size) : [];
}

/** All fields of the observation that these facts fill. */
function fieldsOf(facts: ProbeResults["facts"]): ObservationParts["fields"] {
  let fields: ObservationParts["fields"] = {};
  for (const fact of facts) fields = { ...fields, ...fact.fields };
  return fields;
}
