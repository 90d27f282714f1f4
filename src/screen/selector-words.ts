import { lookUp } from "../base/word-table.js";
import { ROLES, type Role } from "./element.js";

/*
 * The words that have a meaning in selectors when they are written without quotes.
 */

export const STATES = ["enabled", "checked", "selected", "focused", "password", "scrollable"] as const;
export type State = (typeof STATES)[number];

const INVERSE: Readonly<Record<string, State>> = { disabled: "enabled", unchecked: "checked", unselected: "selected" };

/** The state that a word names, and whether the word says that it holds; undefined for other words. */
export function stateOf(word: string): { readonly state: State; readonly is: boolean } | undefined {
  const name = word.toLowerCase();
  const inverse = lookUp(INVERSE, name);
  const state = inverse ?? STATES.find((one) => one === name);
  return state && { state, is: inverse === undefined };
}

/** The role with this name; upper and lower case do not matter. */
export function roleNamed(word: string): Role | undefined {
  const name = word.toLowerCase();
  return ROLES.find((role) => role === name);
}

export const REF = /^e[1-9]\d*$/;
export const ID = /^([\w.]+:)?id\/(.*)$/;

/** Attributes before `=` in the syntax of other tools: `text="Sign up"`, `id=login`, `ref=e12`. */
const ATTRIBUTES: Readonly<Record<string, "label" | "id" | "ref">> = {
  text: "label",
  label: "label",
  name: "label",
  title: "label",
  desc: "label",
  description: "label",
  "content-desc": "label",
  contentdescription: "label",
  accessibilitylabel: "label",
  id: "id",
  "resource-id": "id",
  resourceid: "id",
  testid: "id",
  "test-id": "id",
  ref: "ref",
};

/** The part of an element that the attribute names. */
export function attributeNamed(word: string): "label" | "id" | "ref" | undefined {
  return lookUp(ATTRIBUTES, word.toLowerCase());
}

/** Where a selector is used: words like `and`, which join conditions, are ordinary words in a target. */
export type SelectorPlace = "target" | "condition";

const JOINING: ReadonlySet<string> = new Set(["and", "or", "not", "no", "app", "activity", "keyboard", "changed"]);

/** Whether a word without quotes is part of the grammar there. */
export function isGrammarWord(word: string, place: SelectorPlace): boolean {
  const name = word.toLowerCase();
  if (name === "in" || (place === "condition" && JOINING.has(name))) return true;
  return roleNamed(name) !== undefined || stateOf(name) !== undefined || /^e\d+$/.test(name) || ID.test(word);
}
