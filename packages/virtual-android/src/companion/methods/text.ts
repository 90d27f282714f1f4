import type { WindowRecord } from "../../framework/window-record.js";
import type { FieldModel } from "../../ui/field.js";
import type { CompanionParts } from "../parts.js";
import type { Answer, Call } from "../wire/host.js";
import type { ParamsOf } from "../wire/requests.js";
import { WireError } from "../wire/wire-error.js";
import { appLoop } from "./app-loop.js";
import { editField } from "./perform.js";

type Params = ParamsOf<"commitText">;

/** Enters text into the field with the input focus: through its input connection, or by setting its whole text. */
export async function commitText(parts: CompanionParts, params: Params, call: Call): Promise<Answer> {
  const { record, field } = focusedField(parts);
  const isTyped = params.mode === "insert" && parts.facts.capabilities.includes("inputMethod");
  if (!isTyped && params.mode === "insert") checkReadable(parts, field);
  call.begin();
  const { seq } = parts.events;
  const change = () => (isTyped ? field.insert(params.text) : setText(field, params));
  const run = () => {
    editField(parts.screen.framework, record, change);
    return true;
  };
  const isDone = await appLoop(parts, record, run, call);
  if (!isDone) throw new WireError("TIMEOUT", "the app did not take the text in time", { mayHaveHappened: true });
  return { result: { via: isTyped ? "inputMethod" : "setText", seq } };
}

function focusedField({ screen }: CompanionParts): { readonly record: WindowRecord; readonly field: FieldModel } {
  const active = screen.windows().find((window) => window.isActive);
  const field = active?.record.ui.focusedField;
  if (active && field) return { record: active.record, field };
  throw new WireError("NO_FOCUS", "no text field has the input focus", { mayHaveHappened: false });
}

/** The existing text can be kept only if it can be read. Errors: UNSUPPORTED. */
function checkReadable({ facts }: CompanionParts, field: FieldModel): void {
  if (field.isPassword && field.text !== "") throw unsupported("a filled password field can only be replaced");
  if (facts.apiLevel < 26 && field.selection.end === 0) throw unsupported("what the field says may be its hint");
}

function unsupported(message: string): WireError {
  return new WireError("UNSUPPORTED", message, { mayHaveHappened: false });
}

function setText(field: FieldModel, { text, mode }: Params): void {
  if (mode === "replace") {
    field.setText(text);
    return;
  }
  const { start, end } = field.selection;
  field.setText(field.text.slice(0, start) + text + field.text.slice(end));
  field.moveCaret(start + text.length);
}
