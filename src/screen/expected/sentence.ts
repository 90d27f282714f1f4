import { isFoveaError } from "../../base/errors.js";
import { lookUp } from "../../base/word-table.js";
import { unclear } from "../commands/command.js";
import { masked } from "../commands/masked-text.js";
import { parseCommand } from "../commands/parse-command.js";
import { normaliseLabel } from "../label.js";
import { type Condition, readCondition } from "../selector.js";
import type { ElementSelector } from "../selector-element.js";
import { namedElement } from "./named-element.js";
import { PHRASES, type Places, type Row } from "./phrases.js";

/** The expected result of an action, in a sentence. */
export interface ExpectedResult {
  /** For example `the switch "Wi-Fi" is on and the message disappears`, or a condition of the grammar. */
  readonly expected: string;
  /** The action, in the form that take_action reads: `it` in the sentence means the target of the action. */
  readonly action?: string | undefined;
}

/**
 * The condition that a sentence states, by a table of phrases; nothing is guessed. A name with words of the table,
 * "and" or "or" has to be in quotes. `elementActedOn` may give the actual target of the action, which may have another
 * name now. Errors: COMMAND_UNCLEAR with the part that is not understood.
 */
export function parseExpected(
  { expected, action }: ExpectedResult,
  elementActedOn: (named: ElementSelector) => ElementSelector = (named) => named,
): Condition {
  const given = asCondition(expected);
  if (given) return given;
  const text = masked(expected);
  if (text.words === "") throw unclear("the expected result is empty", HOW);
  const named = action === undefined ? null : targetIn(action);
  const about = named && elementActedOn(named);
  const alternatives = text.words.split(/,? or /i).map((all) => {
    return joined(
      "and",
      clausesIn(all).map((part) => readPart(part, { about, shown: (words) => text.shown(words) })),
    );
  });
  return joined("or", alternatives);
}

const HOW = 'Say what is to be there, e.g. `the switch "Wi-Fi" is on`, `"Saved" appears and the keyboard disappears`.';

/**
 * The parts between "and" and "but". The verb after several names, `"A", "B" and id/c are on`, applies to each name.
 * The names have to be in quotes or ids, so that their ends are clear; sentences with "not" are excluded, since "not"
 * may mean one of them or all.
 */
function clausesIn(all: string): readonly string[] {
  const [first = "", ...rest] = all.split(/(,? (?:and|but) )/i);
  const clauses: string[] = [];
  let names: readonly string[] = [];
  for (const [at, part] of [first, ...rest].entries()) {
    if (at % 2 === 1) continue;
    const behind = names.length === 0 ? undefined : OF_SEVERAL.exec(part);
    const listed = part.split(/, /);
    if (behind?.groups && isName(behind.groups["name"] ?? "")) {
      const verb = singular(behind.groups["verb"] ?? "");
      const predicate = `${verb}${behind.groups["rest"] ?? ""}`;
      clauses.push(...[...names, behind.groups["name"] ?? ""].map((name) => `${name} ${predicate}`));
      names = [];
    } else if (listed.every(isName) && rest[at]?.trim().toLowerCase().endsWith("and")) names = [...names, ...listed];
    else {
      clauses.push(...names, part);
      names = [];
    }
  }
  return clauses;
}

const OF_SEVERAL =
  /^(?<name>\S+(?: \S+){0,2}) (?<verb>are|appear|disappear|vanish|open|close|exist|stay|remain|should|must|will)(?! not| no| never)(?<rest> .*)?$/i;
const SINGULAR: Readonly<Record<string, string>> = {
  are: "is",
  appear: "appears",
  disappear: "disappears",
  vanish: "vanishes",
  open: "opens",
  close: "closes",
  exist: "exists",
  stay: "stays",
  remain: "remains",
};

function singular(verb: string): string {
  return lookUp(SINGULAR, verb.toLowerCase()) ?? verb;
}

/**
 * Whether the words are a name with clear ends: in quotes or an id, with at most an article and a word for its kind.
 */
function isName(words: string): boolean {
  return /^(?:the )?(?:[a-z]+ )?(?:\ue000\d+\ue001|id\/[\w.]+)$/i.test(words);
}

/** The condition, if the text is written in the grammar of selectors. */
function asCondition(text: string): Condition | undefined {
  try {
    return readCondition(text);
  } catch (error) {
    if (isFoveaError(error, "SELECTOR_SYNTAX")) return undefined;
    throw error;
  }
}

function joined(kind: "and" | "or", conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  return conditions.length === 1 && first ? first : { kind, conditions };
}

/** The target of an action; null if it is not an element. Errors: COMMAND_UNCLEAR. */
function targetIn(action: string): ElementSelector | null {
  const command = parseCommand(action);
  if (command.verb === "set") return namedElement(command.name, null);
  if (!("target" in command) || command.target?.kind !== "element") return null;
  return "query" in command.target ? namedElement(command.target.query, null) : command.target;
}

interface Reading {
  readonly about: ElementSelector | null;
  /** The words as they were written, with their quotes. */
  readonly shown: (words: string) => string;
}

function readPart(part: string, { about, shown }: Reading): Condition {
  const words = plainWords(part);
  for (const row of PHRASES) {
    for (const phrase of row.phrases) {
      const found = matched(phrase.split(" "), words);
      const condition = found && read(row, found, { about, shown });
      if (condition) return condition;
    }
  }
  throw unclear(`"${shown(part)}" is not understood as an expected result`, HOW);
}

function read(row: Row, found: ReadonlyMap<string, readonly string[]>, { about, shown }: Reading) {
  const places: { element: Places["element"]; text: string } = { element: null, text: "" };
  for (const [place, words] of found) {
    const written = shown(words.join(" "));
    if (place === "X") places.element = namedElement(written, about);
    else if (place === "V" && !isQuoted(words)) return undefined;
    else places.text = place === "V" ? withoutQuotes(written) : written;
    if (place === "P" && !/^(?:android|\w+(?:\.\w+)+)$/.test(written)) return undefined;
    if (place === "A" && !(/^[\w.$/]+$/.test(written) && /[A-Z]/.test(written))) return undefined;
  }
  return row.read(places);
}

/** Whether it is one part in quotes, which is masked as one word. */
function isQuoted(words: readonly string[]): boolean {
  return words.length === 1 && /^\ue000\d+\ue001$/.test(words[0] ?? "");
}

function withoutQuotes(written: string): string {
  return normaliseLabel(written.slice(1, -1).replace(/\\(.)/gs, "$1"));
}

/** Words without a meaning for the condition. */
const LEFT_OUT: ReadonlySet<string> = new Set(["now", "then", "also", "the", "a", "an", "that"]);
const AUXILIARY: ReadonlySet<string> = new Set(["should", "must", "will", "shall"]);
const THIRD_PERSON: Readonly<Record<string, string>> = {
  be: "is",
  have: "has",
  do: "does",
  go: "goes",
  vanish: "vanishes",
};
const CONTRACTED: Readonly<Record<string, readonly string[]>> = {
  "isn't": ["is", "not"],
  "doesn't": ["does", "not"],
  "aren't": ["are", "not"],
  "can't": ["cannot"],
  "won't": ["will", "not"],
  "there's": ["there", "is"],
  "it's": ["it", "is"],
};

/** The words in the present tense, without articles at the beginning: "the dialog should close" is "dialog closes". */
function plainWords(part: string): readonly string[] {
  const [before = "", ...behind] = part.split(/ no longer /i);
  const present = behind.length === 1 ? `${before} not ${behind[0]} any more` : part;
  const all = present
    .replace(/ (is|are|has) (?:still|already|now) /i, " $1 ")
    .split(" ")
    .flatMap((word) => contracted(word));
  const words: string[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const word = all[at] ?? "";
    const next = all[at + 1] ?? "";
    if (!AUXILIARY.has(word.toLowerCase()) || next === "") {
      if (!(words.length === 0 && LEFT_OUT.has(word.toLowerCase()))) words.push(word);
    } else if (next === "not") {
      const verb = all[at + 2] ?? "";
      words.push(...(verb === "be" ? ["is", "not"] : ["does", "not", verb]));
      at += 2;
    } else {
      words.push(lookUp(THIRD_PERSON, next) ?? `${next}s`);
      at += 1;
    }
  }
  return words.at(-1)?.toLowerCase() === "now" ? words.slice(0, -1) : words;
}

function contracted(word: string): readonly string[] {
  return lookUp(CONTRACTED, word.toLowerCase().replace("\u2019", "'")) ?? [word];
}

/** The words in the places of a phrase; undefined if the words do not match the phrase. */
function matched(
  phrase: readonly string[],
  words: readonly string[],
): ReadonlyMap<string, readonly string[]> | undefined {
  const place = phrase.findIndex((word) => /^[XVPA]$/.test(word));
  const [before, behind] = place < 0 ? [phrase, []] : [phrase.slice(0, place), phrase.slice(place + 1)];
  if (!isSame(before, words.slice(0, before.length))) return undefined;
  const rest = words.slice(before.length);
  if (place < 0) return rest.length === 0 ? new Map() : undefined;
  for (let count = 1; count <= rest.length; count += 1) {
    const others = matched(behind, rest.slice(count));
    if (others) return new Map([[phrase[place] ?? "", rest.slice(0, count)], ...others]);
  }
  return undefined;
}

function isSame(phrase: readonly string[], words: readonly string[]): boolean {
  return phrase.length === words.length && phrase.every((word, at) => word === words[at]?.toLowerCase());
}
