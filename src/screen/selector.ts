import { ROLES, type Role } from "./element.js";
import { normaliseLabel } from "./label.js";
import { tokensOf } from "./query/phrase.js";
import { type Place, PlaceReader } from "./selector-place.js";
import type { Token } from "./selector-tokens.js";
import { parseStored, type StoredSelector } from "./stored-selector.js";

/*
 * The one grammar for targets and conditions, the same in tools, on the command line, in flows and traces:
 *
 *   target    = point | share | element | stored
 *   point     = integer "," integer                      540,1200     device pixels
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
 *   value     = = "text"                                 what a field holds
 *   ordinal   = #2                                       the second of several, in reading order, also behind "in"
 *   condition = all { "or" all } ; all = one { "and" one } ; one = { not | no } ( element | fact | "(" condition ")" )
 *   fact      = app com.example | activity .Main | keyboard | changed
 */

export const STATES = ["enabled", "checked", "selected", "focused", "password", "scrollable"] as const;
export type State = (typeof STATES)[number];

export interface LabelTest {
  readonly text: string;
  readonly isPart: boolean;
}

export interface Phrase {
  readonly ref: string | null;
  readonly role: Role | null;
  readonly label: LabelTest | null;
  /** `name`, or `package:id/name` where the selector names the package. */
  readonly id: string | null;
  readonly states: readonly { readonly state: State; readonly is: boolean }[];
  readonly value: string | null;
  /** From 1. */
  readonly ordinal: number | null;
}

export interface PhraseSelector {
  readonly kind: "element";
  /** The element itself first, then what it has to lie in, from the inside out; at least one. */
  readonly phrases: readonly Phrase[];
}

/** A phrase in plain English: see query/answer.ts. */
export interface QuerySelector {
  readonly kind: "element";
  readonly phrases: readonly [];
  readonly query: string;
}

/** An element as it was stored: see stored-selector.ts. */
export interface StoredTarget {
  readonly kind: "element";
  readonly phrases: readonly [];
  readonly stored: StoredSelector;
}

export type ElementSelector = PhraseSelector | QuerySelector | StoredTarget;

export type Target = ElementSelector | Place;

export type Condition =
  | { readonly kind: "exists"; readonly element: ElementSelector }
  | { readonly kind: "app"; readonly package: string }
  | { readonly kind: "activity"; readonly name: string }
  | { readonly kind: "keyboard" | "changed" }
  | { readonly kind: "not"; readonly condition: Condition }
  | { readonly kind: "and" | "or"; readonly conditions: readonly Condition[] };

/** What an action is aimed at. Errors: SELECTOR_SYNTAX, with the place in the text. */
export function parseTarget(text: string): Target {
  if (isStored(text)) return storedTarget(text);
  const reader = new Reader(text);
  const target = reader.place() ?? reader.element();
  reader.end();
  return target;
}

/** An element, without points. Errors: SELECTOR_SYNTAX. */
export function parseElement(text: string): ElementSelector {
  if (isStored(text)) return storedTarget(text);
  const reader = new Reader(text);
  const element = reader.element();
  reader.end();
  return element;
}

/** No other target begins so. */
function isStored(text: string): boolean {
  return text.trimStart().startsWith("{");
}

function storedTarget(text: string): StoredTarget {
  return { kind: "element", phrases: [], stored: parseStored(text) };
}

/** Something that is true of a screen or not. Errors: SELECTOR_SYNTAX. */
export function parseCondition(text: string): Condition {
  const reader = new Reader(text);
  const condition = reader.condition();
  reader.end();
  return condition;
}

const REF = /^e[1-9]\d*$/;
const ID = /^([\w.]+:)?id\/(.*)$/;
const INVERSE: Readonly<Record<string, State>> = { disabled: "enabled", unchecked: "checked", unselected: "selected" };
const RESERVED = new Set(["in", "and", "or", "not", "no", "app", "activity", "keyboard", "changed"]);
/** Conditions are read by recursion; nobody nests deeper than this by hand. */
const DEEPEST_NESTING = 50;

class Reader extends PlaceReader {
  #nesting = 0;

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
    if (this.isWord("keyboard")) return this.#fact("keyboard");
    if (this.isWord("changed")) return this.#fact("changed");
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

  #app(): Condition {
    this.take();
    const token = this.take();
    if (token.kind !== "word" || !/^\w+(?:\.\w+)*$/.test(token.text)) this.fail("a package name is expected", token);
    return { kind: "app", package: token.text };
  }

  #activity(): Condition {
    this.take();
    const token = this.take();
    const isName = token.kind === "word" && /^[\w.]*\/?[\w.$]+$/.test(token.text);
    if (!isName) this.fail("the class of an activity is expected: .Main or com.example/.Main", token);
    return { kind: "activity", name: token.text };
  }

  element(): ElementSelector {
    if (this.peek().text.startsWith("?") && this.peek().kind === "word") return this.#query();
    const phrases = [this.#phrase()];
    while (this.isWord("in")) {
      this.take();
      phrases.push(this.#phrase());
    }
    return { kind: "element", phrases };
  }

  /** In quotes up to the closing one, and without them up to the end of the text. */
  #query(): QuerySelector {
    const [mark, string] = [this.peek(), this.peek(1)];
    const isQuoted = mark.text === "?" && string.kind === "string" && string.at === mark.at + 1;
    const query = normaliseLabel(isQuoted ? string.text : this.takeRest().slice(1));
    if (isQuoted) this.take();
    if (isQuoted) this.take();
    if (query === "") this.fail("plain words are expected behind the question mark", mark);
    tokensOf(query);
    return { kind: "element", phrases: [], query };
  }

  #phrase(): Phrase {
    let phrase: Phrase = EMPTY_PHRASE;
    for (let part = this.#part(phrase); part; part = this.#part(phrase)) phrase = part;
    if (phrase === EMPTY_PHRASE) this.fail('an element is expected: e12, button "Save", "Save" or id/save');
    return phrase;
  }

  /** The phrase with one more part; undefined where the phrase ends. */
  #part(phrase: Phrase): Phrase | undefined {
    const token = this.peek();
    if (token.kind === "string") return this.#label(phrase, false);
    if (this.isMark("~")) return this.#label(phrase, true);
    if (this.isMark("=")) return this.#value(phrase);
    if (this.isMark("#")) return this.#ordinal(phrase);
    if (token.kind !== "word") return undefined;
    const state = this.#state(phrase);
    if (state) return state;
    if (RESERVED.has(token.text.toLowerCase())) return undefined;
    return this.#name(phrase, token);
  }

  #name(phrase: Phrase, token: Token): Phrase {
    const role = ROLES.find((name) => name === token.text.toLowerCase());
    if (role && phrase.role === null) return this.#with(phrase, { role });
    if (REF.test(token.text) && phrase.ref === null) return this.#with(phrase, { ref: token.text });
    const id = ID.exec(token.text);
    if (id && phrase.id === null) return this.#id(phrase, id);
    return this.fail(`"${token.text}" is no ref, role, state or id; a label goes in double quotes`);
  }

  #id(phrase: Phrase, [, packageName, plain = ""]: RegExpExecArray): Phrase {
    const quoted = this.peek(1);
    if (plain === "") this.take();
    if (plain === "" && quoted.kind !== "string") this.fail("the name of an id is expected");
    const name = plain === "" ? normaliseLabel(quoted.text) : plain;
    if (name === "") this.fail("the name of an id is expected");
    return this.#with(phrase, { id: packageName === undefined ? name : `${packageName}id/${name}` });
  }

  #with(phrase: Phrase, part: Partial<Phrase>): Phrase {
    this.take();
    return { ...phrase, ...part };
  }

  #label(phrase: Phrase, isPart: boolean): Phrase {
    if (isPart) this.take();
    const token = this.peek();
    if (token.kind !== "string") this.fail("a label in double quotes is expected");
    if (phrase.label !== null) this.fail("a second label is not expected here");
    const text = normaliseLabel(token.text);
    if (text === "") this.fail("the label is empty");
    return this.#with(phrase, { label: { text, isPart } });
  }

  #value(phrase: Phrase): Phrase {
    this.take();
    const token = this.peek();
    if (token.kind !== "string") this.fail("a text in double quotes is expected");
    if (phrase.value !== null) this.fail("a second value is not expected here");
    return this.#with(phrase, { value: normaliseLabel(token.text) });
  }

  #ordinal(phrase: Phrase): Phrase {
    this.take();
    const token = this.peek();
    if (!/^[1-9]\d{0,4}$/.test(token.text)) this.fail("a number from 1 up is expected");
    if (phrase.ordinal !== null) this.fail("a second ordinal is not expected here");
    return this.#with(phrase, { ordinal: Number(token.text) });
  }

  /** A state, also after `not`; undefined where none stands (then `not` begins something else). */
  #state(phrase: Phrase): Phrase | undefined {
    const isNegated = this.isWord("not") && phrase !== EMPTY_PHRASE;
    const token = this.peek(isNegated ? 1 : 0);
    const word = token.kind === "word" ? token.text.toLowerCase() : "";
    const inverse = INVERSE[word];
    const state = inverse ?? STATES.find((name) => name === word);
    if (!state) return undefined;
    if (isNegated) this.take();
    const is = (inverse === undefined) !== isNegated;
    return this.#with(phrase, { states: [...phrase.states, { state, is }] });
  }
}

const EMPTY_PHRASE: Phrase = { ref: null, role: null, label: null, id: null, states: [], value: null, ordinal: null };

function joined(kind: "and" | "or", conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  return conditions.length === 1 && first ? first : { kind, conditions };
}
