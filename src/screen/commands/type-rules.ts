import { asQuery } from "../plain-language.js";
import type { Target } from "../selector.js";
import { type CommandRule, type Parts, type SpokenCommand, targetOf, unclear } from "./command.js";
import { type MaskedText, QUOTE_MARK } from "./masked-text.js";

/** Words that mean a text field. Without one of them, the end of a sentence may be part of the text. */
const FIELD_WORDS = /\b(?:fields?|box|textbox|bar|input|area|form|editor)\b/i;
const REF = /^(?:e[1-9]\d*|\d+,\s*\d+)$/;
const SUBMIT = "(?<submit> and (?:(?:press|hit) (?:enter|return)|submit|search))?";

const QUOTED = new RegExp(`^${QUOTE_MARK}$`);
const QUOTED_IN = new RegExp(`^(?<words>${QUOTE_MARK})(?: (?:in|into|in to|to|on|at) (?<field>.+))?$`, "i");

/** Commands that type, replace or clear text. */
export const TYPE_RULES: readonly CommandRule[] = [
  {
    form: new RegExp(
      `^(?:type|enter|write|input|key in)(?: in)?(?: the (?:text|words?|number))? (?<rest>.+?)${SUBMIT}$`,
      "i",
    ),
    read: typed,
  },
  { form: new RegExp(`^(?:fill in|fill out|fill) (?<field>.+?) with (?<words>.+?)${SUBMIT}$`, "is"), read: filled },
  { form: new RegExp(`^(?:set|change) (?<field>.+?) to (?<words>${QUOTE_MARK})${SUBMIT}$`, "i"), read: filled },
  {
    form: new RegExp(
      `^replace (?:the (?:text|words) (?:in|of) )?(?<field>.+?) (?:with|by) (?<words>.+?)${SUBMIT}$`,
      "is",
    ),
    read: filled,
  },
  { form: /^(?:clear|empty|erase) (?:the (?:text|words) (?:in|of|from) )(?<field>.+)$/i, read: cleared },
  { form: /^(?:clear|empty|erase) (?<field>.*\b(?:field|box|bar|input|area))$/i, read: cleared },
  { form: /^search for (?<words>.+)$/i, read: searched },
];

/** Errors: COMMAND_UNCLEAR if it is unclear which words are the text and which name the field. */
function typed({ rest = "", submit }: Parts, text: MaskedText): SpokenCommand {
  const request = { verb: "type", clear: false, submit: submit !== undefined } as const;
  const quoted = QUOTED_IN.exec(rest)?.groups;
  if (quoted) {
    const target = quoted["field"] === undefined ? null : fieldOf(quoted["field"], text);
    return { ...request, text: text.literal(quoted["words"] ?? "").text, target };
  }
  const joints = [...rest.matchAll(/ (?:in|into) /gi)];
  const last = joints.at(-1);
  // `type in Age 5` does not mean `type "Age 5"`: without quotes it is unclear which words name the field.
  if (
    !last &&
    /^(?:type|enter|write|input) in /i.test(text.words) &&
    !text.literal(rest).isQuoted &&
    rest.includes(" ")
  )
    throw unclear(`"${text.shown(text.words)}" does not say which words are to be typed`, IN_QUOTES);
  if (!last) return { ...request, text: text.literal(rest).text, target: null };
  const [words, field] = [rest.slice(0, last.index), rest.slice(last.index + last[0].length)];
  const isField = FIELD_WORDS.test(field) || REF.test(field) || QUOTED.test(field);
  if (!isField || joints.length > 1) {
    const hint = `Put the text in quotes: type "${text.literal(words).text}" in the … field, or type "…" for all of it.`;
    throw unclear(`"${text.shown(text.words)}" does not say which words are to be typed`, hint);
  }
  return { ...request, text: text.literal(words).text, target: fieldOf(field, text) };
}

const IN_QUOTES = 'Put the text in quotes: type "…" in the … field, or type "…" for the field that has the focus.';

function filled({ field = "", words = "", submit }: Parts, text: MaskedText): SpokenCommand {
  return {
    verb: "type",
    text: text.literal(words).text,
    target: fieldOf(field, text),
    clear: true,
    submit: submit !== undefined,
  };
}

function cleared({ field = "" }: Parts, text: MaskedText): SpokenCommand {
  return { verb: "type", text: "", target: fieldOf(field, text), clear: true, submit: false };
}

function searched({ words = "" }: Parts, text: MaskedText): SpokenCommand | undefined {
  const { text: wanted, isQuoted } = text.literal(words);
  if (!isQuoted && / (?:in|on|at) /i.test(words)) {
    const hint = 'Put it in quotes: search for "…", or type "…" in the … field and press enter.';
    throw unclear(`"${text.shown(text.words)}" does not say which words are to be searched for`, hint);
  }
  return { verb: "type", text: wanted, target: asQuery("search field"), clear: true, submit: true };
}

/** "Email" means the Email field: its caption has the same words, but takes no text. */
function fieldOf(part: string, text: MaskedText): Target {
  const target = targetOf(part, text);
  if (!("query" in target) || FIELD_WORDS.test(part)) return target;
  return asQuery(`${target.query} field`);
}
