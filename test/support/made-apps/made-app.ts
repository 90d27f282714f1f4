import type { ActivityHost, App } from "../../../packages/virtual-android/src/apps/app.js";
import { FieldModel } from "../../../packages/virtual-android/src/ui/field.js";
import { ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";
import type { View } from "../../../packages/virtual-android/src/ui/view.js";
import { type Control, type MadeState, type Meaning, meaningsOf, withControls } from "./made-state.js";
import { dialogView, pageView, type Stage } from "./made-views.js";

export const MADE = "com.example.made";

/** Text that came into a field, with what the field meant then. */
export interface Entry {
  readonly meaning: Meaning;
  /** All that is in it now. */
  readonly text: string;
}

/** An app of any shape that writes down what is pressed and typed, with what that meant at that moment. */
export class MadeApp {
  #state: MadeState;
  readonly presses: Meaning[] = [];
  readonly entries: Entry[] = [];
  /** Enter in a field. */
  readonly submits: Entry[] = [];
  /** Called after each press, which may change the app. */
  onPress: (meaning: Meaning) => void = () => {};
  /** Called after each change of a field. */
  onEntry: (entry: Entry) => void = () => {};
  readonly #fields = new Map<number, FieldModel>();
  readonly #slots = new WeakMap<View, number>();
  #scroll = new ScrollModel();
  #host: ActivityHost | undefined;
  #dialog: { close(): void } | undefined;
  #isWiping = false;

  constructor(state: MadeState) {
    this.#state = state;
  }

  get state(): MadeState {
    return this.#state;
  }

  app(): App {
    return {
      packageName: MADE,
      label: "Made",
      icon: { symbol: "list", color: 0xff3f7d58 },
      activities: [
        {
          className: `${MADE}.MainActivity`,
          isLauncher: true,
          open: (host) => {
            this.#host = host;
            return { content: () => pageView(this.#state, this.#stage()) };
          },
        },
      ],
    };
  }

  /** Shows another app from now on, of which nothing was pressed or typed yet. */
  begin(state: MadeState): void {
    this.onPress = () => {};
    this.onEntry = () => {};
    this.#host?.leaveField();
    this.#closeDialog();
    this.#fields.clear();
    this.#scroll = new ScrollModel();
    this.change({ ...state, dialog: null });
    this.change(state);
    this.presses.length = 0;
    this.entries.length = 0;
    this.submits.length = 0;
  }

  change(to: MadeState): void {
    const before = this.#state.dialog;
    this.#state = to;
    if (before && !to.dialog) this.#closeDialog();
    if (!before && to.dialog) this.#openDialog();
    this.#host?.update();
  }

  /** The same dialog again, in its own window. */
  reopenDialog(to: MadeState): void {
    this.change({ ...this.#state, dialog: null });
    this.change(to);
  }

  /** Does something that presses what nobody wants pressed. */
  withoutPress(work: () => void): void {
    const before = this.presses.length;
    work();
    this.presses.length = before;
  }

  /** Moves what scrolls by so many pixels, as a program of the app. */
  scrollBy(pixels: number): void {
    this.#scroll.scrollBy(pixels, this.#host?.now() ?? 0);
    this.#host?.update();
  }

  toast(words: string): void {
    this.#host?.toast(words);
  }

  after(ms: number, run: () => void): () => void {
    return this.#host?.after(ms, run) ?? (() => {});
  }

  /** What a view on the screen means now; undefined if it is nothing to press. */
  meaningOf(view: View): Meaning | undefined {
    const slot = this.#slots.get(view);
    return slot === undefined ? undefined : this.meaningAt(slot);
  }

  meaningAt(slot: number): Meaning | undefined {
    return meaningsOf(this.#state).find((one) => one.slot === slot);
  }

  /** What was typed into a place so far. */
  textAt(slot: number): string {
    return this.#fields.get(slot)?.text ?? "";
  }

  /** Puts text into a field as the app itself does: that is not an entry. */
  fill(slot: number, text: string): void {
    this.#isWiping = true;
    this.#fieldAt(slot).setText(text);
    this.#isWiping = false;
    this.#host?.update();
  }

  #openDialog(): void {
    this.#dialog = this.#host?.dialog({
      isCancelable: false,
      content: () => {
        const { dialog } = this.#state;
        if (!dialog) return { className: "android.view.View" };
        return dialogView(dialog, this.#state, this.#stage());
      },
    });
  }

  #closeDialog(): void {
    this.#dialog?.close();
    this.#dialog = undefined;
  }

  /** Presses mean what the views said when they were built. */
  #stage(): Stage {
    const meanings = new Map(meaningsOf(this.#state).map((one) => [one.slot, one]));
    return {
      scroll: this.#scroll,
      press: ({ slot }) => {
        const meaning = meanings.get(slot);
        return () => {
          if (meaning) this.#pressed(meaning);
        };
      },
      fieldOf: ({ slot }) => this.#fieldAt(slot),
      note: (view, { slot }) => {
        this.#slots.set(view, slot);
        return view;
      },
    };
  }

  #pressed(meaning: Meaning): void {
    this.presses.push(meaning);
    const turn = (control: Control) =>
      control.slot === meaning.slot && control.isOn !== null && control.kind !== "tab"
        ? { ...control, isOn: !control.isOn }
        : control;
    this.change({ ...withControls(this.#state, turn), done: this.#state.done + 1 });
    this.onPress(meaning);
  }

  #fieldAt(slot: number): FieldModel {
    const known = this.#fields.get(slot);
    if (known) return known;
    const onSubmit = () => {
      const meaning = this.meaningAt(slot);
      if (meaning) this.submits.push({ meaning, text: this.textAt(slot) });
      // As a press is: an Enter without any effect proves nothing.
      this.change({ ...this.#state, done: this.#state.done + 1 });
    };
    const field = new FieldModel({ onSubmit, onChange: (text) => this.#entered(slot, text) });
    this.#fields.set(slot, field);
    return field;
  }

  #entered(slot: number, text: string): void {
    const meaning = this.meaningAt(slot);
    if (!meaning || this.#isWiping) return;
    const entry = { meaning, text };
    this.entries.push(entry);
    this.onEntry(entry);
  }
}
