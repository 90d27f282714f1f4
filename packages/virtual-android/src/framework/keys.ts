import type { FieldModel } from "../ui/field.js";
import type { FocusDirection } from "../ui/focus-finder.js";
import type { Kernel } from "./kernel.js";
import type { Keyboard } from "./keyboard.js";
import type { Keyguard } from "./keyguard.js";
import type { Power } from "./power.js";
import type { WindowManager } from "./window-manager.js";
import type { WindowRecord } from "./window-record.js";

export interface KeyOptions {
  readonly kernel: Kernel;
  readonly windows: WindowManager;
  readonly keyboard: Keyboard;
  readonly keyguard: Keyguard;
  readonly power: Power;
  readonly home: () => void;
  readonly recents: () => void;
  readonly openShade: () => void;
  readonly waiting: (window: WindowRecord) => void;
}

/** The characters of keys with longer names: Virtual.kcm of AOSP. */
const CHARACTERS: Readonly<Record<string, string>> = {
  SPACE: " ",
  COMMA: ",",
  PERIOD: ".",
  MINUS: "-",
  EQUALS: "=",
  LEFT_BRACKET: "[",
  RIGHT_BRACKET: "]",
  BACKSLASH: "\\",
  SEMICOLON: ";",
  APOSTROPHE: "'",
  SLASH: "/",
  AT: "@",
  PLUS: "+",
  STAR: "*",
  POUND: "#",
  GRAVE: "`",
  NUMPAD_DOT: ".",
};

const DIRECTIONS: ReadonlyMap<string, FocusDirection> = new Map([
  ["DPAD_LEFT", "left"],
  ["DPAD_RIGHT", "right"],
  ["DPAD_UP", "up"],
  ["DPAD_DOWN", "down"],
]);

/** Keys and typed text: the system handles them first, then the window with the focus. */
export class Keys {
  readonly #options: KeyOptions;

  constructor(options: KeyOptions) {
    this.#options = options;
  }

  /** Presses and releases a key; in text fields a long press repeats it once. */
  press(name: string, press: "down-up" | "long"): void {
    const { power } = this.#options;
    if (name === "POWER") {
      if (power.isAwake) power.sleep();
      else power.wake();
      return;
    }
    if (name === "WAKEUP") power.wake();
    else if (name === "SLEEP" || name === "SOFT_SLEEP") power.sleep();
    else if (power.isAwake) this.#pressAwake(name, press === "long" ? 2 : 1);
  }

  /** Types printable ASCII as key events into the field with the focus. Throws for characters without a key. */
  type(text: string): void {
    const wrong = [...text].find((c) => !/[\x20-\x7e\n\t]/.test(c));
    if (wrong !== undefined) throw new RangeError(`no key types ${JSON.stringify(wrong)}`);
    const { power, keyguard } = this.#options;
    if (!power.isAwake) return;
    power.used();
    for (const character of text) {
      if (keyguard.isAsking) this.#typePin(character);
      else if (character === "\n") this.#toWindow("ENTER", 1);
      else if (character === "\t") this.#toWindow("TAB", 1);
      else this.#insert(character, 1);
    }
  }

  /** Handles BACK, from a key, a button or a swipe. */
  back(): void {
    const { windows, keyboard } = this.#options;
    if (keyboard.isVisible) {
      keyboard.hide();
      return;
    }
    const window = windows.keyTarget();
    if (window) this.#post(window, () => window.spec.onBack?.());
  }

  #pressAwake(name: string, times: number): void {
    const { power, home, recents, openShade, keyguard } = this.#options;
    power.used();
    if (name === "HOME") home();
    else if (name === "APP_SWITCH") recents();
    else if (name === "NOTIFICATION") openShade();
    else if (name === "BACK") this.back();
    else if (name === "MENU" && keyguard.isShowing) keyguard.dismiss();
    else if (keyguard.isAsking) this.#typePinKey(name);
    else this.#toWindow(name, times);
  }

  #typePinKey(name: string): void {
    const { keyguard } = this.#options;
    if (name === "ENTER" || name === "NUMPAD_ENTER") keyguard.enter();
    else if (name === "DEL") keyguard.erase();
    else this.#typePin(characterOf(name) ?? "");
  }

  #typePin(character: string): void {
    if (/^\d$/.test(character)) this.#options.keyguard.type(character);
  }

  #toWindow(name: string, times: number): void {
    const character = characterOf(name);
    if (character !== undefined) {
      this.#insert(character, times);
      return;
    }
    const window = this.#options.windows.keyTarget();
    if (!window) return;
    this.#post(window, () => {
      for (let i = 0; i < times; i += 1) this.#edit(window, name);
    });
  }

  #insert(character: string, times: number): void {
    const window = this.#options.windows.keyTarget();
    if (!window) return;
    this.#post(window, () => {
      const field = window.ui.focusedField;
      if (!field) return;
      field.type(character.repeat(times));
      this.#changed(window);
      this.#options.keyboard.keepInSight(window, field);
    });
  }

  #edit(window: WindowRecord, name: string): void {
    const field = window.ui.focusedField;
    if (name.includes("+")) {
      if (field && /^CTRL_(LEFT|RIGHT)\+A$/.test(name)) field.selectAll();
      this.#changed(window);
      return;
    }
    if (field && editField(field, name)) this.#changed(window);
    else if (field && name === "DPAD_CENTER") this.#options.keyboard.show(window, field);
    else if (name === "ENTER" || name === "NUMPAD_ENTER" || name === "DPAD_CENTER") this.#enter(window, field);
    else if (name === "TAB" || DIRECTIONS.has(name)) this.#moveFocus(window, DIRECTIONS.get(name));
  }

  #enter(window: WindowRecord, field: FieldModel | undefined): void {
    if (!field) {
      window.ui.clickFocused(this.#options.windows.layoutOf(window));
      return;
    }
    if (field.isMultiline) field.insert("\n");
    else if (field.onSubmit) field.onSubmit();
    else this.#focusNextField(window);
    this.#changed(window);
    this.#options.keyboard.keepInSight(window, field);
  }

  /**
   * ENTER in a single-line field without a listener moves the focus down, whatever the field's action is
   * (TextView.onKeyUp).
   */
  #focusNextField(window: WindowRecord): void {
    const { windows, keyboard } = this.#options;
    const next = window.ui.focusNextField(windows.layoutOf(window));
    if (next) keyboard.follow(window, next);
  }

  /** Moves the focus; without a direction to the next view. */
  #moveFocus(window: WindowRecord, direction: FocusDirection | undefined): void {
    const { windows, keyboard } = this.#options;
    const root = windows.layoutOf(window);
    if (direction === undefined) window.ui.moveFocusOn(root);
    else window.ui.moveFocus(root, direction);
    if (window.ui.focusedField) keyboard.follow(window, window.ui.focusedField);
  }

  #changed(window: WindowRecord): void {
    this.#options.kernel.changed("content", window.spec.packageName);
  }

  #post(window: WindowRecord, run: () => void): void {
    const { now } = this.#options.kernel.scheduler;
    const isBlocked = window.spec.process.isBlocked(now);
    window.spec.process.post(now, () => {
      window.spec.process.meter?.tookInput();
      run();
    });
    if (isBlocked) this.#options.waiting(window);
  }
}

/** The character that a key types; letters and digits have their own names. */
function characterOf(name: string): string | undefined {
  if (/^[A-Z]$/.test(name)) return name.toLowerCase();
  const digit = /^(?:NUMPAD_)?([0-9])$/.exec(name)?.[1];
  return digit ?? CHARACTERS[name];
}

/** Handles the editing keys of a text field; false for keys that the field does not use. */
function editField(field: FieldModel, name: string): boolean {
  if (name === "DEL") field.deleteBackward();
  else if (name === "FORWARD_DEL") field.deleteForward();
  else if (name === "MOVE_HOME") field.moveCaret(field.lineStart);
  else if (name === "MOVE_END") field.moveCaret(field.lineEnd);
  else if (name === "DPAD_LEFT" && field.text !== "") field.moveCaret(field.caret - 1);
  else if (name === "DPAD_RIGHT" && field.text !== "") field.moveCaret(field.caret + 1);
  else return false;
  return true;
}
