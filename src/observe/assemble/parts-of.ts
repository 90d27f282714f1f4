import { elementsOf } from "../../screen/elements.js";
import type { MergedWindow, ObservationParts, ProbeResults } from "../observation-parts.js";
import { mergeWindow } from "./merge-window.js";

/**
 * The parts of an observation, from the results of its probes. `merged` is given if it is already known for the same
 * window and hierarchy.
 */
export function lookOf(parts: ProbeResults, merged = mergeWindow(parts)): ObservationParts {
  return { ...parts, merged, hierarchyElements: elementsIn(parts.hierarchy, merged), fields: fieldsOf(parts.facts) };
}

/** The same parts with other results. Values that depend only on unchanged results are not computed again. */
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
    hierarchyElements: isSameTree && merged === look.merged ? look.hierarchyElements : elementsIn(hierarchy, merged),
    fields: facts === look.facts ? look.fields : fieldsOf(facts),
  };
}

function elementsIn(hierarchy: ProbeResults["hierarchy"], merged: MergedWindow | null) {
  const tree = hierarchy?.value;
  const size = merged?.facts.screenSize ?? null;
  // The elements as they were found when the hierarchy was read, if the size of the screen is still the same.
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
