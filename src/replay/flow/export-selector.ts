import { REDACTED } from "../../base/redaction.js";
import { normaliseLabel } from "../../screen/label.js";
import { storedSelectorSchema } from "../../screen/stored-selector.js";
import type { GUIElement, InteractionStep } from "../../trace/protocol.js";
import { extensions } from "../../trace/x-fovea.js";

/** The fields that name the step's element in a flow; null if it has neither words nor an id. */
export function selectorOf(step: InteractionStep): Readonly<Record<string, unknown>> | null {
  const stored = storedSelectorSchema.safeParse(extensions.action(step.action)?.selector).data;
  const { elements } = step.visual_state;
  const own = elements.find(({ element_id }) => element_id === step.action.target_id);
  const id = stored?.id ?? (own ? idOf(own) : null);
  // A stored label may be cut, so the label of the element is preferred.
  const label = (own ? wordsOf(own)[0] : undefined) ?? stored?.labels[0] ?? null;
  const isKnownElse = (own && isField(own)) || label?.includes(REDACTED) === true;
  const words = isKnownElse ? null : label;
  if (id === null && words === null) return null;
  const fitting = elements.filter(
    (one) => (id === null || idOf(one) === id) && (words === null || wordsOf(one).includes(words)),
  );
  const place = own ? inReadingOrder(fitting).indexOf(own) : -1;
  return {
    ...(id === null ? {} : { id: exactly(id) }),
    ...(words === null ? {} : { text: exactly(words) }),
    ...(fitting.length > 1 && place >= 0 ? { index: place } : {}),
  };
}

/** A field shows its typed text or its hint, so its id identifies it better than its words. */
function isField(element: GUIElement): boolean {
  return element.role === "field" && idOf(element) !== null;
}

function idOf(element: GUIElement): string | null {
  return extensions.element(element)?.resource_id ?? null;
}

function wordsOf(element: GUIElement): readonly string[] {
  const labels = extensions.element(element)?.labels ?? (element.text ? [element.text] : []);
  return labels.map(normaliseLabel).filter((label) => label !== "");
}

/** The order in which Maestro counts `index`. */
function inReadingOrder(elements: readonly GUIElement[]): readonly GUIElement[] {
  const [y, x] = [({ bbox }: GUIElement) => bbox?.y1 ?? 0, ({ bbox }: GUIElement) => bbox?.x1 ?? 0];
  return elements.toSorted((a, b) => y(a) - y(b) || x(a) - x(b));
}

/** A regular expression that matches only this text; `$` is escaped, too, so nothing is read as a variable. */
function exactly(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * The n-th touched point; for the first, else the middle of the step's box. As shares of the screen; null if neither is
 * known.
 */
export function touchedPlace({ action, visual_state: state }: InteractionStep, which: number): string | null {
  const [width, height] = state.screen_resolution;
  const { bbox } = action;
  const middle = bbox && which === 0 ? { x: (bbox.x1 + bbox.x2) / 2, y: (bbox.y1 + bbox.y2) / 2 } : undefined;
  const point = extensions.action(action)?.points?.[which] ?? middle;
  if (!point || width < 1 || height < 1) return null;
  const share = (value: number, whole: number) =>
    `${Math.min(100, Math.max(0, Math.round((value / whole) * 1_000) / 10))}%`;
  return `${share(point.x, width)},${share(point.y, height)}`;
}
