import { type Rect, rectOf } from "../base/geometry.js";
import { findKey, typesCharacter } from "../base/key-names.js";
import { REDACTED, type Redaction } from "../base/redaction.js";
import { boundsOf as edgesOf, FLAG_BITS, hasBit, isSecret, type WireTree } from "./companion-tree.js";

const NODE = /<node(?:\s+[\w:-]+="[^"]*")*\s*\/?>/g;
/** Up to the end: how a text is quoted is nothing to be wrong about. */
const TYPED = /\binput ((?:-d \d+ )?(?:\w+ )?)(text|keyevent|keycombination) [\s\S]*$/;
/** Password fields of trees that were not whole are kept up to here. */
const MOST_FIELDS = 200;
/** What stands behind `keyevent`, up to the next command. */
const KEYS_OF = /\bkey(?:event|combination) ([^;&|\n]*)/g;

/**
 * Keeps what nobody may read out of a recording. Texts of password fields never pass. Neither does what is typed,
 * unless the last tree, with no other act after it, shows that it does not go to a password field.
 */
export class Secrets {
  readonly #redaction: Redaction;
  #maySeeTyped = false;
  /** Where the last tree, and the one before it, have password fields. */
  #fields: readonly [readonly Rect[], readonly Rect[]] = [[], []];

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  /** Where pictures of now may show a password field. */
  get passwordFields(): readonly Rect[] {
    return this.#fields.flat();
  }

  /** A service's name as it may be written; `acts`: whether it is an act, which makes the last tree an old one. */
  service(name: string, acts: boolean): string {
    const isTyping = /\binput (?:-d \d+ )?(?:\w+ )?text /.test(name) || hasCharacterKey(name);
    const shown = isTyping && !this.#maySeeTyped ? name.replace(TYPED, `input $1$2 ${REDACTED}`) : name;
    if (acts && !isTyping) this.#maySeeTyped = false;
    return this.#redaction.text(shown);
  }

  /** All windows as the companion sent them: where password fields are, and where the next words go. */
  look(windows: readonly SentWindow[], isWhole: boolean): void {
    const hidden = windows.flatMap(({ tree }) => tree.nodes.filter(isSecret));
    const isFocused = (node: readonly unknown[]) => hasBit(node, FLAG_BITS.focused);
    const isElsewhere = windows.some(
      ({ tree, hasFocus }) => hasFocus && tree.nodes.some((node) => isFocused(node) && !isSecret(node)),
    );
    const shown = hidden.flatMap(edgesOf);
    // What was not read may still be there.
    this.#fields = isWhole
      ? [shown, this.#fields[0]]
      : [[...shown, ...this.#fields[0]].slice(0, MOST_FIELDS), this.#fields[1]];
    this.#maySeeTyped = isWhole && (hidden.length === 0 || (isElsewhere && !hidden.some(isFocused)));
  }

  /** Words that go to where the focus is, as they may be written. */
  typed(text: string): string {
    return this.#maySeeTyped ? this.#redaction.text(text) : REDACTED;
  }

  /** Something was done that may have moved the focus: the last tree is an old one. */
  moved(): void {
    this.#maySeeTyped = false;
  }

  /**
   * Output without texts of password fields: to be called when it came, since a hierarchy shows where the next words
   * go.
   */
  withoutPasswords(pieces: readonly Buffer[]): readonly Buffer[] {
    const [first] = pieces;
    if (first === undefined || isBinary(first)) return pieces;
    const bytes = Buffer.concat(pieces);
    return bytes.includes("<hierarchy") ? [changed(bytes, (text) => this.#tree(text))] : [bytes];
  }

  /** Output without what the patterns match; pictures and other binary output pass as they are. */
  withoutMatches(bytes: Buffer): Buffer {
    if (this.#redaction.isEmpty || isBinary(bytes)) return bytes;
    return changed(bytes, (text) => this.#redaction.text(text));
  }

  /** A serial number, a message. */
  words(text: string): string {
    return this.#redaction.text(text);
  }

  #tree(text: string): string {
    const fields: Rect[] = [];
    let hasPassword = false;
    let isElsewhere = false;
    const shown = text.replace(NODE, (node) => {
      const isPassword = node.includes(' password="true"');
      if (isPassword) {
        hasPassword = true;
        fields.push(...boundsOf(node));
      }
      if (!isPassword && node.includes(' focused="true"')) isElsewhere = true;
      return isPassword ? withoutText(node) : node;
    });
    const isWhole = text.includes("</hierarchy>");
    this.#fields = [fields, this.#fields[0]];
    this.#maySeeTyped = isWhole && (!hasPassword || isElsewhere);
    return isWhole ? shown : withoutCutNode(shown);
  }
}

function hasCharacterKey(script: string): boolean {
  const words = [...script.matchAll(KEYS_OF)].flatMap(([, keys = ""]) => keys.match(/\w+/g) ?? []);
  return words.some((word) => {
    const key = findKey(word);
    return key !== undefined && typesCharacter(key);
  });
}

/** A window of a snapshot. */
export interface SentWindow {
  readonly tree: WireTree;
  readonly hasFocus: boolean;
}

function boundsOf(node: string): readonly Rect[] {
  const [, ...edges] = / bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(node) ?? [];
  const [left, top, right, bottom] = edges.map(Number);
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return [];
  return right > left && bottom > top ? [rectOf(left, top, right, bottom)] : [];
}

function withoutText(node: string): string {
  return node.replace(/ (text|content-desc)="[^"]+"/g, ` $1="${REDACTED}"`);
}

/** Whether a node that was cut is of a password field comes after its text. */
function withoutCutNode(text: string): string {
  const at = text.lastIndexOf("<node");
  return at >= 0 && !text.slice(at).match(NODE) ? text.slice(0, at) : text;
}

function changed(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = bytes.toString("utf8");
  const shown = change(text);
  return shown === text ? bytes : Buffer.from(shown);
}

const LOOKED_AT = 4096;

function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, LOOKED_AT).includes(0) || (bytes[0] === 0x1f && bytes[1] === 0x8b);
}
