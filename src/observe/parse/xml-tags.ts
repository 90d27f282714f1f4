import { decodeAttribute } from "./xml-text.js";

/** A tag of a document that contains only tags; declarations and comments are skipped. */
export interface XmlTag {
  readonly kind: "open" | "empty" | "close";
  readonly name: string;
  /** The attributes, with the references in their values decoded. Empty for a closing tag. */
  readonly attributes: XmlAttributes;
}

export type XmlAttributes = ReadonlyMap<string, string>;

/** Reads a document tag by tag; each character is read a bounded number of times, for any content. */
export class XmlTags {
  readonly #xml: string;
  #at = 0;

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** The position of the next tag, or of the text that is not a tag. */
  get place(): number {
    return this.#at;
  }

  /** Whether only white space follows. */
  get isAtEnd(): boolean {
    return this.#take(SPACE) !== null && this.#at === this.#xml.length;
  }

  /** The next tag; undefined at the end, and before text that is not a tag. */
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

  /** Matches the sticky pattern at the current position, and moves behind the match. */
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
// No class and no attribute has a name that starts with `__`, as JavaScript's own names (`__proto__`) do.
const NAME = /\s*<(\/?)((?!__)[\w:.$-]+)/y;
const ATTRIBUTE = /\s+((?!__)[\w:.$-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const END = /\s*(\/?)>/y;
const CLOSING_END = /\s*()>/y;
