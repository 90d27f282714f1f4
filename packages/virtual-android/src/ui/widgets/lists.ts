import type { IconName } from "../../draw/icons.js";
import type { ScrollModel } from "../scroll.js";
import type { View } from "../view.js";
import { badge, column, icon, row, text } from "./basic.js";

/** A list of scrolling rows; rows outside the visible part have no views. */
export function list(rows: readonly View[], scroll: ScrollModel, options: Partial<View> = {}): View {
  return {
    className: "androidx.recyclerview.widget.RecyclerView",
    arrange: "column",
    width: "fill",
    weight: 1,
    scroll,
    children: rows,
    isFocusable: true,
    ...options,
  };
}

/** Content of any height that scrolls as a whole; all its parts have views. */
export function scrollView(children: readonly View[], scroll: ScrollModel, options: Partial<View> = {}): View {
  const { padding, gap, ...rest } = options;
  return {
    className: "android.widget.ScrollView",
    width: "fill",
    weight: 1,
    scroll,
    isFocusable: true,
    children: [column(children, { width: "fill", padding, gap })],
    ...rest,
  };
}

export interface ListRowOptions extends Partial<View> {
  readonly summary?: string | undefined;
  readonly symbol?: IconName | undefined;
  /** The view at the end of the row: a switch, a chevron, a time. */
  readonly trailing?: View | undefined;
  readonly leading?: View | undefined;
}

/** A row of a list: a symbol, a title above a summary, and a view at the end. */
export function listRow(title: string, options: ListRowOptions = {}): View {
  const { summary, symbol, trailing, leading, ...rest } = options;
  const words = [
    text(title, { id: "android:id/title", size: 17, lines: 1 }),
    ...(summary === undefined
      ? []
      : [text(summary, { id: "android:id/summary", size: 14, color: "textSoft", lines: 2 })]),
  ];
  const front = leading ?? (symbol ? badge(symbol) : undefined);
  return row(
    [
      ...(front ? [front] : []),
      column(words, { className: "android.widget.RelativeLayout", weight: 1, gap: 2 }),
      ...(trailing ? [trailing] : []),
    ],
    { width: "fill", minHeight: 64, padding: { x: 16, y: 10 }, gap: 16, ...rest },
  );
}

/** A small heading above a group of rows. */
export function sectionHeader(title: string): View {
  return text(title, {
    id: "android:id/title",
    size: 14,
    bold: "medium",
    color: "primary",
    width: "fill",
    padding: { x: 16, top: 18, bottom: 8 },
  });
}

/** A surface with round corners for a group of views. */
export function card(children: readonly View[], options: Partial<View> = {}): View {
  return column(children, {
    className: "androidx.cardview.widget.CardView",
    width: "fill",
    background: "surface",
    radius: 16,
    padding: 16,
    stroke: { width: 1, color: "divider" },
    ...options,
  });
}

/** An arrow at the end of a row that opens another page. */
export function chevron(): View {
  return icon("right", { size: 20, color: "textFaint" });
}
