import type { Observation } from "../screen/observation.js";
import { quotesIn } from "../screen/quotes.js";
import { attributeNamed } from "../screen/selector-words.js";
import type { ActNote } from "../session/session-watcher.js";
import type { Called, CallResult } from "./called.js";
import { type SafeCall, safeCall, withoutWords } from "./safe-call.js";

/** The arguments that name elements, or that have conditions on them. */
const FIELDS = ["condition", "expect", "expected", "target", "query", "from", "to"] as const;

const PASSWORD = /passw|passphrase|passcode|contrase|mot de passe|senha|\bpin\b|secret/i;

/**
 * Field values in the conditions and targets of a call that may be passwords: the condition mentions a password, or a
 * password field is shown. Words that the screen shows elsewhere are not secret.
 */
export function conditionSecrets(
  { inputs }: Pick<Called, "inputs">,
  screens: readonly Observation[],
): readonly string[] {
  const steps: readonly unknown[] = Array.isArray(inputs["steps"]) ? inputs["steps"] : [];
  const texts = [inputs, ...steps].flatMap((part) => textsOf(part));
  const hasField = screens.some(({ elements }) => elements.some(({ password }) => password === true));
  const said = texts.flatMap((text) => (PASSWORD.test(text) ? wordsOf(text) : hasField ? valuesIn(text) : []));
  return said.filter((words) => words !== "" && !isShown(words, screens));
}

/**
 * A call in the form of safeCall, also without the secrets in its conditions. `known` are the screens at its beginning.
 */
export function safelyNoted(
  called: Called,
  acts: readonly ActNote[],
  given: CallResult,
  known: readonly (Observation | null)[],
): Pick<SafeCall, "inputs" | "result" | "secrets"> {
  const safe = safeCall(called, acts, given);
  const screens = [...known, ...acts.flatMap(({ before, after }) => [before, after])].filter((one) => one !== null);
  const secrets = [...safe.secrets, ...conditionSecrets(called, screens)];
  return { inputs: safe.inputs, result: withoutWords(safe.result, secrets), secrets };
}

function textsOf(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const given = new Map<string, unknown>(Object.entries(part));
  return FIELDS.flatMap((name) => {
    const text = given.get(name);
    return typeof text === "string" ? [text] : [];
  });
}

/** Possible secrets in a text about passwords: values, and words in quotes, even if a quote is not closed. */
function wordsOf(text: string): readonly string[] {
  const quoted = quotesIn(text).map(({ content }) => content);
  const open = lastValue(text);
  const all = [...valuesIn(text), ...quoted, open];
  return all.filter((words) => !PASSWORD.test(words));
}

/** The text after the last equals sign, without the opening quote if there is one. */
function lastValue(text: string): string {
  const at = text.lastIndexOf("=");
  const rest = at < 0 ? "" : text.slice(at + 1).trim();
  return `"'“„«`.includes(rest.charAt(0)) ? rest.slice(1) : rest;
}

/** The values in `field = "value"`, but not the label in `text="label"`. */
function valuesIn(text: string): readonly string[] {
  return quotesIn(text).flatMap(({ at, content }) => {
    const before = text.slice(0, at).trimEnd();
    if (!before.endsWith("=")) return [];
    const name =
      before
        .slice(0, -1)
        .trimEnd()
        .slice(-40)
        .split(/[^\w-]/)
        .at(-1) ?? "";
    return attributeNamed(name) === undefined ? [content] : [];
  });
}

function isShown(words: string, screens: readonly Observation[]): boolean {
  return screens.some(({ elements }) =>
    elements.some(({ labels, value, password }) => labels.includes(words) || (password !== true && value === words)),
  );
}
