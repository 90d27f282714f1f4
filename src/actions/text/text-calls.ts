import { FoveaError } from "../../base/errors.js";
import { COMPANION_HINT } from "../act.js";

/** The arguments of one `input` call. */
export type InputCall = readonly string[];

/** Longer texts lose characters on slow fields. */
export const CHUNK = 50;

const ENTER: InputCall = ["keyevent", "KEYCODE_ENTER"];

export function isEnter(call: InputCall): boolean {
  return call === ENTER;
}

/** The text that a call types; null if it is not a text. */
export function textOfCall([verb, words = ""]: InputCall): string | null {
  return verb === "text" ? words.replaceAll("%s", " ") : null;
}

/**
 * The `input` calls that type a text of printable ASCII; each line break is an Enter, and `submit` adds one at the end.
 * `input` reads `%s` as a space and has no escape for it, so a text with `%s` is split between these two characters.
 */
export function textCalls(text: string, submit: boolean): readonly InputCall[] {
  const lines = text.split("\n").map(lineCalls);
  const withBreaks = lines.flatMap((calls, index) => (index === 0 ? calls : [ENTER, ...calls]));
  return submit ? [...withBreaks, ENTER] : withBreaks;
}

function lineCalls(line: string): readonly InputCall[] {
  return (
    line
      .split(/(?<=%)(?=s)/)
      // A chunk that ends in % and one that begins with s are separate calls: nothing joins them.
      .flatMap((part) => part.match(new RegExp(`.{1,${CHUNK}}`, "g")) ?? [])
      .map((part) => ["text", part.replaceAll(" ", "%s")])
  );
}

const MOST_NAMED = 10;

/** How many keys `input` types in the time of a call. */
const MOST_KEYS = 2_000;

/**
 * Refuses characters that no key of `input` types, before anything is done. `whyNotCompanion`: why the companion did
 * not type the text. Errors: TEXT_UNSUPPORTED with the characters, INVALID_ARGUMENT for a text that would take too
 * long.
 */
export function refuseUntypable(text: string, whyNotCompanion: string | null): void {
  const also = whyNotCompanion === null ? "" : `; the companion could not: ${whyNotCompanion}`;
  if (text.length > MOST_KEYS) {
    const message = `text: ${text.length} characters, and \`input\` types at most ${MOST_KEYS} in one call; nothing was typed${also}`;
    throw new FoveaError("INVALID_ARGUMENT", message, { hint: `Type the text in pieces, or: ${COMPANION_HINT}` });
  }
  const refused = charactersIn(text, (character) => !/[\x20-\x7e\n]/.test(character));
  if (refused.length === 0) return;
  const tab = refused.includes("\t") ? { hint: 'A tab leaves the field: press_key with key "tab" does that.' } : {};
  throw new FoveaError("TEXT_UNSUPPORTED", `\`input\` cannot type ${listed(refused)}; nothing was typed${also}`, tab);
}

/**
 * Refuses non-text: control characters except tab and line break, lone surrogates. Errors: TEXT_UNSUPPORTED.
 */
export function refuseNoText(text: string): void {
  const refused = charactersIn(text, (character) => /[\p{Cc}\p{Cs}]/u.test(character) && !/[\t\n]/.test(character));
  if (refused.length === 0) return;
  const hint = "Leave these characters out.";
  throw new FoveaError("TEXT_UNSUPPORTED", `no field takes ${listed(refused)}; nothing was typed`, { hint });
}

function charactersIn(text: string, isRefused: (character: string) => boolean): readonly string[] {
  return [...new Set(text)].filter(isRefused);
}

function listed(characters: readonly string[]): string {
  const named = characters.slice(0, MOST_NAMED).map(nameOf);
  const more = characters.length > named.length ? ` and ${characters.length - named.length} more` : "";
  return `${named.join(", ")}${more}`;
}

/** The code of a character, with the character itself if it is visible and does not change the writing direction. */
function nameOf(character: string): string {
  const number = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `"${character}" (${number})` : number;
}

/**
 * Refuses a line break in a field of one line: it presses Enter, which sends the form or leaves the field. Errors:
 * TEXT_UNSUPPORTED.
 */
export function refuseLineBreak(isMultiline: boolean | null): void {
  if (isMultiline === true) return;
  const why = isMultiline === false ? "the field has one line" : "it is not known whether the field has several lines";
  throw new FoveaError(
    "TEXT_UNSUPPORTED",
    `the text has a line break ("\\n"), which presses Enter, and ${why}; nothing was typed`,
    { hint: "Pass submit=true if Enter is meant, or leave the line break out." },
  );
}
