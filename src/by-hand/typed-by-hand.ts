import { REDACTED } from "../base/redaction.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import { nameElement } from "../screen/outline.js";
import type { ActCall } from "../session/session-watcher.js";

/** Text that a person typed into a field. */
export interface TypedByHand {
  readonly call: ActCall;
  readonly field: UiElement;
  readonly did: string;
}

type Elements = Pick<Observation, "elements">;

/**
 * What was typed between two readings: the field with the focus in both shows another text. The text of a password
 * field is never read. Null if no text changed.
 */
export function typedBetween(before: Elements, after: Elements): TypedByHand | null {
  const field = before.elements.find(({ role, focused }) => role === "field" && focused === true);
  const now = field && after.elements.find(({ ref, was }) => ref === field.ref || was.includes(field.ref));
  if (!field || !now || now.value === field.value) return null;
  const text = field.password === false ? (now.value ?? "") : REDACTED;
  const isMore = (field.value ?? "") !== "";
  const length = [...(now.value ?? "")].length;
  return {
    call: { tool: "type_text", args: { text, target: field.ref, ...(isMore && { clear: true }) } },
    field,
    did: `typed ${length} characters into ${nameElement(field)}`,
  };
}
