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

/** How long the insets source keeps its frame after hiding, while it is already invisible: seen on Android 13. */
const FRAME_LINGERS_MS = 400;

/** android.text.InputType: the class in the lowest four bits, then variation and flags. */
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

/** The on-screen keyboard: appears for a text field, and types into it. */
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

  /** The area that it covers while it is shown. */
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

  /** A multi-line field grew because of typing: keeps its caret above the keyboard. */
  keepInSight(window: WindowRecord, field: FieldModel): void {
    if (this.#isVisible && field.isMultiline) this.#reveal(window, field);
  }

  /** The space for the content got smaller: scrolls to the field if it is not visible any more. */
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

  /** The focus moved to another field of the window: an open keyboard now types into that field. */
  follow(window: WindowRecord, field: FieldModel): void {
    if (this.#isVisible) this.show(window, field);
  }

  /** Adapts to a rotation or a new size. */
  resize(): void {
    this.#windows.imeHeight = this.#isVisible ? this.#height : 0;
  }

  /** Called when the window into which it types was removed. */
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

  /** Its insets source; empty on a phone that has not shown it since boot. */
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
   * The default of TextView for an action without a listener: "next" moves the focus to the next field, other actions
   * hide the keyboard.
   */
  #leave(window: WindowRecord, field: FieldModel): void {
    const next = field.action === "next" ? window.ui.focusNextField(this.#windows.layoutOf(window)) : undefined;
    if (next) this.follow(window, next);
    else this.hide();
  }
}

/** Performs a key in the field; false for the action key of a field without a submit action. */
function typeAction(field: FieldModel, action: KeyAction): boolean {
  if (action.type === "character") field.type(action.value);
  else if (action.type === "backspace") field.deleteBackward();
  else if (field.isMultiline) field.insert("\n");
  else if (field.onSubmit) field.onSubmit();
  else return false;
  return true;
}

/** Whether the next letter is a capital, as at the start of a sentence; Shift then gives a small letter. */
function startsUpperCase(field: FieldModel): boolean {
  const isProse = field.kind === "text" || field.kind === "multiline";
  return isProse && /(^|[.!?]\s+|\n)$/.test(field.text.slice(0, field.caret));
}
