import type { ScrollModel } from "../scroll.js";
import type { View } from "../view.js";
import { column, row, spacer, text } from "./basic.js";
import { button } from "./buttons.js";

export interface DialogButton {
  readonly title: string;
  readonly onClick: () => void;
  /** Which of AlertDialog's three buttons it is. */
  readonly role: "positive" | "negative" | "neutral";
}

const BUTTON_IDS = {
  positive: "android:id/button1",
  negative: "android:id/button2",
  neutral: "android:id/button3",
} as const;

/**
 * The content of an AlertDialog: title, message or views, buttons at the end. Ids are those of the framework's layout.
 */
export function alert(options: {
  readonly title: string;
  readonly message?: string;
  readonly content?: readonly View[];
  /** Lets the message and the content scroll if the screen is too low. */
  readonly scroll?: ScrollModel;
  readonly buttons: readonly DialogButton[];
}): View {
  const { title, message, content = [], scroll, buttons } = options;
  const words =
    message === undefined
      ? []
      : [text(message, { id: "android:id/message", size: 15, color: "textSoft", width: "fill" })];
  const actions = buttons.map((b) => button(b.title, b.onClick, { kind: "text", id: BUTTON_IDS[b.role] }));
  return panel([
    text(title, { id: "android:id/alertTitle", size: 22, width: "fill" }),
    ...(scroll ? [scrolling([...words, ...content], scroll)] : [...words, ...content]),
    row([spacer(), ...actions], {
      className: "android.widget.ScrollView",
      id: "android:id/buttonPanel",
      width: "fill",
      gap: 4,
      margin: { top: 8 },
    }),
  ]);
}

function scrolling(children: readonly View[], scroll: ScrollModel): View {
  return column(children, { className: "android.widget.ScrollView", width: "fill", gap: 14, scroll, shrinks: true });
}

/** The surface of a dialog. */
export function panel(children: readonly View[], options: Partial<View> = {}): View {
  return column(children, {
    id: "android:id/parentPanel",
    width: "fill",
    maxWidth: 420,
    background: "surface",
    radius: 28,
    elevation: 2,
    padding: { x: 24, top: 24, bottom: 16 },
    gap: 14,
    ...options,
  });
}

/** A list of choices in a popup. */
export function menu(items: readonly { readonly title: string; readonly onClick: () => void }[]): View {
  const rows = items.map((item) =>
    row([text(item.title, { id: "android:id/title", size: 16, lines: 1 })], {
      width: "fill",
      height: 48,
      padding: { x: 16 },
      onClick: item.onClick,
    }),
  );
  return column(rows, {
    className: "android.widget.ListView",
    width: 208,
    background: "surface",
    radius: 8,
    elevation: 6,
    padding: { y: 8 },
  });
}

/** A message at the bottom with an action. */
export function snackbar(message: string, action: { readonly title: string; readonly onClick: () => void }): View {
  return row(
    [
      text(message, { id: "snackbar_text", size: 14, color: "onInverse", weight: 1, lines: 2 }),
      button(action.title, action.onClick, {
        kind: "text",
        id: "snackbar_action",
        height: 36,
        text: { value: action.title, size: 14, weight: "medium", color: "inversePrimary", align: "center" },
      }),
    ],
    {
      width: "fill",
      background: "inverse",
      radius: 6,
      elevation: 4,
      padding: { left: 16, right: 8, y: 8 },
      margin: 12,
      alignDown: "end",
    },
  );
}
