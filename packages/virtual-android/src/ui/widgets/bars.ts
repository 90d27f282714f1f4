import type { IconName } from "../../draw/icons.js";
import type { View } from "../view.js";
import { column, divider, icon, row, text } from "./basic.js";
import { iconButton } from "./buttons.js";

export interface AppBarOptions {
  readonly title: string;
  readonly onBack?: (() => void) | undefined;
  readonly actions?: readonly View[];
  readonly background?: View["background"];
}

/** The bar at the top of a screen: a back arrow if there is a screen before it, the title, actions. */
export function appBar(options: AppBarOptions): View {
  const { title, onBack, actions = [], background } = options;
  const back = onBack ? [iconButton("back", "Navigate up", onBack)] : [];
  return row(
    [...back, text(title, { size: 22, weight: 1, lines: 1, padding: { left: onBack ? 4 : 12 } }), ...actions],
    { className: "android.view.ViewGroup", id: "toolbar", width: "fill", height: 64, padding: { x: 4 }, background },
  );
}

export interface Tab {
  readonly title: string;
  readonly symbol?: IconName;
  readonly isSelected: boolean;
  readonly onClick: () => void;
}

/** Tabs below the title; the selected one is underlined. */
export function tabs(items: readonly Tab[]): View {
  const views = items.map((tab) =>
    column(
      [
        text(tab.title, {
          size: 14,
          bold: "medium",
          color: tab.isSelected ? "primary" : "textSoft",
          height: 45,
          textAlign: "center",
        }),
        {
          className: "android.view.View",
          width: 56,
          height: 3,
          radius: 2,
          isHidden: true,
          background: tab.isSelected ? "primary" : 0,
        },
      ],
      { weight: 1, align: "center", isSelected: tab.isSelected, onClick: tab.onClick, label: tab.title },
    ),
  );
  const bar = row(views, { className: "android.widget.HorizontalScrollView", width: "fill", height: 48 });
  return column([bar, divider()], { width: "fill" });
}

/** A navigation bar at the bottom of a screen. */
export function bottomNavigation(items: readonly (Tab & { symbol: IconName })[]): View {
  const views = items.map((tab) =>
    column(
      [
        icon(tab.symbol, {
          size: 24,
          width: 56,
          height: 32,
          padding: { x: 16, y: 4 },
          radius: 16,
          background: tab.isSelected ? "primarySoft" : 0,
          color: tab.isSelected ? "onPrimarySoft" : "textSoft",
        }),
        text(tab.title, { size: 12, bold: "medium", color: tab.isSelected ? "text" : "textSoft", isHidden: true }),
      ],
      {
        className: "android.widget.FrameLayout",
        weight: 1,
        align: "center",
        gap: 4,
        padding: { y: 12 },
        label: tab.title,
        isSelected: tab.isSelected,
        onClick: tab.onClick,
      },
    ),
  );
  return row(views, { id: "bottom_navigation", width: "fill", height: 80, background: "surfaceDim" });
}
