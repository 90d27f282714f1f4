import { isSameElement, type UiElement } from "../../screen/element.js";
import type { Session } from "../../session/session.js";
import { unsupported } from "../act.js";
import type { InputCall } from "./text-calls.js";

/** `input keycombination` (for select all) came with Android 12. */
const FIRST_WITH_COMBINATIONS = 31;
const MOST_DELETES = 500;
/** `input` calls with more keys than this take so long that they may be cut off. */
const KEYS_PER_CALL = 100;
/** The hierarchy does not show the length of a password on every release. */
const LONGEST_PASSWORD = 64;

/**
 * The calls that select all and delete. Before Android 12, one delete in each direction for each character that the
 * field shows, wherever the caret is. Errors: UNSUPPORTED_ON_DEVICE if the length is unknown or too large.
 */
export function clearCalls(session: Session, field: UiElement | null, apiLevel: number | null): readonly InputCall[] {
  if (apiLevel !== null && apiLevel >= FIRST_WITH_COMBINATIONS) {
    return [
      ["keycombination", "KEYCODE_CTRL_LEFT", "KEYCODE_A"],
      ["keyevent", "KEYCODE_DEL"],
    ];
  }
  const length = field ? shownLength(session, field) : null;
  if (length === null || length > MOST_DELETES) throw tooMuch(session, length);
  const keys = ["KEYCODE_DEL", "KEYCODE_FORWARD_DEL"].flatMap((key) => Array.from({ length }, () => key));
  return Array.from({ length: Math.ceil(keys.length / KEYS_PER_CALL) }, (_, place) => [
    "keyevent",
    ...keys.slice(place * KEYS_PER_CALL, (place + 1) * KEYS_PER_CALL),
  ]);
}

/** The length of the text as the device reported it: in labels, runs of blanks are replaced by one. */
function shownLength({ lastObservation }: Session, field: UiElement): number {
  const { value, labels, password } = field;
  const node = lastObservation?.elements.find((element) => isSameElement(element, field))?.node ?? null;
  const text = node === null ? null : (lastObservation?.viewHierarchy?.nodes[node]?.text ?? null);
  const shown = (text ?? value ?? labels.join(" ")).length;
  return password === true ? Math.max(shown, LONGEST_PASSWORD) : shown + 1;
}

function tooMuch(session: Session, length: number | null) {
  const how = length === null ? "the length of the field's text is unknown" : `the field holds ${length} characters`;
  return unsupported(
    session,
    `${session.device.serial} cannot select all by key (that came with Android 12), and ${how}; nothing was typed`,
    'Use press_key with key "delete" and a count, or the field\'s own button to clear it.',
  );
}
