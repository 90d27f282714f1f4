import type { IconName } from "../../draw/icons.js";
import type { Paint } from "../theme.js";
import type { View } from "../view.js";
import { icon, row, text } from "./basic.js";

export interface ButtonOptions extends Partial<View> {
  readonly kind?: "filled" | "tonal" | "outlined" | "text";
}

const BUTTON_LOOKS = {
  filled: { background: "primary", color: "onPrimary" },
  tonal: { background: "primarySoft", color: "onPrimarySoft" },
  outlined: { background: undefined, color: "primary" },
  text: { background: undefined, color: "primary" },
} as const;

/** A button with a text. */
export function button(label: string, onClick: () => void, options: ButtonOptions = {}): View {
  const { kind = "filled", ...rest } = options;
  const look = BUTTON_LOOKS[kind];
  return text(label, {
    className: "android.widget.Button",
    size: 14,
    bold: "medium",
    color: look.color,
    background: look.background,
    stroke: kind === "outlined" ? { width: 1, color: "outline" } : undefined,
    radius: 20,
    minWidth: 56,
    height: 40,
    padding: { x: kind === "text" ? 12 : 24 },
    textAlign: "center",
    lines: 1,
    onClick,
    ...rest,
  });
}

/** A tappable icon of 48 dp. */
export function iconButton(
  name: IconName,
  label: string,
  onClick: () => void,
  options: Partial<View> & { color?: Paint } = {},
): View {
  const { color = "text", ...rest } = options;
  return icon(name, {
    className: "android.widget.ImageButton",
    size: 48,
    padding: 12,
    radius: 24,
    color,
    label,
    isImportant: true,
    onClick,
    ...rest,
  });
}

/** A floating action button: 56 dp, or as wide as its text. */
export function floatingButton(
  name: IconName,
  label: string,
  onClick: () => void,
  options: Partial<View> & { title?: string } = {},
): View {
  const { title, ...rest } = options;
  const symbol = icon(name, { size: 24, color: "onPrimarySoft", isHidden: true });
  const words =
    title === undefined ? [] : [text(title, { size: 15, bold: "medium", color: "onPrimarySoft", isHidden: true })];
  return row([symbol, ...words], {
    className: title === undefined ? "android.widget.ImageButton" : "android.widget.Button",
    gap: 10,
    padding: 16,
    radius: 16,
    background: "primarySoft",
    elevation: 6,
    label,
    onClick,
    alignSelf: "end",
    alignDown: "end",
    margin: 16,
    ...rest,
  });
}
