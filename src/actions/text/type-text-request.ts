import type { Target } from "../../screen/selector.js";
import type { Patience } from "../targets/when-ready.js";

/** What to type, and where. */
export interface TypeTextRequest extends Patience {
  readonly text: string;
  /** The field to tap first; null types into the one that has the focus. */
  readonly target: Target | null;
  /** Empty the field first. */
  readonly clear: boolean;
  /** Press Enter at the end; also allows line breaks in a field of one line, each of which is an Enter. */
  readonly submit: boolean;
}
