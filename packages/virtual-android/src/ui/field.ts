import { withoutEnd } from "../../../../src/base/cut-text.js";

/** What kind of text field it is. This determines the keyboard, the dots, and whether Enter inserts a line break. */
export type FieldKind = "text" | "multiline" | "email" | "password" | "number" | "phone" | "uri" | "search";

export interface FieldOptions {
  readonly kind?: FieldKind;
  readonly text?: string;
  readonly maxLength?: number;
  readonly onChange?: (text: string) => void;
  /** Called for Enter, or the keyboard's action key, in a single-line field. */
  readonly onSubmit?: () => void;
  readonly action?: "done" | "next" | "search" | "send" | "go";
  /**
   * The app's change of the text after each edit (TextWatcher): "5551234" to "555-1234". The caret moves to the end.
   */
  readonly format?: (text: string) => string;
  /** Words that the keyboard corrects after a typed space or punctuation mark ends them. */
  readonly corrections?: Readonly<Record<string, string>>;
  /** android:selectAllOnFocus: typed text after a tap replaces the whole text. */
  readonly isSelectedOnFocus?: boolean;
}

/** The text of one field with its caret: the state of an EditText. */
export class FieldModel {
  readonly kind: FieldKind;
  readonly action: "done" | "next" | "search" | "send" | "go";
  readonly onSubmit: (() => void) | undefined;
  readonly isSelectedOnFocus: boolean;
  readonly #maxLength: number;
  readonly #onChange: ((text: string) => void) | undefined;
  readonly #format: ((text: string) => string) | undefined;
  readonly #corrections: Readonly<Record<string, string>>;
  #text: string;
  #caret: number;
  /** The other end of the selection; equal to the caret if nothing is selected. */
  #anchor: number;

  constructor(options: FieldOptions = {}) {
    this.kind = options.kind ?? "text";
    this.action = options.action ?? "done";
    this.onSubmit = options.onSubmit;
    this.isSelectedOnFocus = options.isSelectedOnFocus ?? false;
    this.#maxLength = options.maxLength ?? Number.POSITIVE_INFINITY;
    this.#onChange = options.onChange;
    this.#format = options.format;
    this.#corrections = options.corrections ?? {};
    this.#text = options.text ?? "";
    this.#caret = this.#text.length;
    this.#anchor = this.#caret;
  }

  get maxLength(): number {
    return this.#maxLength;
  }

  get text(): string {
    return this.#text;
  }

  /** The index in `text` at which typed characters are inserted. */
  get caret(): number {
    return this.#caret;
  }

  /** The start of the caret's line, and its end before the line break; a wrapped line counts as one line. */
  get lineStart(): number {
    return this.#text.slice(0, this.#caret).lastIndexOf("\n") + 1;
  }

  get lineEnd(): number {
    const end = this.#text.indexOf("\n", this.#caret);
    return end < 0 ? this.#text.length : end;
  }

  /** The start and the end of the selection; both are the caret if nothing is selected. */
  get selection(): { readonly start: number; readonly end: number } {
    return { start: Math.min(this.#anchor, this.#caret), end: Math.max(this.#anchor, this.#caret) };
  }

  /** Whether a part of the text is selected, which the next typed text replaces. */
  get isSelected(): boolean {
    return this.#anchor !== this.#caret;
  }

  selectAll(): void {
    this.select(0, this.#text.length);
  }

  /** Selects a part; the caret moves to its end. */
  select(start: number, end: number): void {
    this.moveCaret(end);
    this.#anchor = Math.max(0, Math.min(this.#text.length, start));
  }

  get isMultiline(): boolean {
    return this.kind === "multiline";
  }

  get isPassword(): boolean {
    return this.kind === "password";
  }

  /** The text on the screen: dots for a password. */
  get shownText(): string {
    return this.isPassword ? "•".repeat([...this.#text].length) : this.#text;
  }

  /** Replaces the whole text; the caret moves to the end. */
  setText(text: string): void {
    this.#change(text.slice(0, this.#maxLength), text.length);
  }

  /** Inserts the characters that the field accepts at the caret, and drops the others, as input filters do. */
  insert(typed: string): void {
    const accepted = [...typed].filter((c) => this.#accepts(c)).join("");
    if (accepted !== "") this.#deleteSelection();
    const room = Math.max(0, this.#maxLength - this.#text.length);
    const added = accepted.slice(0, room);
    if (added === "") return;
    this.#change(this.#text.slice(0, this.#caret) + added + this.#text.slice(this.#caret), this.#caret + added.length);
  }

  /** Inserts typed text, which the keyboard corrects word by word (QwertyKeyListener with AutoText). */
  type(typed: string): void {
    for (const character of typed) {
      if (/[\s.,!?]/.test(character)) this.#correct();
      this.insert(character);
    }
  }

  #correct(): void {
    const before = this.#text.slice(0, this.#caret);
    const word = before.slice(withoutEnd(before, (one) => /[\p{L}']/u.test(one)).length);
    const better = Object.hasOwn(this.#corrections, word) ? this.#corrections[word] : undefined;
    if (better === undefined) return;
    this.select(this.#caret - word.length, this.#caret);
    this.insert(better);
  }

  /** Deletes the character before the caret, or the selection; false at the start. */
  deleteBackward(): boolean {
    if (this.#deleteSelection()) return true;
    const before = [...this.#text.slice(0, this.#caret)];
    const removed = before.pop();
    if (removed === undefined) return false;
    const head = before.join("");
    this.#change(head + this.#text.slice(this.#caret), head.length);
    return true;
  }

  deleteForward(): void {
    if (this.#deleteSelection()) return;
    const [next] = this.#text.slice(this.#caret);
    if (next === undefined) return;
    this.#change(this.#text.slice(0, this.#caret) + this.#text.slice(this.#caret + next.length), this.#caret);
  }

  moveCaret(to: number): void {
    this.#caret = Math.max(0, Math.min(this.#text.length, to));
    this.#anchor = this.#caret;
  }

  /** Deletes the selected text; false if nothing is selected. */
  #deleteSelection(): boolean {
    const { start, end } = this.selection;
    if (start === end) return false;
    this.#change(this.#text.slice(0, start) + this.#text.slice(end), start);
    return true;
  }

  #accepts(character: string): boolean {
    if (character === "\n") return this.isMultiline;
    if (this.kind === "number") return /[0-9]/.test(character);
    if (this.kind === "phone") return /[0-9+*#() -]/.test(character);
    return true;
  }

  #change(text: string, caret: number): void {
    const isChanged = text !== this.#text;
    const formatted = this.#format?.(text) ?? text;
    this.#text = formatted;
    this.moveCaret(formatted === text ? caret : formatted.length);
    if (isChanged) this.#onChange?.(text);
  }
}
