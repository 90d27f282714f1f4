import { type Rect, rectOf } from "../base/geometry.js";
import { findKey, typesCharacter } from "../base/key-names.js";
import { REDACTED, type Redaction } from "../base/redaction.js";
import { boundsOf as edgesOf, FLAG_BITS, hasBit, isSecret, type WireTree } from "./companion-tree.js";

const NODE = /<node(?:\s+[\w:-]+="[^"]*")*\s*\/?>/g;
/** A typing command up to the end of the script: so the rules of quoting do not matter. */
const TYPED = /\binput ((?:-d \d+ )?(?:\w+ )?)(text|keyevent|keycombination) [\s\S]*$/;
/** How many password fields of incomplete trees are kept at most. */
const MOST_FIELDS = 200;
/** The keys of `keyevent`, up to the next command. */
const KEYS_OF = /\bkey(?:event|combination) ([^;&|\n]*)/g;

/**
 * Keeps secrets out of a recording. Texts of password fields are always removed. Typed text is removed, too, unless the
 * last tree shows that it does not go to a password field, and no other action followed that tree.
 */
export class Secrets {
  readonly #redaction: Redaction;
  #maySeeTyped = false;
  /** The positions of password fields in the last tree, and in the one before it. */
  #fields: readonly [readonly Rect[], readonly Rect[]] = [[], []];

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  /** The parts of current screenshots that may show a password field. */
  get passwordFields(): readonly Rect[] {
    return this.#fields.flat();
  }

  /** The name of a service, redacted. `acts`: it is an action, after which the last tree is out of date. */
  service(name: string, acts: boolean): string {
    const isTyping = /\binput (?:-d \d+ )?(?:\w+ )?text /.test(name) || hasCharacterKey(name);
    const shown = isTyping && !this.#maySeeTyped ? name.replace(TYPED, `input $1$2 ${REDACTED}`) : name;
    if (acts && !isTyping) this.#maySeeTyped = false;
    return this.#redaction.text(shown);
  }

  /**
   * Takes all windows of a snapshot: the positions of password fields, and whether the next typed text may be shown.
   */
  look(windows: readonly SentWindow[], isWhole: boolean): void {
    const hidden = windows.flatMap(({ tree }) => tree.nodes.filter(isSecret));
    const isFocused = (node: readonly unknown[]) => hasBit(node, FLAG_BITS.focused);
    const isElsewhere = windows.some(
      ({ tree, hasFocus }) => hasFocus && tree.nodes.some((node) => isFocused(node) && !isSecret(node)),
    );
    const shown = hidden.flatMap(edgesOf);
    // Password fields that were not read may still be there.
    this.#fields = isWhole
      ? [shown, this.#fields[0]]
      : [[...shown, ...this.#fields[0]].slice(0, MOST_FIELDS), this.#fields[1]];
    this.#maySeeTyped = isWhole && (hidden.length === 0 || (isElsewhere && !hidden.some(isFocused)));
  }

  /** Text that is typed into the focused field, redacted. */
  typed(text: string): string {
    return this.#maySeeTyped ? this.#redaction.text(text) : REDACTED;
  }

  /** An action may have moved the focus: the last tree is out of date. */
  moved(): void {
    this.#maySeeTyped = false;
  }

  /**
   * Output without texts of password fields. Call it as soon as the output arrives: a hierarchy in it also shows
   * whether the next typed text may be shown.
   */
  withoutPasswords(pieces: readonly Buffer[]): readonly Buffer[] {
    const [first] = pieces;
    if (first === undefined || isBinary(first)) return pieces;
    const bytes = Buffer.concat(pieces);
    return bytes.includes("<hierarchy") ? [changed(bytes, (text) => this.#tree(text))] : [bytes];
  }

  /** Output without what the patterns match; screenshots and other binary output are not changed. */
  withoutMatches(bytes: Buffer): Buffer {
    if (this.#redaction.isEmpty || isBinary(bytes)) return bytes;
    return changed(bytes, (text) => this.#redaction.text(text));
  }

  /** Any other text, redacted: a serial number or a message. */
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

/** Removes a node that was cut off: whether it is a password field is printed after its text. */
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
