import { keyOfWord, PANELS, typesCharacter } from "../base/key-names.js";
import { REDACTED } from "../base/redaction.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import type { ActNote } from "../session/session-watcher.js";

/** What an act typed, in the words of its call, and whether it surely went into a field that holds no password. */
export interface Typing {
  readonly words: string;
  readonly isPlain: boolean;
}

/** Null for acts that type nothing. */
export function typingOf(note: ActNote): Typing | null {
  const { tool, args } = note.call;
  if (tool === "type_text") return { words: String(args["text"]), isPlain: isPlainField(note.typedInto) };
  if (tool !== "press_key" || typesNothing(args["key"])) return null;
  return { words: String(args["key"]), isPlain: isIntoPlainField(note) };
}

/** What was done, in words, without the key where that may be a part of a password. */
export function reportedOf(note: ActNote): string {
  const isSecretKey = note.call.tool === "press_key" && typingOf(note)?.isPlain === false;
  return isSecretKey && note.did !== "" ? `pressed ${REDACTED}` : note.did;
}

/** Whether a key is known, and is none that types. */
export function typesNothing(key: unknown): boolean {
  if (typeof key !== "string") return false;
  const known = keyOfWord(key);
  return known ? !typesCharacter(known) : Object.hasOwn(PANELS, key.toLowerCase());
}

/** A key goes wherever the focus is: it has to be in the same plain field before it and after it. */
function isIntoPlainField({ before, after }: ActNote): boolean {
  const [then, now] = [focusOf(before), focusOf(after)];
  return isPlainField(then) && isPlainField(now) && then?.ref === now?.ref;
}

/** The one field that has the focus; null if that is none, or not known. */
function focusOf(screen: Observation | null): UiElement | null {
  const [only, ...others] = screen?.elements.filter(({ focused }) => focused === true) ?? [];
  return only?.role === "field" && others.length === 0 ? only : null;
}

export function isPlainField(field: UiElement | null | undefined): boolean {
  return field?.password === false;
}

/** What was typed into what may be a password field, and how long it is. */
export function secretsOf(note: ActNote): readonly string[] {
  const typing = typingOf(note);
  if (note.call.tool !== "type_text" || typing?.isPlain !== false) return [];
  return [typing.words, ...(/typed \d+ characters?/.exec(note.did) ?? [])];
}
