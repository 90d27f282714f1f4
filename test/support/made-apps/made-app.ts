import type { ActivityHost, App } from "../../../packages/virtual-android/src/apps/app.js";
import { FieldModel } from "../../../packages/virtual-android/src/ui/field.js";
import { ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";
import type { View } from "../../../packages/virtual-android/src/ui/view.js";
import { type Control, type MadeState, type Meaning, meaningsOf, withControls } from "./made-state.js";
import { dialogView, pageView, type Stage } from "./made-views.js";

export const MADE = "com.example.made";

/** Text that was entered into a field, with the field's meaning at that moment. */
export interface Entry {
  readonly meaning: Meaning;
  /** The whole text of the field now. */
  readonly text: string;
}

/** A generated app that records each press and each typed text, with the meaning of the control at that moment. */
export class MadeApp {
  #state: MadeState;
  readonly presses: Meaning[] = [];
  readonly entries: Entry[] = [];
  /** The presses of Enter in a field. */
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

  /** Shows another app, without any presses or entries yet. */
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

  /** Shows the dialog again, in a new window. */
  reopenDialog(to: MadeState): void {
    this.change({ ...this.#state, dialog: null });
    this.change(to);
  }

  /** Runs `work`, and forgets the presses that it causes. */
  withoutPress(work: () => void): void {
    const before = this.presses.length;
    work();
    this.presses.length = before;
  }

  /** Scrolls by this number of pixels, as the app itself does. */
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

  /** The present meaning of a view on the screen; undefined if it is not a control. */
  meaningOf(view: View): Meaning | undefined {
    const slot = this.#slots.get(view);
    return slot === undefined ? undefined : this.meaningAt(slot);
  }

  meaningAt(slot: number): Meaning | undefined {
    return meaningsOf(this.#state).find((one) => one.slot === slot);
  }

  /** The text of the field at a place. */
  textAt(slot: number): string {
    return this.#fields.get(slot)?.text ?? "";
  }

  /** Sets the text of a field as the app itself does; this is not an entry. */
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

  /** Presses have the meanings of the controls at the time when the views were built. */
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
      // Counted like a press, because an Enter without a visible effect could not be verified.
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
