import { type FieldScreen, fieldPrints } from "./field-print.js";
import type { UiNode } from "./hierarchy.js";
import { normaliseLabel } from "./label.js";

type FieldForm = Pick<FieldScreen, "elements" | "viewHierarchy">;

/**
 * Whether a field that shows a different text may have another purpose now. This is possible if the source does not
 * distinguish the hint from the entered text, and the field is the only one or not all fields have captions. An empty
 * text, or a longer or shorter form of the same text in a field that has or had the focus, is not a new name: the text
 * was entered or deleted.
 */
export function mayBeRenamed(
  screen: FieldForm,
  field: { readonly node: number | null },
  now: UiNode | undefined,
): boolean {
  const before = screen.viewHierarchy?.nodes[field.node ?? -1];
  const [was, is] = [shownWords(before), shownWords(now)];
  if (was === "" || is === "" || was === is) return false;
  const isEntered = before?.focused === true || now?.focused === true;
  if (isEntered && (was.includes(is) || is.includes(was))) return false;
  return hasBareField(screen);
}

function hasBareField(screen: FieldForm): boolean {
  const known = bareFields.get(screen.elements);
  if (known !== undefined) return known;
  const prints = fieldPrints({ ...screen, activeWindow: null });
  // The text above the only field may be a text or a counter of the page.
  const isBare = prints.length === 1 || prints.some(({ captions }) => captions.length === 0);
  bareFields.set(screen.elements, isBare);
  return isBare;
}

/** Results by screen, because each screen is checked for all of its fields. */
const bareFields = new WeakMap<FieldForm["elements"], boolean>();

/**
 * The text of the field, if it may be either its hint or an entered text; empty if the field has other words that name
 * it, or shows the bullets of a password.
 */
function shownWords(node: UiNode | undefined): string {
  if (!node || node.hint !== null || (node.contentDescription ?? "") !== "") return "";
  const text = normaliseLabel(node.text ?? "");
  return node.password === true && !/\p{L}/u.test(text) ? "" : text;
}
