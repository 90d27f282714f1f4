import { keyOfWord, PANELS, typesCharacter } from "../base/key-names.js";
import { REDACTED } from "../base/redaction.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import type { ActNote } from "../session/session-watcher.js";

/** The text or key that an action typed, and whether it certainly went into a field that is not a password field. */
export interface Typing {
  readonly words: string;
  readonly isPlain: boolean;
}

/** Null for actions that type nothing. */
export function typingOf(note: ActNote): Typing | null {
  const { tool, args } = note.call;
  if (tool === "type_text") return { words: String(args["text"]), isPlain: isPlainField(note.typedInto) };
  if (tool !== "press_key" || typesNothing(args["key"])) return null;
  return { words: String(args["key"]), isPlain: isIntoPlainField(note) };
}

/** The action in words, without the key if the key may be a part of a password. */
export function reportedOf(note: ActNote): string {
  const isSecretKey = note.call.tool === "press_key" && typingOf(note)?.isPlain === false;
  return isSecretKey && note.did !== "" ? `pressed ${REDACTED}` : note.did;
}

/** Whether a key is known and types no character. */
export function typesNothing(key: unknown): boolean {
  if (typeof key !== "string") return false;
  const known = keyOfWord(key);
  return known ? !typesCharacter(known) : Object.hasOwn(PANELS, key.toLowerCase());
}

/** A key goes to the element with the focus: that has to be the same plain field before and after the action. */
function isIntoPlainField({ before, after }: ActNote): boolean {
  const [then, now] = [focusOf(before), focusOf(after)];
  return isPlainField(then) && isPlainField(now) && then?.ref === now?.ref;
}

/** The only field with the focus; null if there is none, or if it is unknown. */
function focusOf(screen: Observation | null): UiElement | null {
  const [only, ...others] = screen?.elements.filter(({ focused }) => focused === true) ?? [];
  return only?.role === "field" && others.length === 0 ? only : null;
}

export function isPlainField(field: UiElement | null | undefined): boolean {
  return field?.password === false;
}

/** The text that was typed into a possible password field, and the words with its length. */
export function secretsOf(note: ActNote): readonly string[] {
  const typing = typingOf(note);
  if (note.call.tool !== "type_text" || typing?.isPlain !== false) return [];
  return [typing.words, ...(/typed \d+ characters?/.exec(note.did) ?? [])];
}
