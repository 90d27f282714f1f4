import { lookUp } from "../base/word-table.js";
import { ROLES, type Role } from "./element.js";
import type { ElementPattern } from "./element-pattern.js";
import { normaliseLabel } from "./label.js";
import { tokensOf } from "./query/phrase.js";
import { PlaceReader } from "./selector-place.js";
import type { Token } from "./selector-tokens.js";
import type { StoredSelector } from "./stored-selector.js";

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

/** What a flow looks for, by Maestro's rules: see element-pattern.ts. */
export interface PatternTarget {
  readonly kind: "element";
  readonly phrases: readonly [];
  readonly pattern: ElementPattern;
}

export type ElementSelector = PhraseSelector | QuerySelector | StoredTarget | PatternTarget;

const REF = /^e[1-9]\d*$/;
const ID = /^([\w.]+:)?id\/(.*)$/;
const INVERSE: Readonly<Record<string, State>> = { disabled: "enabled", unchecked: "checked", unselected: "selected" };
const RESERVED = new Set(["in", "and", "or", "not", "no", "app", "activity", "keyboard", "changed"]);

/** Reads the elements of the selector grammar. */
export class ElementReader extends PlaceReader {
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
    const inverse = lookUp(INVERSE, word);
    const state = inverse ?? STATES.find((name) => name === word);
    if (!state) return undefined;
    if (isNegated) this.take();
    const is = (inverse === undefined) !== isNegated;
    return this.#with(phrase, { states: [...phrase.states, { state, is }] });
  }
}

const EMPTY_PHRASE: Phrase = { ref: null, role: null, label: null, id: null, states: [], value: null, ordinal: null };
