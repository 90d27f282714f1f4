import { decodeAttribute } from "./xml-text.js";

/** A tag of a document that holds only tags; declarations and comments are none. */
export interface XmlTag {
  readonly kind: "open" | "empty" | "close";
  readonly name: string;
  /** With the references in their values replaced. None of a closing tag. */
  readonly attributes: XmlAttributes;
}

export type XmlAttributes = ReadonlyMap<string, string>;

/** Reads a document tag by tag; each character is looked at a bounded number of times, whatever it says. */
export class XmlTags {
  readonly #xml: string;
  #at = 0;

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** Where the next tag begins, or what is none. */
  get place(): number {
    return this.#at;
  }

  /** Whether only white space follows. */
  get isAtEnd(): boolean {
    return this.#take(SPACE) !== null && this.#at === this.#xml.length;
  }

  /** The next tag; undefined at the end, and at text that is not a tag. */
  next(): XmlTag | undefined {
    while (this.#take(OTHER)) {}
    const from = this.#at;
    const [, slash, name = ""] = this.#take(NAME) ?? [];
    const attributes = slash === "" ? this.#attributes() : NONE;
    const [, empty] = name === "" ? [] : (this.#take(slash === "" ? END : CLOSING_END) ?? []);
    if (empty === undefined) {
      this.#at = from;
      return undefined;
    }
    return { kind: slash === "/" ? "close" : empty === "/" ? "empty" : "open", name, attributes };
  }

  #attributes(): XmlAttributes {
    const attributes = new Map<string, string>();
    for (let found = this.#take(ATTRIBUTE); found; found = this.#take(ATTRIBUTE)) {
      attributes.set(found[1] ?? "", decodeAttribute(found[2] ?? found[3] ?? ""));
    }
    return attributes;
  }

  /** What the sticky pattern matches here, which is then behind. */
  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#xml);
    if (found) this.#at += found[0].length;
    return found;
  }
}

const NONE: XmlAttributes = new Map();
const SPACE = /\s*/y;
const OTHER = /\s*<(?:\?[^?]*\?|!--[\s\S]*?--)>/y;
// No class and no attribute has a name of JavaScript's own.
const NAME = /\s*<(\/?)((?!__)[\w:.$-]+)/y;
const ATTRIBUTE = /\s+((?!__)[\w:.$-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const END = /\s*(\/?)>/y;
const CLOSING_END = /\s*()>/y;
