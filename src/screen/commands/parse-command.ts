import { APP_RULES, URL_RULES } from "./app-rules.js";
import { type CommandRule, type SpokenCommand, unclear } from "./command.js";
import { KEY_RULES } from "./key-rules.js";
import { type MaskedText, masked } from "./masked-text.js";
import { MOVE_RULES } from "./move-rules.js";
import { TOUCH_RULES } from "./touch-rules.js";
import { TYPE_RULES } from "./type-rules.js";

/** The rules, in the order in which they are tried. */
const RULES: readonly CommandRule[] = [
  ...KEY_RULES,
  ...URL_RULES,
  ...TYPE_RULES,
  ...TOUCH_RULES,
  ...MOVE_RULES,
  ...APP_RULES,
];

/**
 * The one action that a sentence in plain English asks for: `type "hello" in the search box`, `scroll down in the
 * list`. Parts in quotes are taken as they are, and nothing is guessed. Errors: COMMAND_UNCLEAR with what was not
 * understood, SELECTOR_SYNTAX for words that name nothing.
 */
export function parseCommand(sentence: string): SpokenCommand {
  const text = readable(sentence);
  const separator = separatorIn(text);
  if (separator)
    throw unclear(
      `"${text.shown(separator.before)}" and "${text.shown(separator.rest)}" are two actions`,
      ONE_AT_A_TIME,
    );
  return one(text);
}

/** The most actions that are read from one sentence. */
const MOST_ACTIONS = 5;

/**
 * As {@link parseCommand}, for a sentence with several actions, one after another: `tap "Save" and go back`, `type "x"
 * in the search box, then press enter`. Fails if one of them is not understood.
 */
export function parseCommands(sentence: string): readonly SpokenCommand[] {
  const commands: SpokenCommand[] = [];
  let text = readable(sentence);
  for (let separator = separatorIn(text); separator; separator = separatorIn(text)) {
    commands.push(one({ ...text, words: separator.before }));
    if (commands.length >= MOST_ACTIONS) throw unclear(`the sentence asks for more than ${MOST_ACTIONS} actions`);
    text = { ...text, words: separator.rest };
  }
  return [...commands, one(text)];
}

function readable(sentence: string): MaskedText {
  const text = masked(sentence);
  if (text.words === "") throw unclear(`"${sentence.slice(0, LONGEST)}" says nothing`);
  return text;
}

function one(text: MaskedText): SpokenCommand {
  const command = understood(text);
  if (command) return command;
  const [first = ""] = text.words.split(" ");
  throw unclear(
    `"${text.shown(text.words)}" is not understood: no action is known that begins with "${text.shown(first)}"`,
  );
}

const LONGEST = 200;

function understood(text: MaskedText): SpokenCommand | undefined {
  for (const { form, read } of RULES) {
    const found = form.exec(text.words);
    const command = found ? read(found.groups ?? {}, text) : undefined;
    if (command) return command;
  }
  return undefined;
}

const ONE_AT_A_TIME = "Ask for one action at a time; a name with such words goes in quotes.";
/**
 * After each "and" the rest of the sentence is tried as an action: a text with more of them than this is rejected,
 * since trying all would take too long.
 */
const MOST_JOINTS = 100;

interface Separator {
  readonly before: string;
  readonly rest: string;
}

/** "Tap Save and go back" is two actions; "tap Save and close" may be the name of a button. */
function separatorIn(text: MaskedText): Separator | null {
  let joints = 0;
  for (const separator of text.words.matchAll(/(?: ?[,;]|,? and)? ?\bthen\b ?| ?(?:;|,? and) /gi)) {
    joints += 1;
    if (joints > MOST_JOINTS) throw unclear(`the sentence goes on more than ${MOST_JOINTS} times`, ONE_AT_A_TIME);
    const rest = text.words.slice(separator.index + separator[0].length);
    const before = text.words.slice(0, separator.index).trim();
    if (before === "" || rest === "" || HOLDING.test(`${before} and ${rest}`)) continue;
    const isSure = /then|;/i.test(separator[0]);
    if (!isSure && (SUBMIT.test(rest) || !isCommand({ ...text, words: rest }))) continue;
    return { before, rest };
  }
  return null;
}

/** One action that contains the word "and". */
const HOLDING = /^(?:press|tap|touch|click) and hold\b/i;

/** A continuation that belongs to the text that is typed. */
const SUBMIT = /^(?:press|hit) (?:enter|return)$|^submit$|^search$/i;

function isCommand(text: MaskedText): boolean {
  try {
    return understood(text) !== undefined;
  } catch {
    // A text that begins like an action but is unclear is not a name.
    return true;
  }
}
