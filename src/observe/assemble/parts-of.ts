import { elementsOf } from "../../screen/elements.js";
import type { ObservationParts, ProbeResults } from "../observation-parts.js";
import { mergeWindow } from "./merge-window.js";

/** An observation of these parts. */
export function lookOf(parts: ProbeResults): ObservationParts {
  const merged = mergeWindow(parts);
  const tree = parts.hierarchy?.value;
  const size = merged?.facts.screenSize ?? null;
  // As they were found when the tree was read, if the screen's size is what was known of it then.
  const { screenSize: early = null, elements } = tree?.drafts ?? {};
  const isSameSize = early?.width === size?.width && early?.height === size?.height;
  const found = elements && isSameSize ? elements : tree ? elementsOf(tree.hierarchy, size) : [];
  let fields: ObservationParts["fields"] = {};
  for (const fact of parts.facts) fields = { ...fields, ...fact.fields };
  return { ...parts, merged, treeElements: found, fields };
}
