import type { UiElement } from "../../screen/element.js";
import type { Target } from "../../screen/selector.js";
import type { AskGate, Passed } from "../ask-gate.js";
import type { Patience } from "../targets/when-ready.js";

/** What to type, and where. */
export interface TypeTextRequest extends Patience {
  readonly text: string;
  /** The field to tap first; null types into the field that has the focus. */
  readonly target: Target | null;
  /** Whether to delete the field's text first. */
  readonly clear: boolean;
  /** Whether to press Enter at the end; also allows line breaks in a field of one line, where each is an Enter. */
  readonly submit: boolean;
}

/** The same, with the guard to ask. */
export interface TypeTextAsked extends TypeTextRequest {
  readonly ask: AskGate;
}

/**
 * Asks the guard about the text to type, into a field or into the unknown receiver of the keys; a line break is an
 * Enter. Errors: those of the guard.
 */
export function askToType(
  { ask, text, submit }: Pick<TypeTextAsked, "ask" | "text" | "submit">,
  into: UiElement | null,
  screen: Parameters<AskGate>[1],
): Passed {
  return ask({ kind: "type", into, text, submits: submit || text.includes("\n") }, screen);
}
