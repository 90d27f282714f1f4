import { FoveaError } from "../base/errors.js";
import { OBSERVE_ALL, observe } from "../observe/observe.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import type { Target } from "../screen/selector.js";
import type { Session } from "../session/session.js";
import { type ActResult, act, apiLevelOf } from "./act.js";
import { sendInput } from "./device-input.js";
import { resolveTarget } from "./resolve-target.js";

export interface TypeTextRequest {
  readonly text: string;
  /** The field to tap first; null types into the one that has the focus. */
  readonly target: Target | null;
  /** Empty the field first. */
  readonly clear: boolean;
  /** Press Enter at the end; also allows line breaks in the text, each of which is an Enter. */
  readonly submit: boolean;
}

type Call = readonly string[];

/**
 * Types into a field by key events. Exact for printable ASCII; anything else is refused before a key is sent.
 * Errors: TEXT_UNSUPPORTED with the characters, NO_TEXT_FIELD, INVALID_ARGUMENT, those of resolveTarget and sendInput.
 */
export async function typeText(session: Session, request: TypeTextRequest, signal: AbortSignal): Promise<ActResult> {
  const typed = textCalls(request);
  if (typed.length === 0 && !request.clear) throw new FoveaError("INVALID_ARGUMENT", "there is nothing to type");
  return await act(
    session,
    async () => {
      const apiLevel = await apiLevelOf(session, signal);
      const { field, observation } = await focusField(session, request.target, apiLevel, signal);
      const calls = [...(request.clear ? clearCalls(field, apiLevel) : []), ...typed];
      const [first, ...rest] = calls;
      if (first) await sendInput(session.device, apiLevel, [first, ...rest], calls.length * 1_500, signal);
      return { did: describe(request, field), points: [], before: observation };
    },
    signal,
  );
}

/** Passwords do not appear, not even in our own words. */
function describe({ text, clear, submit }: TypeTextRequest, field: UiElement | null): string {
  const what = field?.password === true ? `${[...text].length} characters` : JSON.stringify(text);
  const into = field ? ` into ${field.ref} ${field.role}` : "";
  return `${clear ? "cleared and " : ""}typed ${what}${into}${submit ? " and pressed Enter" : ""}`;
}

/** Longer texts lose characters on slow fields. */
const CHUNK = 50;

/**
 * The `input` calls that type the text. `%s` means a space to `input` and cannot be escaped, so a text that has one is
 * cut between its two characters. Errors: TEXT_UNSUPPORTED.
 */
export function textCalls({ text, submit }: Pick<TypeTextRequest, "text" | "submit">): readonly Call[] {
  refuseUntypable(text, submit);
  const lines = text.split("\n").map(lineCalls);
  const withBreaks = lines.flatMap((calls, index) => (index === 0 ? calls : [ENTER, ...calls]));
  return submit ? [...withBreaks, ENTER] : withBreaks;
}

const ENTER: Call = ["keyevent", "KEYCODE_ENTER"];

function lineCalls(line: string): readonly Call[] {
  return (
    line
      .split(/(?<=%)(?=s)/)
      // A chunk that ends in % and one that begins with s are calls of their own: nothing joins them.
      .flatMap((part) => part.match(new RegExp(`.{1,${CHUNK}}`, "g")) ?? [])
      .map((part) => ["text", part.replaceAll(" ", "%s")])
  );
}

function refuseUntypable(text: string, submit: boolean): void {
  const allowed = submit ? /[\x20-\x7e\n]/ : /[\x20-\x7e]/;
  const refused = [...new Set([...text].filter((character) => !allowed.test(character)))];
  if (refused.length === 0) return;
  const shown = refused
    .slice(0, 10)
    .map((character) => JSON.stringify(character))
    .join(" ");
  const isBreakOnly = refused.every((character) => character === "\n");
  const hint = isBreakOnly ? "A line break presses Enter: pass submit=true if that is meant." : undefined;
  const message = `\`input\` cannot type ${shown}; nothing was typed`;
  throw new FoveaError("TEXT_UNSUPPORTED", message, hint === undefined ? {} : { hint });
}

async function focusField(
  session: Session,
  target: Target | null,
  apiLevel: number | null,
  signal: AbortSignal,
): Promise<{ readonly field: UiElement | null; readonly observation: Observation }> {
  if (target === null) return await focusedField(session, signal);
  const resolved = await resolveTarget(session, target, signal);
  const field = resolved.element;
  if (field && !field.actions.includes("edit")) {
    throw new FoveaError("NO_TEXT_FIELD", `${resolved.description} is no text field`, {
      device: session.device.serial,
    });
  }
  const { x, y } = resolved.point;
  if (field?.focused !== true) await sendInput(session.device, apiLevel, [["tap", String(x), String(y)]], 0, signal);
  return { field, observation: resolved.observation };
}

async function focusedField(session: Session, signal: AbortSignal) {
  const { observation } = await observe(session, { ...OBSERVE_ALL, frameStats: "off" }, signal);
  const field = observation.focusedElement;
  const isField = field?.actions.includes("edit") === true;
  // Games and web pages take keys without a field in the tree; then the keyboard on the screen says so.
  if (isField || observation.ime?.visible === true) return { field: isField ? field : null, observation };
  throw new FoveaError("NO_TEXT_FIELD", `no text field has the focus on ${session.device.serial}`, {
    device: session.device.serial,
  });
}

/** `input keycombination` (select all) came with Android 12. */
const FIRST_WITH_COMBINATIONS = 31;
const MOST_DELETES = 200;

/** Select all and delete; before Android 12 to the end, and one delete for each character that the field shows. */
function clearCalls(field: UiElement | null, apiLevel: number | null): readonly Call[] {
  if (apiLevel !== null && apiLevel >= FIRST_WITH_COMBINATIONS) {
    return [
      ["keycombination", "KEYCODE_CTRL_LEFT", "KEYCODE_A"],
      ["keyevent", "KEYCODE_DEL"],
    ];
  }
  const shown = field?.value ?? field?.labels.join(" ") ?? "";
  const deletes = Array.from({ length: Math.min(MOST_DELETES, shown.length + 5) }, () => "KEYCODE_DEL");
  return [
    ["keyevent", "KEYCODE_MOVE_END"],
    ["keyevent", ...deletes],
  ];
}
