import type { Role } from "./element.js";
import type { ElementPattern } from "./element-pattern.js";
import { normaliseLabel } from "./label.js";
import { queryTokens } from "./query/phrase.js";
import { bareLabel } from "./selector-bare.js";
import { PlaceReader } from "./selector-place.js";
import type { Token } from "./selector-tokens.js";
import { attributeNamed, ID, REF, roleNamed, type State, stateOf } from "./selector-words.js";
import type { StoredSelector } from "./stored-selector.js";

export interface LabelTest {
  readonly text: string;
  readonly isPart: boolean;
}

export interface Phrase {
  readonly ref: string | null;
  readonly role: Role | null;
  readonly label: LabelTest | null;
  /** `name`, or `package:id/name` if the selector has the package. */
  readonly id: string | null;
  readonly states: readonly { readonly state: State; readonly is: boolean }[];
  readonly value: string | null;
  /** From 1. */
  readonly ordinal: number | null;
}

export interface PhraseSelector {
  readonly kind: "element";
  /** The element itself first, then its containers, from the inside out; at least one. */
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

/** The target of a hand-written flow, by Maestro's rules: see element-pattern.ts. */
export interface PatternTarget {
  readonly kind: "element";
  readonly phrases: readonly [];
  readonly pattern: ElementPattern;
}

export type ElementSelector = PhraseSelector | QuerySelector | StoredTarget | PatternTarget;

export const RESERVED: ReadonlySet<string> = new Set([
  "in",
  "and",
  "or",
  "not",
  "no",
  "app",
  "activity",
  "keyboard",
  "changed",
]);

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

  /** A quoted query ends at the closing quote, one without quotes at the end of the text. */
  #query(): QuerySelector {
    const [mark, string] = [this.peek(), this.peek(1)];
    const isQuoted = mark.text === "?" && string.kind === "string" && string.at === mark.at + 1;
    const query = normaliseLabel(isQuoted ? string.text : this.takeRest().slice(1));
    if (isQuoted) this.take();
    if (isQuoted) this.take();
    if (query === "") this.fail("plain words are expected after the question mark", mark);
    queryTokens(query);
    return { kind: "element", phrases: [], query };
  }

  #phrase(): Phrase {
    let phrase: Phrase = EMPTY_PHRASE;
    for (let part = this.#part(phrase); part; part = this.#part(phrase)) phrase = part;
    if (phrase === EMPTY_PHRASE) this.fail('an element is expected: e12, button "Save", "Save" or id/save');
    return phrase;
  }

  /** The phrase with one more part; undefined if the phrase ends. */
  #part(phrase: Phrase): Phrase | undefined {
    const token = this.peek();
    if (token.kind === "string") return this.#label(phrase, false);
    if (this.isMark("~")) return this.#label(phrase, true);
    if (this.isMark("=")) return this.#value(phrase);
    if (this.isMark("#")) return this.#ordinal(phrase);
    if (token.kind !== "word") return undefined;
    if (this.isMark("=", 1) && attributeNamed(token.text)) return this.#attribute(phrase, token);
    const state = this.#state(phrase);
    if (state) return state;
    if (RESERVED.has(token.text.toLowerCase())) return undefined;
    return this.#name(phrase, token);
  }

  #name(phrase: Phrase, token: Token): Phrase {
    const role = roleNamed(token.text);
    if (role && phrase.role === null) return this.#with(phrase, { role });
    if (REF.test(token.text) && phrase.ref === null) return this.#with(phrase, { ref: token.text });
    const id = ID.exec(token.text);
    if (id && phrase.id === null) return this.#id(phrase, id);
    return this.fail(`"${token.text}" is not a ref, role, state or id; a label goes in double quotes`);
  }

  /** Reads `text="Sign up"` or `id=login` as the part of the grammar with that meaning. */
  #attribute(phrase: Phrase, { text: name }: Token): Phrase {
    this.take();
    this.take();
    const kind = attributeNamed(name);
    if (kind === "label") return this.#label(phrase, false);
    const { text } = this.peek();
    if (kind === "ref" && !REF.test(text)) this.fail("a ref is expected: e12");
    if (kind === "ref" && phrase.ref === null) return this.#with(phrase, { ref: text });
    if (kind === "id" && text !== "" && phrase.id === null) return this.#with(phrase, { id: idOf(text) });
    return this.fail(`the value of ${name} is expected`);
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
    const isQuoted = isPart || this.peek().kind === "string";
    const bare = isQuoted || phrase.label !== null ? null : this.#bareRest();
    if (bare !== null) return { ...phrase, label: { text: bare, isPart } };
    if (phrase.label !== null) this.fail("a second label is not expected here");
    return { ...phrase, label: this.label() };
  }

  /** Whether a quoted label begins this many tokens ahead. */
  protected isLabel(ahead: number): boolean {
    return this.peek(this.isMark("~", ahead) ? ahead + 1 : ahead).kind === "string";
  }

  /** Reads a quoted label, or a quoted part of a label: `"Save"`, `~"Sav"`. */
  protected label(): LabelTest {
    const isPart = this.isMark("~");
    if (isPart) this.take();
    const token = this.peek();
    if (token.kind !== "string") this.fail("a label in double quotes is expected");
    const text = normaliseLabel(token.text);
    if (text === "") this.fail("the label is empty");
    this.take();
    return { text, isPart };
  }

  /** Reads the rest of the text as one label, if it can be nothing else; else takes nothing and gives null. */
  #bareRest(): string | null {
    const label = bareLabel(this.restOfText(), "condition");
    if (label !== null) this.takeRest();
    return label;
  }

  #value(phrase: Phrase): Phrase {
    this.take();
    const token = this.peek();
    if (token.kind !== "string") this.fail("a text in double quotes is expected");
    if (phrase.value !== null) this.fail("a second value is not expected here");
    return this.#with(phrase, { value: normaliseLabel(token.text) });
  }

  #ordinal(phrase: Phrase): Phrase {
    const mark = this.take();
    const token = this.peek();
    // `#login`, the syntax of ids in CSS selectors.
    const isId = token.kind === "word" && token.at === mark.end && /^[A-Za-z_][\w-]*$/.test(token.text);
    if (isId && phrase.id === null) return this.#with(phrase, { id: token.text });
    if (!/^[1-9]\d{0,4}$/.test(token.text)) this.fail("a number from 1 up is expected");
    if (phrase.ordinal !== null) this.fail("a second ordinal is not expected here");
    return this.#with(phrase, { ordinal: Number(token.text) });
  }

  /** Reads a state, also after `not`; undefined if there is none: then `not` begins a condition. */
  #state(phrase: Phrase): Phrase | undefined {
    const isNegated = this.isWord("not") && phrase !== EMPTY_PHRASE;
    const token = this.peek(isNegated ? 1 : 0);
    const said = token.kind === "word" ? stateOf(token.text) : undefined;
    if (!said) return undefined;
    if (isNegated) this.take();
    return this.#with(phrase, { states: [...phrase.states, { state: said.state, is: said.is !== isNegated }] });
  }
}

/** The id in the form of the hierarchy; the grammar's form `id/name` is accepted as well. */
function idOf(text: string): string {
  const [, packageName, name] = ID.exec(text) ?? [];
  return packageName === undefined ? (name ?? text) : text;
}

/** A phrase without any condition. */
export const EMPTY_PHRASE: Phrase = {
  ref: null,
  role: null,
  label: null,
  id: null,
  states: [],
  value: null,
  ordinal: null,
};

/** The pattern of a target; undefined if the target has none. */
export function patternIn(target: object): ElementPattern | undefined {
  return isPatternTarget(target) ? target.pattern : undefined;
}

function isPatternTarget(target: object): target is PatternTarget {
  return "pattern" in target;
}
