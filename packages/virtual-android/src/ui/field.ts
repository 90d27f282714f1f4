import { withoutEnd } from "../../../../src/base/cut-text.js";

/** What a text field takes; decides its keyboard, its dots and whether Enter breaks the line. */
export type FieldKind = "text" | "multiline" | "email" | "password" | "number" | "phone" | "uri" | "search";

export interface FieldOptions {
  readonly kind?: FieldKind;
  readonly text?: string;
  readonly maxLength?: number;
  readonly onChange?: (text: string) => void;
  /** Enter, or the keyboard's action key, in a field of one line. */
  readonly onSubmit?: () => void;
  readonly action?: "done" | "next" | "search" | "send" | "go";
  /**
   * What the app makes of the text after each change (TextWatcher): "5551234" to "555-1234". The caret goes to the end.
   */
  readonly format?: (text: string) => string;
  /** Words that the keyboard puts right when one is ended by a space or a punctuation mark that was typed by keys. */
  readonly corrections?: Readonly<Record<string, string>>;
  /** android:selectAllOnFocus: what is typed after a tap replaces the text. */
  readonly isSelectedOnFocus?: boolean;
}

/** The text of one field with its caret: what an EditText keeps. */
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
  /** The other end of the selection; where the caret is if nothing is selected. */
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

  /** Index into `text` before which typed characters go. */
  get caret(): number {
    return this.#caret;
  }

  /** Where the caret's line begins, and where it ends before its line break; lines that wrap count as one. */
  get lineStart(): number {
    return this.#text.slice(0, this.#caret).lastIndexOf("\n") + 1;
  }

  get lineEnd(): number {
    const end = this.#text.indexOf("\n", this.#caret);
    return end < 0 ? this.#text.length : end;
  }

  /** What is selected, from its start to its end; both are the caret where nothing is. */
  get selection(): { readonly start: number; readonly end: number } {
    return { start: Math.min(this.#anchor, this.#caret), end: Math.max(this.#anchor, this.#caret) };
  }

  /** True while some of the text is selected: what is typed next replaces it. */
  get isSelected(): boolean {
    return this.#anchor !== this.#caret;
  }

  selectAll(): void {
    this.select(0, this.#text.length);
  }

  /** Selects a part; the caret goes to its end. */
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

  /** What is drawn: dots for a password. */
  get shownText(): string {
    return this.isPassword ? "•".repeat([...this.#text].length) : this.#text;
  }

  /** Replaces everything; the caret goes to the end. */
  setText(text: string): void {
    this.#change(text.slice(0, this.#maxLength), text.length);
  }

  /** Inserts at the caret what the field accepts; the rest is dropped, as input filters do. */
  insert(typed: string): void {
    const accepted = [...typed].filter((c) => this.#accepts(c)).join("");
    if (accepted !== "") this.#deleteSelection();
    const room = Math.max(0, this.#maxLength - this.#text.length);
    const added = accepted.slice(0, room);
    if (added === "") return;
    this.#change(this.#text.slice(0, this.#caret) + added + this.#text.slice(this.#caret), this.#caret + added.length);
  }

  /** Inserts what keys type, which the keyboard corrects word by word (QwertyKeyListener with AutoText). */
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

  /** Deletes the character before the caret, or what is selected; false at the start. */
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

  /** Takes the selected part out; false if nothing is selected. */
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
