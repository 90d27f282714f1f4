import type { IconName } from "../draw/icons.js";
import type { FieldModel } from "../ui/field.js";
import type { View } from "../ui/view.js";
import { column, icon, row } from "../ui/widgets/basic.js";

/** The action of a key. */
export type KeyAction =
  | { readonly type: "character"; readonly value: string }
  | { readonly type: "backspace" | "shift" | "symbols" | "enter" };

export interface KeyboardState {
  readonly field: FieldModel;
  readonly isShifted: boolean;
  readonly hasSymbols: boolean;
  readonly press: (action: KeyAction) => void;
  /** The height in pixels that the navigation bar takes at the bottom. */
  readonly bottomInset: number;
}

const LETTERS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"] as const;
const SYMBOLS = ["1234567890", "@#$_&-+()", "*\"':;!?"] as const;
const NUMBERS = ["123", "456", "789", " 0 "] as const;

const ACTION_ICONS: Readonly<Record<FieldModel["action"], IconName>> = {
  done: "check",
  next: "enter",
  search: "search",
  send: "send",
  go: "right",
};

const ACTION_LABELS: Readonly<Record<FieldModel["action"], string>> = {
  done: "Done",
  next: "Next",
  search: "Search",
  send: "Send",
  go: "Go",
};

/** The height of the keyboard in dp, without the navigation bar. */
export function keyboardHeightDp(isLandscape: boolean): number {
  return isLandscape ? 180 : 256;
}

/** The keyboard's views: letters, symbols or a number pad, depending on the field. */
export function keyboardView(state: KeyboardState): View {
  const isNumeric = state.field.kind === "number" || state.field.kind === "phone";
  const rows = isNumeric ? numberRows(state) : letterRows(state);
  return column(rows, {
    className: "android.widget.FrameLayout",
    id: "keyboard_area",
    width: "fill",
    height: "fill",
    background: "keyboard",
    padding: { x: 4, top: 8, bottom: 4 },
    insets: { left: 0, top: 0, right: 0, bottom: state.bottomInset },
  });
}

function letterRows(state: KeyboardState): readonly View[] {
  const [top, middle, bottom] = state.hasSymbols ? SYMBOLS : LETTERS;
  const shift = state.hasSymbols
    ? wordKey("=\\<", { label: "Symbols", weight: 1.5, onClick: () => state.press({ type: "symbols" }) })
    : iconKey("shift", {
        label: "Shift",
        weight: 1.5,
        background: state.isShifted ? "primarySoft" : "keyDark",
        onClick: () => state.press({ type: "shift" }),
      });
  const pad = state.hasSymbols ? 0 : 18;
  return [
    keyRow([...top].map((c) => characterKey(c, state))),
    keyRow(
      [...middle].map((c) => characterKey(c, state)),
      pad,
    ),
    keyRow([shift, ...[...bottom].map((c) => characterKey(c, state)), backspaceKey(state, 1.5)]),
    keyRow(bottomKeys(state)),
  ];
}

function bottomKeys(state: KeyboardState): readonly View[] {
  const extra = state.field.kind === "email" ? "@" : state.field.kind === "uri" ? "/" : ",";
  return [
    wordKey(state.hasSymbols ? "ABC" : "?123", {
      label: state.hasSymbols ? "Letters" : "Symbol keyboard",
      weight: 1.5,
      onClick: () => state.press({ type: "symbols" }),
    }),
    characterKey(extra, state),
    { ...characterKey(" ", state), weight: 5, label: "Space" },
    characterKey(".", state),
    enterKey(state, 1.5),
  ];
}

function numberRows(state: KeyboardState): readonly View[] {
  return NUMBERS.map((line, i) => {
    const keys = [...line].map((c) => (c === " " ? { ...keyBase(1, 0), isHidden: true } : characterKey(c, state)));
    const last = i === 0 ? backspaceKey(state, 1) : i === 3 ? enterKey(state, 1) : { ...keyBase(1, 0), isHidden: true };
    return keyRow([...keys, last]);
  });
}

function keyRow(keys: readonly View[], padding = 0): View {
  return row(keys, { width: "fill", weight: 1, padding: { x: padding }, isImportant: false });
}

function keyBase(weight: number, background: View["background"]): View {
  return {
    className: "android.widget.TextView",
    weight,
    height: "fill",
    margin: { x: 2.5, y: 4 },
    radius: 6,
    background,
    isFocusable: false,
  };
}

function characterKey(character: string, state: KeyboardState): View {
  const shown = state.isShifted && !state.hasSymbols ? character.toUpperCase() : character;
  return {
    ...keyBase(1, "key"),
    text: { value: shown, size: 22, color: "text", align: "center" },
    spokenText: "",
    label: shown,
    onClick: () => state.press({ type: "character", value: shown }),
  };
}

interface KeyOptions {
  readonly label: string;
  readonly weight: number;
  readonly background?: View["background"];
  readonly onClick: () => void;
}

function wordKey(title: string, options: KeyOptions): View {
  const { weight, background = "keyDark", ...rest } = options;
  const words = { value: title, size: 15, color: "text", align: "center" } as const;
  return { ...keyBase(weight, background), text: words, spokenText: "", ...rest };
}

function iconKey(name: IconName, options: KeyOptions): View {
  const { weight, background = "keyDark", ...rest } = options;
  const picture = icon(name, { size: 24, color: "text", isHidden: true, alignSelf: "center" });
  return {
    ...keyBase(weight, background),
    arrange: "stack",
    align: "center",
    justify: "center",
    children: [picture],
    ...rest,
  };
}

function backspaceKey(state: KeyboardState, weight: number): View {
  return iconKey("backspace", { label: "Delete", weight, onClick: () => state.press({ type: "backspace" }) });
}

function enterKey(state: KeyboardState, weight: number): View {
  const { action, isMultiline } = state.field;
  const name = isMultiline ? "enter" : ACTION_ICONS[action];
  const label = isMultiline ? "Enter" : ACTION_LABELS[action];
  return iconKey(name, { label, weight, background: "primarySoft", onClick: () => state.press({ type: "enter" }) });
}
