import { type FieldScreen, fieldPrints } from "./field-print.js";
import type { UiNode } from "./hierarchy.js";
import { normaliseLabel } from "./label.js";

type FieldForm = Pick<FieldScreen, "elements" | "viewHierarchy">;

/**
 * Whether a field that shows another text may be for something else now: the source does not distinguish its hint from
 * what was entered, and it is the only field or not all have captions that would. More of the same text in a field that
 * has or had the focus, or none at all, is no other name: that is how a text is entered.
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
  // What is above the only field may be a text or a counter of the page.
  const isBare = prints.length === 1 || prints.some(({ captions }) => captions.length === 0);
  bareFields.set(screen.elements, isBare);
  return isBare;
}

/** Results by screen, because each screen is asked about all of its fields. */
const bareFields = new WeakMap<FieldForm["elements"], boolean>();

/** What it says that may be its hint as well as a text; empty if it says for certain what it is for. */
function shownWords(node: UiNode | undefined): string {
  if (!node || node.hint !== null || node.password === true || (node.contentDescription ?? "") !== "") return "";
  return normaliseLabel(node.text ?? "");
}
