import { FoveaError } from "../../base/errors.js";
import type { UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import type { ActCall } from "../../session/session-watcher.js";
import { act } from "../act.js";
import { typeViaCompanion } from "../companion/type-via-companion.js";
import { isNotViaCompanion, otherWayNotes } from "../companion/via-companion.js";
import { type ActResult, UNTOUCHED } from "../proof/performed.js";
import { proveSubmitted, proveTyped } from "../proof/typed-proof.js";
import type { TypeTextRequest } from "../text/type-text-request.js";
import { typeByInput } from "./type-by-input.js";

/**
 * Types into a field: any text through the companion, else by key events, which are exact for printable ASCII. Any
 * other text is refused then before a key is sent. The typed text may be a secret: it is in no error and no log, and in
 * an answer only if a field that is not a password shows something else. Errors: TEXT_UNSUPPORTED with the characters,
 * NO_TEXT_FIELD, INVALID_ARGUMENT, those of typeViaCompanion, focusField and sendInput.
 */
export async function typeText(session: Session, request: TypeTextRequest, signal: AbortSignal): Promise<ActResult> {
  const { text, clear, submit } = request;
  if (text === "" && !clear && !submit) throw new FoveaError("INVALID_ARGUMENT", "there is nothing to type");
  return await act(
    session,
    callOf(request),
    async (ask) => {
      const asked = { ...request, ask };
      const typed = await typeViaCompanion(session, asked, signal);
      const isByInput = isNotViaCompanion(typed);
      const focused = isByInput ? await typeByInput(session, asked, typed, signal) : typed;
      const { field, screen, targets, passed, isHeld, isEnterHeld, isHidden = false } = focused;
      const other = isByInput ? otherWayNotes(typed) : [];
      const prove = submit ? proveSubmitted : proveTyped;
      const proveText = async (after: Observation, limit: AbortSignal, into: UiElement) => {
        const held = { isHeld: await isHeld(limit), isEnterHeld: await isEnterHeld(limit) };
        return prove({ text, isCleared: clear, field: into, screen, isHidden, ...held }, after);
      };
      return {
        ...UNTOUCHED,
        did: wordsFor(request, field),
        targets,
        passed,
        by: isByInput ? "input" : "text",
        isReadAmid: true,
        typedInto: field,
        ...("seenBefore" in focused && { seenBefore: focused.seenBefore }),
        notes: () => other,
        ...(field && { proveText: (after, limit) => proveText(after, limit, field) }),
      };
    },
    signal,
  );
}

function callOf({ text, target, clear, submit }: TypeTextRequest): ActCall {
  const into = target === null ? {} : { target: printTarget(target) };
  return { tool: "type_text", args: { text, ...into, ...(clear && { clear }), ...(submit && { submit }) } };
}

function wordsFor({ text, clear, submit }: TypeTextRequest, field: UiElement | null): string {
  const count = [...text].length;
  const typed = text === "" ? [] : [`typed ${count} ${count === 1 ? "character" : "characters"}`];
  const steps = [...(clear ? ["cleared"] : []), ...typed, ...(submit ? ["pressed Enter"] : [])];
  const into = field ? ` in ${field.ref} ${field.role}` : "";
  return `${steps.join(", ")}${into}`;
}
