import type { UiElement } from "../screen/element.js";
import { cutLabel, normaliseLabel } from "../screen/label.js";
import type { Finding } from "./decision.js";
import type { GuardedAction, GuardedScreen } from "./guarded-action.js";
import { asWords, factsOf, type TargetFacts } from "./target-facts.js";
import { said } from "./words.js";

/** So many fields are named, and of each so many characters. */
const MOST_FIELDS = 5;
const LONGEST = 200;

/**
 * What would leave the phone by an action that sends: to whom, as far as the page says, and what is in its fields,
 * in quotes, as text of the screen. Null if the action sends nothing, or nothing is known of it. Never a password.
 */
export function whatGoes(
  finding: Finding | null,
  action: GuardedAction,
  { target, screen }: { readonly target: TargetFacts | null; readonly screen: GuardedScreen | null },
): string | null {
  if (finding?.class !== "send" || !screen) return null;
  const window = target?.element.window ?? null;
  const own = screen.elements.filter((one) => !one.systemBar && (window === null || one.window === window));
  const typed = action.kind === "type" ? (action.into ?? target?.element ?? null) : null;
  const fields = own.flatMap((one) => fieldWords(one, one === typed && action.kind === "type" ? action.text : ""));
  if (fields.length === 0) return null;
  const heading = target?.element.context.heading ?? null;
  const page = heading === null ? "" : `page ${quoted(heading)}, `;
  const more = fields.length > MOST_FIELDS ? `, and ${fields.length - MOST_FIELDS} more` : "";
  return `text on the screen: ${page}${fields.slice(0, MOST_FIELDS).join(", ")}${more}`;
}

/**
 * A field with what is in it, and what would be typed after that; nothing if it is empty, or hides what it has.
 * Where the source does not report what was entered, the field's words are that, or its hint.
 */
function fieldWords(field: UiElement, more: string): readonly string[] {
  const { role, labels, value } = field;
  if (role !== "field" || isSecret(field)) return [];
  const text = `${value ?? ""}${more}`;
  const name = labels.length === 0 ? "" : ` ${quoted(labels.join(", "))}`;
  if (text.trim() !== "") return [`field${name} with ${quoted(text)}`];
  return value === null && name !== "" ? [`field${name}`] : [];
}

/** A field for a password that shows it says no longer that it is one (TYPE_TEXT_VARIATION_VISIBLE_PASSWORD). */
function isSecret(field: UiElement): boolean {
  if (field.password === true || SECRET_ID.test(factsOf(field).idWords)) return true;
  return field.labels.some((label) => {
    const { any, length } = said(asWords(label));
    return any.has("secret") && length <= MOST_WORDS_OF_A_NAME;
  });
}

const SECRET_ID = /\b(?:password|passwd|passphrase|passcode|pwd|pin|otp|cvv|cvc|secret)\b/;
/** A longer text of a field is what was written there. */
const MOST_WORDS_OF_A_NAME = 4;

function quoted(words: string): string {
  return cutLabel(normaliseLabel(words), LONGEST);
}
