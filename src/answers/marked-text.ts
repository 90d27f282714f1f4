import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import { renderElement } from "../screen/outline.js";
import type { MarkedScreen } from "./marked-screen.js";
import { pictureNote } from "./picture-note.js";

/** How many characters of a label a legend shows at most. */
const LONGEST_LABEL = 60;
/** More refs than this are counted, not named. */
const MOST_NAMED = 40;

/**
 * The text for a screenshot with marks: its size, what is not drawn, and a line for each mark that has no line in
 * `reported`, the text before it. Without a line break at the end.
 */
export function markedText(marked: MarkedScreen, observation: Observation, reported: string): string {
  const note = pictureNote(marked.image, observation, marked.part);
  return [note, ...legendLines(marked, observation, reported)].join("\n");
}

/** The same, without the size. */
export function legendLines(marked: MarkedScreen, { elements }: Observation, reported = ""): readonly string[] {
  const known = new Set([...reported.matchAll(/^ *(e\d+)\b/gm)].map(([, ref]) => ref));
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  const legend = marked.layout.drawn
    .filter(({ ref }) => !known.has(ref))
    .map((element) => renderElement(element, byRef.get(element.parent ?? ""), [], LONGEST_LABEL));
  return [...notes(marked, known), ...legend];
}

function notes(marked: MarkedScreen, known: ReadonlySet<string | undefined>): readonly string[] {
  const { layout, preference, unread, unmatched } = marked;
  const lines = unread === null ? [] : [`! nothing is marked: the elements could not be read (${unread})`];
  if (preference.marks && unread === null) lines.push(drawnLine(marked));
  const { left } = layout;
  if (left.length > 0) {
    const where = left.every(({ ref }) => known.has(ref)) ? "above" : "in observe";
    lines.push(`(not marked, no room: ${left.length} more ${where}: ${refsOf(left)}; use zoom or only)`);
  }
  if (unmatched.length > 0) lines.push(`! not on this screen: ${unmatched.join(", ")}`);
  return [...lines, ...previousLine(marked)];
}

function drawnLine({ layout }: MarkedScreen): string {
  const dashed = layout.marks.filter(({ isDashed }) => isDashed).length;
  const how = dashed > 0 ? `; dashed, only seen: ${dashed}` : "";
  return `(marks: ${layout.marks.length}${how})`;
}

function previousLine({ previous, layout }: MarkedScreen): readonly string[] {
  if (previous === null) return [];
  return [layout.previous ? `(red: ${previous})` : `(${previous}, touched before, is not in this picture)`];
}

function refsOf(elements: readonly UiElement[]): string {
  const named = elements.slice(0, MOST_NAMED).map(({ ref }) => ref);
  return `${named.join(" ")}${elements.length > MOST_NAMED ? " …" : ""}`;
}
