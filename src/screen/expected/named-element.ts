import { isFoveaError } from "../../base/errors.js";
import { unclear } from "../commands/command.js";
import { quoteLabel } from "../label.js";
import { parseElement, readElement } from "../selector.js";
import type { ElementSelector } from "../selector-element.js";
import { roleNamed } from "../selector-words.js";

const ARTICLES = /^(?:the|a|an|my|this) /i;
const PRONOUN = /^(?:it|this|that|they|he|she)$/i;
const CALLED = /^(?:called|named|labelled|labeled|saying|with the text|with the label) /i;

/** Words for what says something and has no role; a role of the outline goes by its own word. */
const KINDS: Readonly<Record<string, string>> = {
  message: "",
  error: "",
  "error message": "",
  warning: "",
  text: "",
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
 * The element that the words name: a selector, `the Save button`, `button called Save`, or the words as a label. `it`
 * is what the action was done to. Errors: COMMAND_UNCLEAR for words that say no more than a kind.
 */
export function namedElement(written: string, about: ElementSelector | null): ElementSelector {
  const words = written.trim().replace(ARTICLES, "");
  if (PRONOUN.test(words)) {
    if (about) return about;
    throw unclear(`"${words}" is what an action was done to, and no action with a target is given`, IN_QUOTES);
  }
  const selector = asSelector(words);
  if (selector) return selector;
  const kind = splitKind(words);
  if (!kind) return parseElement(quoteLabel(unquoted(words)));
  if (kind.label === "" && kind.role === "progress") return parseElement(kind.role);
  if (kind.label === "") throw unclear(`"${written}" does not say which one`, IN_QUOTES);
  return parseElement(`${kind.role} ${quoteLabel(unquoted(kind.label))}`.trim());
}

const IN_QUOTES = 'Name it by what it says, in quotes: `the button "Save"`.';

/** What is written in the grammar, unless that is a role without anything else. */
function asSelector(words: string): ElementSelector | undefined {
  if (roleNamed(words)) return undefined;
  try {
    return readElement(words);
  } catch (error) {
    if (isFoveaError(error, "SELECTOR_SYNTAX")) return undefined;
    throw error;
  }
}

/** Before the name or behind it, the longest first; undefined where no word says what it is. */
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

function unquoted(label: string): string {
  return /^(["'“„«])(.*)["'”“»]$/su.exec(label)?.[2] ?? label;
}
