import type { UiElement } from "../screen/element.js";
import { cutLabel, normaliseLabel } from "../screen/label.js";
import type { Finding } from "./decision.js";
import type { GuardedAction, GuardedScreen } from "./guarded-action.js";
import { asWords, factsOf, type TargetFacts } from "./target-facts.js";
import { conceptsIn } from "./words.js";

/** The most fields that are described, and the most characters of each. */
const MOST_FIELDS = 5;
const LONGEST = 200;

/**
 * Describes the data that an action would send: the heading of the page, and the contents of its fields, in quotes, as
 * text of the screen. Null if the action sends nothing, or if no field is known. Never contains a password.
 */
export function describeSentData(
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
 * A field with its content, followed by the text that would be typed; nothing if it is empty or secret. If the source
 * does not report the entered text, the field's label is this text or its hint.
 */
function fieldWords(field: UiElement, more: string): readonly string[] {
  const { role, labels, value } = field;
  if (role !== "field" || isSecret(field)) return [];
  const text = `${value ?? ""}${more}`;
  const name = labels.length === 0 ? "" : ` ${quoted(labels.join(", "))}`;
  if (text.trim() !== "") return [`field${name} with ${quoted(text)}`];
  return value === null && name !== "" ? [`field${name}`] : [];
}

/**
 * A password field that shows its text no longer reports that it is one (TYPE_TEXT_VARIATION_VISIBLE_PASSWORD), so its
 * id and labels are checked, too.
 */
function isSecret(field: UiElement): boolean {
  if (field.password === true || SECRET_ID.test(factsOf(field).idWords)) return true;
  return field.labels.some((label) => {
    const { any, length } = conceptsIn(asWords(label));
    return any.has("secret") && length <= MOST_WORDS_OF_A_NAME;
  });
}

const SECRET_ID = /\b(?:password|passwd|passphrase|passcode|pwd|pin|otp|cvv|cvc|secret)\b/;
/** A field's label with more words is its content, not its name. */
const MOST_WORDS_OF_A_NAME = 4;

function quoted(words: string): string {
  return cutLabel(normaliseLabel(words), LONGEST);
}
