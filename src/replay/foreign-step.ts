import { center } from "../base/geometry.js";
import { normaliseLabel } from "../screen/label.js";
import { printTarget } from "../screen/selector-print.js";
import type { BoundingBox, GUIElement, InteractionStep } from "../trace/protocol.js";

/** The call that repeats a step without Fovea's extension. */
export interface ForeignCall {
  readonly tool: "tap" | "type_text" | "open_app";
  readonly args: Readonly<Record<string, string>>;
}

/** Makes the call from the protocol's fields; null if they are not enough (for example no direction for scrolling). */
export function foreignCall({ action, visual_state: { elements } }: InteractionStep): ForeignCall | null {
  const element = elements.find(({ element_id }) => element_id === action.target_id);
  const target = targetOf(element, elements) ?? pointOf(action.bbox ?? element?.bbox);
  const text = action.text ?? null;
  if (action.type === "click") return target === null ? null : { tool: "tap", args: { target } };
  if (action.type === "type" && text !== null)
    return { tool: "type_text", args: { text, ...(target === null ? {} : { target }) } };
  if (action.type === "launch_app" && text !== null && PACKAGE.test(text))
    return { tool: "open_app", args: { package: text } };
  return null;
}

const PACKAGE = /^[A-Za-z]\w*(?:\.\w+)+$/;

/** Names the element by its words, if no other element of the state has them. */
function targetOf(element: GUIElement | undefined, elements: readonly GUIElement[]): string | null {
  const label = normaliseLabel(element?.text ?? "");
  if (label === "" || elements.filter(({ text }) => normaliseLabel(text ?? "") === label).length > 1) return null;
  const phrase = { ref: null, role: null, label: { text: label, isPart: false }, id: null, states: [], value: null };
  return printTarget({ kind: "element", phrases: [{ ...phrase, ordinal: null }] });
}

function pointOf(box: BoundingBox | null | undefined): string | null {
  if (!box) return null;
  const { x, y } = center({ left: box.x1, top: box.y1, right: box.x2, bottom: box.y2 });
  return `${Math.round(x)},${Math.round(y)}`;
}

/**
 * The words that are new in the next state of the log and missing on the screen. Other words on the screen do not
 * count, because other recorders may leave out words.
 */
export function missingWords(
  { before, after }: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> },
  now: ReadonlySet<string>,
): readonly string[] {
  const shown = [...now].join("\n");
  return [...after].filter((word) => !before.has(word) && !now.has(word) && !shown.includes(word));
}
