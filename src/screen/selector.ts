import { FoveaError } from "../base/errors.js";
import type { MatchSource } from "./match-source.js";
import {
  ElementReader,
  type ElementSelector,
  EMPTY_PHRASE,
  type LabelTest,
  RESERVED,
  type StoredTarget,
} from "./selector-element.js";
import { orBareLabel } from "./selector-meant.js";
import type { Place } from "./selector-place.js";
import { parseStored } from "./stored-selector.js";

/*
 * The one grammar for targets and conditions, the same in tools, on the command line, in flows and traces:
 *
 *   target    = point | share | element | stored
 *   point     = integer "," integer                      540,1200     device pixels
 *             | "[" point "]" "[" point "]"              [100,200][300,260]   the centre of a box
 *   share     = number "%" "," number "%"                50%,62%      of the screen
 *   element   = phrase { "in" phrase } | query           "Delete" in row "Milk"
 *   query     = "?" words-to-the-end | "?" string        ? delete on row Milk | ?"delete on row Milk"
 *   stored    = a JSON object, as `find --json` prints it
 *   phrase    = part { part }                            switch "Wi-Fi" checked
 *   part      = ref | role | label | id | state | value | ordinal
 *   ref       = e12
 *   role      = button | field | row | …                 as the outline prints them
 *   label     = "Save" | ~"Sav"                          the whole label | a part of it
 *   id        = id/login | com.app:id/login | id/"a tag with spaces"
 *   state     = [not] enabled | disabled | checked | unchecked | selected | focused | password | scrollable
 *   value     = = "text"                                 the text of a field
 *   ordinal   = #2                                       the second of several, in reading order, also after "in"
 *   condition = all { "or" all } ; all = one { "and" one } ; one = { not | no } ( element | fact | "(" condition ")" )
 *   fact      = app com.example | activity .Main | keyboard | [screen] changed | toast label
 *             | a condition of a plug-in, by its name
 *
 * A text without quotes and without words of the grammar is one label (selector-bare.ts). A text that could mean two
 * things is refused with the spellings of both (selector-meant.ts).
 */

export type Target = ElementSelector | Place;

export type Condition =
  | { readonly kind: "exists"; readonly element: ElementSelector }
  | { readonly kind: "app"; readonly package: string }
  | { readonly kind: "activity"; readonly name: string }
  | { readonly kind: "keyboard" | "changed" }
  | { readonly kind: "toast"; readonly label: LabelTest }
  | NamedCondition
  | { readonly kind: "not"; readonly condition: Condition }
  | { readonly kind: "and" | "or"; readonly conditions: readonly Condition[] };

/** A condition that a plug-in defines under a name: another condition, or a function that checks a screen. */
export type NamedCondition =
  | { readonly kind: "named"; readonly name: string; readonly condition: Condition }
  | { readonly kind: "judged"; readonly name: string; readonly holds: (source: MatchSource) => boolean | null };

/** The words that conditions may use in addition to the grammar. */
export type ConditionWords = ReadonlyMap<string, NamedCondition>;

export const NO_WORDS: ConditionWords = new Map();

/** Whether this word alone is a condition of the grammar. */
export function isConditionWord(word: string): boolean {
  try {
    readCondition(word, NO_WORDS);
    return true;
  } catch {
    return RESERVED.has(word);
  }
}

/** The target of an action. Errors: SELECTOR_SYNTAX, with the place in the text and the probable meaning. */
export function parseTarget(text: string): Target {
  return orBareLabel(text, "target", readTarget, labelled);
}

/** An element, without points. Errors: SELECTOR_SYNTAX, as parseTarget. */
export function parseElement(text: string): ElementSelector {
  return orBareLabel(text, "target", readElement, labelled);
}

/** A condition on a screen. Errors: SELECTOR_SYNTAX, as parseTarget. */
export function parseCondition(text: string, words: ConditionWords = NO_WORDS): Condition {
  const read = (given: string) => readCondition(given, words);
  return orBareLabel(text, "condition", read, (label) => ({ kind: "exists", element: labelled(label) }));
}

function labelled(text: string): ElementSelector {
  return { kind: "element", phrases: [{ ...EMPTY_PHRASE, label: { text, isPart: false } }] };
}

/** A target strictly by the grammar: labels are in quotes. Errors: SELECTOR_SYNTAX. */
export function readTarget(text: string): Target {
  if (isStored(text)) return storedTarget(text);
  const reader = new Reader(boxCenter(text) ?? withoutBrackets(text));
  const target = reader.place() ?? reader.element();
  reader.end();
  return target;
}

/** An element strictly by the grammar. Errors: SELECTOR_SYNTAX. */
export function readElement(text: string): ElementSelector {
  if (isStored(text)) return storedTarget(text);
  const reader = new Reader(text);
  const element = reader.element();
  reader.end();
  return element;
}

/** Whether it is a stored selector: no other target begins with a brace. */
function isStored(text: string): boolean {
  return text.trimStart().startsWith("{");
}

function storedTarget(text: string): StoredTarget {
  return { kind: "element", phrases: [], stored: parseStored(text) };
}

/**
 * The centre of a box in the form of hierarchy dumps, `[left,top][right,bottom]` in device pixels, as a point;
 * undefined for any other text. Errors: SELECTOR_SYNTAX for a box without pixels.
 */
function boxCenter(text: string): string | undefined {
  const edges = /^\s*\[(\d{1,6}),(\d{1,6})\]\s*\[(\d{1,6}),(\d{1,6})\]\s*$/.exec(text.replaceAll(" ", ""))?.slice(1);
  if (!edges) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = edges.map(Number);
  if (right > left && bottom > top) return `${Math.floor((left + right) / 2)},${Math.floor((top + bottom) / 2)}`;
  throw new FoveaError("SELECTOR_SYNTAX", `the box ${text.trim()} holds no pixel`, {
    hint: "A box is [left,top][right,bottom], in device pixels.",
  });
}

/** The point in brackets: `[540,1200]` and `(540,1200)` mean the point. */
function withoutBrackets(text: string): string {
  return (
    /^\s*(?:\[([\d\s,.%]+)\]|\(([\d\s,.%]+)\))\s*$/
      .exec(text)
      ?.slice(1)
      .find((inner) => inner !== undefined) ?? text
  );
}

/** A condition strictly by the grammar: labels are in quotes. Errors: SELECTOR_SYNTAX. */
export function readCondition(text: string, words: ConditionWords = NO_WORDS): Condition {
  const reader = new Reader(text, words);
  const condition = reader.condition();
  reader.end();
  return condition;
}

/** Conditions are read by recursion; nobody writes deeper nesting than this by hand. */
const DEEPEST_NESTING = 50;

class Reader extends ElementReader {
  readonly #words: ConditionWords;
  #nesting = 0;

  constructor(text: string, words: ConditionWords = NO_WORDS) {
    super(text);
    this.#words = words;
  }

  end(): void {
    const token = this.peek();
    if (token.kind !== "end") this.fail(`"${token.text}" is not expected here`);
  }

  condition(): Condition {
    const parts = [this.#all()];
    while (this.isWord("or")) {
      this.take();
      parts.push(this.#all());
    }
    return joined("or", parts);
  }

  #all(): Condition {
    const parts = [this.#one()];
    while (this.isWord("and")) {
      this.take();
      parts.push(this.#one());
    }
    return joined("and", parts);
  }

  #one(): Condition {
    let isNegated = false;
    while (this.isWord("not", "no")) {
      this.take();
      isNegated = !isNegated;
    }
    const condition = this.#positive();
    if (!isNegated) return condition;
    return condition.kind === "not" ? condition.condition : { kind: "not", condition };
  }

  #positive(): Condition {
    if (this.isMark("(")) return this.#inParentheses();
    const named = this.peek().kind === "word" ? this.#words.get(this.peek().text) : undefined;
    if (named) {
      this.take();
      return named;
    }
    if (this.isWord("screen") && this.peek(1).text.toLowerCase() === "changed") this.take();
    if (this.isWord("keyboard")) return this.#fact("keyboard");
    if (this.isWord("changed")) return this.#fact("changed");
    if (this.isWord("toast") && this.isLabel(1)) return this.#toast();
    if (this.isWord("app")) return this.#app();
    if (this.isWord("activity")) return this.#activity();
    return { kind: "exists", element: this.element() };
  }

  #inParentheses(): Condition {
    this.#nesting += 1;
    if (this.#nesting > DEEPEST_NESTING) this.fail("there are too many parentheses in parentheses");
    this.take();
    const inner = this.condition();
    if (!this.isMark(")")) this.fail("a closing parenthesis is expected");
    this.take();
    this.#nesting -= 1;
    return inner;
  }

  #fact(kind: "keyboard" | "changed"): Condition {
    this.take();
    return { kind };
  }

  #toast(): Condition {
    this.take();
    return { kind: "toast", label: this.label() };
  }

  #app(): Condition {
    this.take();
    const token = this.take();
    // `App info` is a label; only Android's own package has no dot.
    const isPackage = token.kind === "word" && /^(?:android|\w+(?:\.\w+)+)$/.test(token.text);
    if (!isPackage) this.fail("a package name is expected, like com.example.app", token);
    return { kind: "app", package: token.text };
  }

  #activity(): Condition {
    const keyword = this.take();
    const token = this.take();
    // `Activity log` is a label.
    const isClass = keyword.text === "activity" ? /^[\w$]*[A-Z]/ : /[./]/;
    const isName = token.kind === "word" && /^(?:[\w.]*\/)?[\w.$]+$/.test(token.text);
    if (isName && !/[./]/.test(token.text) && !isClass.test(token.text))
      this.fail("it is not clear whether an activity or a label is meant", keyword);
    if (!isName) this.fail("the class of an activity is expected: .Main or com.example/.Main", token);
    return { kind: "activity", name: token.text };
  }
}

function joined(kind: "and" | "or", conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  return conditions.length === 1 && first ? first : { kind, conditions };
}
