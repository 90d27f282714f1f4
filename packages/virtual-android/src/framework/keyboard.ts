import { type Rect, rectOf } from "../../../../src/base/geometry.js";
import type { ImeState } from "../ime-state.js";
import type { InsetsSourceState } from "../phone-state.js";
import type { FieldKind, FieldModel } from "../ui/field.js";
import { revealField } from "../ui/reveal.js";
import type { Kernel } from "./kernel.js";
import { type KeyAction, keyboardHeightDp, keyboardView } from "./keyboard-layout.js";
import type { AppProcess } from "./processes.js";
import type { WindowManager } from "./window-manager.js";
import { LAYERS, type WindowRecord } from "./window-record.js";

/** After hiding, the insets source keeps its frame this long while it says invisible: seen on 13. */
const FRAME_LINGERS_MS = 400;

/** android.text.InputType: class in the lowest four bits, then variation and flags. */
export const INPUT_TYPES: Readonly<Record<FieldKind, number>> = {
  text: 0x1,
  search: 0x1,
  uri: 0x11,
  email: 0x21,
  password: 0x81,
  multiline: 0x20001,
  number: 0x2,
  phone: 0x3,
};

/** The on-screen keyboard: shown for a text field, types into it. */
export class Keyboard {
  readonly #kernel: Kernel;
  readonly #windows: WindowManager;
  readonly #process: AppProcess;
  #window: WindowRecord | undefined;
  #target: { readonly window: WindowRecord; readonly field: FieldModel } | undefined;
  #isVisible = false;
  #wasShown = false;
  #hiddenAt = Number.NEGATIVE_INFINITY;
  #isShifted = false;
  #hasSymbols = false;

  constructor(kernel: Kernel, windows: WindowManager, process: AppProcess) {
    this.#kernel = kernel;
    this.#windows = windows;
    this.#process = process;
  }

  get isVisible(): boolean {
    return this.#isVisible;
  }

  /** What it covers while it is shown. */
  get frame(): Rect {
    const { display } = this.#kernel;
    const { width, height } = display.size;
    const { left, right } = display.stableInsets({ status: false, navigation: true });
    return rectOf(left, height - this.#height, width - right, height);
  }

  show(window: WindowRecord, field: FieldModel): void {
    if (this.#target?.field !== field) {
      this.#hasSymbols = false;
      this.#isShifted = false;
    }
    this.#target = { window, field };
    this.#isVisible = true;
    this.#wasShown = true;
    this.#window ??= this.#open();
    this.#window.isVisible = true;
    this.#windows.imeHeight = this.#height;
    this.#kernel.changed("window");
    this.#reveal(window, field);
  }

  /** A field of several lines grew while it was typed into: its caret stays above the keyboard. */
  keepInSight(window: WindowRecord, field: FieldModel): void {
    if (this.#isVisible && field.isMultiline) this.#reveal(window, field);
  }

  /** The content got less room: the field may have gone out of sight. */
  #reveal(window: WindowRecord, field: FieldModel): void {
    const isMoved = revealField(this.#windows.layoutOf(window), field, this.#kernel.scheduler.now);
    if (isMoved) this.#kernel.changed("content", window.spec.packageName);
  }

  hide(): void {
    if (!this.#isVisible) return;
    this.#isVisible = false;
    this.#hiddenAt = this.#kernel.scheduler.now;
    this.#windows.imeHeight = 0;
    if (this.#window) this.#window.isVisible = false;
    this.#kernel.changed("window");
  }

  /** The focus went on to another field of the window: an open keyboard goes along. */
  follow(window: WindowRecord, field: FieldModel): void {
    if (this.#isVisible) this.show(window, field);
  }

  /** Follows a rotation or another size. */
  resize(): void {
    this.#windows.imeHeight = this.#isVisible ? this.#height : 0;
  }

  /** The window it types into went away. */
  forget(window: WindowRecord): void {
    if (this.#target?.window !== window) return;
    this.#target = undefined;
    this.hide();
  }

  state(): ImeState {
    const { settings } = this.#kernel;
    const method = settings.get("secure", "default_input_method") ?? "";
    return {
      isVisible: this.#isVisible,
      wasShown: this.#wasShown,
      frame: this.#isVisible ? this.frame : null,
      height: this.#isVisible ? this.#height : 0,
      currentMethod: method,
      targetWindowHash: this.#target?.window.hash ?? null,
      inputPackage: this.#target?.window.spec.packageName ?? null,
      ...(this.#target ? { inputType: INPUT_TYPES[this.#target.field.kind] } : {}),
      installedMethods: [this.#kernel.release.inputMethod, "com.android.inputmethod.voice/.VoiceInputMethod"],
    };
  }

  /** Its line among the insets; none on a phone that never showed it since boot. */
  insetsSource(): readonly InsetsSourceState[] {
    if (!this.#wasShown) return [{ kind: "ime", frame: rectOf(0, 0, 0, 0), visible: false }];
    const lingers = this.#kernel.scheduler.now - this.#hiddenAt < FRAME_LINGERS_MS;
    return [
      { kind: "ime", frame: this.#isVisible || lingers ? this.frame : rectOf(0, 0, 0, 0), visible: this.#isVisible },
    ];
  }

  get #height(): number {
    const { display } = this.#kernel;
    const isLandscape = display.size.width > display.size.height;
    return display.px(keyboardHeightDp(isLandscape)) + this.#bottomInset;
  }

  get #bottomInset(): number {
    return this.#kernel.display.stableInsets({ status: true, navigation: true }).bottom;
  }

  #open(): WindowRecord {
    return this.#windows.add({
      title: "InputMethod",
      kind: "inputMethod",
      layoutType: 2011,
      process: this.#process,
      packageName: this.#process.packageName,
      placement: { at: "frame", frame: () => this.frame },
      layer: LAYERS.inputMethod,
      isFocusable: false,
      content: () => {
        const field = this.#target?.field;
        if (!field) return { className: "android.widget.FrameLayout", width: "fill", height: "fill" };
        return keyboardView({
          field,
          isShifted: this.#isShifted !== startsUpperCase(field),
          hasSymbols: this.#hasSymbols,
          bottomInset: this.#bottomInset,
          press: (action) => this.#press(action),
        });
      },
    });
  }

  #press(action: KeyAction): void {
    const target = this.#target;
    if (!target) return;
    if (action.type === "shift") this.#isShifted = !this.#isShifted;
    else if (action.type === "symbols") this.#hasSymbols = !this.#hasSymbols;
    else {
      const { process, packageName } = target.window.spec;
      process.post(this.#kernel.scheduler.now, () => {
        if (!typeAction(target.field, action)) this.#leave(target.window, target.field);
        this.#kernel.changed("content", packageName);
        this.keepInSight(target.window, target.field);
      });
      this.#isShifted = false;
    }
  }

  /**
   * What TextView does with an action that nobody listens to: "next" goes to the next field, the others hide the
   * keyboard.
   */
  #leave(window: WindowRecord, field: FieldModel): void {
    const next = field.action === "next" ? window.ui.focusNextField(this.#windows.layoutOf(window)) : undefined;
    if (next) this.follow(window, next);
    else this.hide();
  }
}

/** False for the action key of a field that does nothing of its own with it. */
function typeAction(field: FieldModel, action: KeyAction): boolean {
  if (action.type === "character") field.type(action.value);
  else if (action.type === "backspace") field.deleteBackward();
  else if (field.isMultiline) field.insert("\n");
  else if (field.onSubmit) field.onSubmit();
  else return false;
  return true;
}

/** Sentences start with a capital letter: Shift then makes it small. */
function startsUpperCase(field: FieldModel): boolean {
  const isProse = field.kind === "text" || field.kind === "multiline";
  return isProse && /(^|[.!?]\s+|\n)$/.test(field.text.slice(0, field.caret));
}
