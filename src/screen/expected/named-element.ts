import { isFoveaError } from "../../base/errors.js";
import { unclear } from "../commands/command.js";
import { quoteLabel } from "../label.js";
import { parseElement, readElement } from "../selector.js";
import type { ElementSelector } from "../selector-element.js";
import { roleNamed } from "../selector-words.js";

const ARTICLES = /^(?:the|a|an|my|this) /i;
const PRONOUN = /^(?:it|this|that|they|he|she)$/i;
const CALLED = /^(?:called|named|labelled|labeled|saying|with the text|with the label) /i;

/** Words for elements that have a text but no role; the role words of the outline are looked up elsewhere. */
const KINDS: Readonly<Record<string, string>> = {
  message: "",
  error: "",
  "error message": "",
  warning: "",
  text: "",
  word: "",
  label: "",
  title: "",
  heading: "",
  item: "",
  option: "",
  dialog: "",
  popup: "",
  page: "",
  screen: "",
  menu: "",
  icon: "",
  link: "",
  checkbox: "checkbox",
  "check box": "checkbox",
  box: "checkbox",
  toggle: "switch",
  input: "field",
  "text field": "field",
  "input field": "field",
  "radio button": "radio",
  "list item": "row",
  entry: "row",
  "progress bar": "progress",
  "loading indicator": "progress",
  spinner: "progress",
};

/**
 * The element that the words name: by a selector, by `the Save button` or `button called Save`, or by its label. `it`
 * means the target of the action. Errors: COMMAND_UNCLEAR for words that only name a kind of element.
 */
export function namedElement(written: string, about: ElementSelector | null): ElementSelector {
  const words = written.trim().replace(ARTICLES, "");
  if (PRONOUN.test(words)) {
    if (about) return about;
    throw unclear(`"${words}" means the target of an action, and no action with a target is given`, IN_QUOTES);
  }
  const selector = asSelector(words);
  if (selector) return selector;
  const kind = splitKind(words);
  refuseSentence(kind?.label ?? words);
  if (!kind) return parseElement(quoteLabel(unquoted(words)));
  if (kind.label === "" && kind.role === "progress") return parseElement(kind.role);
  if (kind.label === "") throw unclear(`"${written}" does not say which one`, IN_QUOTES);
  return parseElement(`${kind.role} ${quoteLabel(unquoted(kind.label))}`.trim());
}

const IN_QUOTES = 'Name it by what it says, in quotes: `the button "Save"`.';

/**
 * Words of sentences, which a name without quotes may not contain. For example, no button is labelled `Save never`, so
 * "`Save never` is gone" would be true of any screen.
 */
const OF_SENTENCES: ReadonlySet<string> = new Set(
  `never neither nor not no none nothing hardly barely almost nearly only exactly least most every everything each all both
  either if when whenever unless until while once after before because within without during is are was were be been isn't
  aren't wasn't doesn't don't didn't won't can't cannot containing contains starting ending first second third last next
  previous one two three four five six seven eight nine ten some any somebody it they them this these those`.split(
    /\s+/,
  ),
);

/** Words that name no single element: a fact of the device that has its own phrases, or many elements at once. */
const NOT_ELEMENTS: ReadonlySet<string> = new Set(
  "keyboard toast toasts app apps application activity errors messages warnings dialogs buttons fields".split(" "),
);

function refuseSentence(words: string): void {
  if (unquoted(words) !== words) return;
  const all = words.toLowerCase().replaceAll("\u2019", "'").split(" ");
  const sign = /[;,"“”„«»]| \/ /u.exec(words)?.[0].trim();
  const word = all.find((one) => OF_SENTENCES.has(one));
  if (word !== undefined || sign !== undefined)
    throw unclear(`"${words}" has "${word ?? sign}" in it, so it may be more than a name`, IN_QUOTES);
  if (NOT_ELEMENTS.has(all.at(-1) ?? "")) throw unclear(`"${words}" does not say which one`, OTHER_WORDS);
}

const OTHER_WORDS =
  'Name an element by what it says in quotes; else write `the keyboard is hidden`, `the toast "Saved" appears`, `app com.example closes`.';

/** The selector that the words are in the grammar, unless they are only a role. */
function asSelector(words: string): ElementSelector | undefined {
  if (roleNamed(words)) return undefined;
  try {
    return readElement(words);
  } catch (error) {
    if (isFoveaError(error, "SELECTOR_SYNTAX")) return undefined;
    throw error;
  }
}

/** Separates the word for the kind, before or after the name, the longest first; undefined if no word names a kind. */
function splitKind(words: string): { readonly role: string; readonly label: string } | undefined {
  const all = words.split(" ");
  for (const count of [2, 1]) {
    const [front, back] = [all.slice(0, count).join(" "), all.slice(-count).join(" ")];
    const [before, behind] = [roleOf(front), roleOf(back)];
    if (before !== undefined) {
      const label = all.slice(count).join(" ").replace(CALLED, "");
      if (label !== "" || all.length === count) return { role: before, label };
    }
    if (behind !== undefined && all.length > count) return { role: behind, label: all.slice(0, -count).join(" ") };
  }
  return undefined;
}

function roleOf(words: string): string | undefined {
  const name = words.toLowerCase();
  return Object.hasOwn(KINDS, name) ? KINDS[name] : roleNamed(name);
}

const WHOLLY_QUOTED = /^(?:"([^"]*)"|'([^']*)'|[“„]([^“”]*)[“”]|«([^»]*)»)$/u;

/** The label without its quotes, if it is in one pair of quotes. */
function unquoted(label: string): string {
  const [, ...contents] = WHOLLY_QUOTED.exec(label) ?? [];
  return contents.find((one) => one !== undefined) ?? label;
}
