import { keyOfWord, typesCharacter } from "../base/key-names.js";
import { REDACTED } from "../base/redaction.js";
import { masked } from "../screen/commands/masked-text.js";
import { parseCommand } from "../screen/commands/parse-command.js";
import type { ActNote } from "../session/session-watcher.js";
import type { Called, CallResult } from "./called.js";
import { type Typing, typesNothing, typingOf } from "./typing.js";

/** A call, redacted for writing. */
export interface SafeCall {
  readonly inputs: Called["inputs"];
  readonly result: CallResult;
  /** Words that no entry about this call or a later one may contain. */
  readonly secrets: readonly string[];
  /** Words that no entry about this call may contain. */
  readonly own: readonly string[];
  /** False if no part of the call's answer may be kept, such as the next steps of an error. */
  readonly keepsAnswer: boolean;
}

/**
 * A call without the text that it typed, unless the text certainly went into a field that is not a password field; and
 * without a text that it did not get to type. A sentence that is not understood is left out, since it may be a
 * password.
 */
export function safeCall({ tool, inputs }: Called, acts: readonly ActNote[], result: CallResult): SafeCall {
  const typed = acts.flatMap((note) => typingOf(note) ?? []);
  const isHidden = hiddenBy(typed);
  if (tool === "take_action") return safeSentence({ inputs, typed, wasDone: acts.length > 0 }, result);
  if (tool === "verify" && typeof inputs["action"] === "string") return safeAccount(inputs, result);
  const steps = inputs["steps"];
  const parts = [inputs, ...(Array.isArray(steps) ? steps : [])].filter(isRecord);
  const words = parts.flatMap((part) => [part["text"], part["key"]]).filter((one) => typeof one === "string");
  const secrets = words.filter(isHidden);
  const shown = withoutTyped(inputs, isHidden);
  return {
    inputs: Array.isArray(steps)
      ? { ...shown, steps: steps.map((step: unknown) => (isRecord(step) ? withoutTyped(step, isHidden) : step)) }
      : shown,
    result: withoutWords(result, secrets),
    secrets: secrets.filter((one) => !isKey(one)),
    own: [],
    keepsAnswer: true,
  };
}

/** Whether a text of a call has to be hidden, depending on where it was typed. */
function hiddenBy(typed: readonly Typing[]): (words: unknown) => boolean {
  const plain = new Set(typed.flatMap(({ words, isPlain }) => (isPlain ? [words] : [])));
  for (const { words, isPlain } of typed) if (!isPlain) plain.delete(words);
  return (words) => words !== "" && !(typeof words === "string" && plain.has(words));
}

/** A hidden key press has no count either: the number of presses would be a part of the secret. */
function withoutTyped(part: Record<string, unknown>, isHidden: (words: unknown) => boolean): Record<string, unknown> {
  const text = "text" in part && isHidden(part["text"]) ? { text: REDACTED } : {};
  if (!("key" in part) || typesNothing(part["key"]) || !isHidden(part["key"])) return { ...part, ...text };
  const { count: _count, long: _long, ...rest } = part;
  return { ...rest, ...text, key: REDACTED };
}

interface Sentence {
  readonly inputs: Called["inputs"];
  readonly typed: readonly Typing[];
  readonly wasDone: boolean;
}

function safeSentence({ inputs, typed, wasDone }: Sentence, result: CallResult): SafeCall {
  const action = String(inputs["action"]);
  const meant = meaningOf(action);
  const isSafe = wasDone ? typed.every(({ isPlain }) => isPlain) : meant.typed === "";
  if (isSafe) {
    const shown = wasDone ? inputs : { ...inputs, action: withoutQuotes(action) };
    return { inputs: shown, result, secrets: [], own: [], keepsAnswer: true };
  }
  const words = [...typed.map((one) => one.words), ...(meant.typed ? [meant.typed] : [])];
  const keepsAnswer = meant.typed !== null || wasDone;
  return {
    inputs: { ...inputs, action: verbOf(action) },
    result: keepsAnswer ? withoutWords(result, words) : withoutMessage(result),
    secrets: words.filter((one) => !isKey(one)),
    own: [],
    keepsAnswer,
  };
}

function verbOf(action: string): string {
  const verb = VERB.exec(masked(action).words)?.[1];
  return verb === undefined ? REDACTED : `${verb} ${REDACTED}`;
}

/**
 * A sentence that describes a finished action: a text that was typed may have been a password, and the expected result
 * may repeat it.
 */
function safeAccount(inputs: Called["inputs"], result: CallResult): SafeCall {
  const action = String(inputs["action"]);
  const { typed } = meaningOf(action);
  if (typed === "") return { inputs, result, secrets: [], own: [], keepsAnswer: true };
  const shown = { ...inputs, action: verbOf(action) };
  // Without quotes it is uncertain where the text ends.
  if (typed === null || withoutQuotes(action) === action) {
    const expected = "expected" in inputs ? { expected: REDACTED } : {};
    return {
      inputs: { ...shown, ...expected },
      result: withoutMessage(result),
      secrets: [],
      own: [],
      keepsAnswer: false,
    };
  }
  const safe = (value: unknown) => (typeof value === "string" ? value.replaceAll(typed, REDACTED) : value);
  const text = (words: string) => words.replaceAll(typed, REDACTED);
  return {
    inputs: Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, safe(value)])),
    result: "text" in result ? { text: text(result.text) } : errorOf(result.error.code, text(result.error.message)),
    secrets: [],
    own: [typed],
    keepsAnswer: true,
  };
}

/** A sentence that begins with one of these counts as typing, however the grammar reads it. */
const VERB = /^(type|enter|write|input|fill|set|change|replace)\b/i;

interface Meaning {
  /** The text or the key that it types, "" if it types nothing; null if it is uncertain. */
  readonly typed: string | null;
}

function meaningOf(action: string): Meaning {
  try {
    const command = parseCommand(action);
    if (command.verb === "type") return { typed: command.text };
    if (command.verb === "key" && !typesNothing(command.key)) return { typed: command.key };
    return { typed: VERB.test(masked(action).words) ? null : "" };
  } catch {
    return { typed: null };
  }
}

function withoutQuotes(action: string): string {
  const first = action.search(/["“„«']/u);
  const last = Math.max(...['"', "”", "“", "»", "'"].map((mark) => action.lastIndexOf(mark)));
  return first < 0 || last <= first ? action : action.slice(0, first + 1) + REDACTED + action.slice(last);
}

/** Shorter words would match inside other words. */
function isLong(words: string): boolean {
  return words.length >= 3 && !isKey(words);
}

/**
 * The result without keys that type characters, and without these words; short words are replaced only within quotes.
 */
export function withoutWords(result: CallResult, words: readonly string[]): CallResult {
  if (words.length === 0) return result;
  const safe = (text: string) => {
    const keys = words.some(isKey) ? text.replace(PRESSED, withoutKey) : text;
    return words.reduce(
      (left, one) => left.replaceAll(isLong(one) ? one : `"${one}"`, isLong(one) ? REDACTED : `"${REDACTED}"`),
      keys,
    );
  };
  return "text" in result ? { text: safe(result.text) } : errorOf(result.error.code, safe(result.error.message));
}

const PRESSED = /\bpressed (?:and held )?(KEYCODE_\w+)(?: \d+ times)?/g;

/** The description of a key press, without the key and the count if the key types a character. */
function withoutKey(reported: string, name: string): string {
  return typesCharacter({ name }) ? `pressed ${REDACTED}` : reported;
}

function withoutMessage(result: CallResult): CallResult {
  return "text" in result ? { text: REDACTED } : errorOf(result.error.code, REDACTED);
}

function errorOf(code: string, message: string): CallResult {
  return { error: { code, message } };
}

/**
 * Whether the words are the name of a key. Such names are parts of many words, so they are hidden only in descriptions
 * of key presses.
 */
function isKey(words: string): boolean {
  return keyOfWord(words) !== undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
