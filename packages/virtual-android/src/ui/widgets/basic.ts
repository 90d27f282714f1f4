import type { FontWeight } from "../../draw/fonts.js";
import type { IconName } from "../../draw/icons.js";
import type { Paint } from "../theme.js";
import type { Align, View } from "../view.js";

export interface TextOptions extends Partial<View> {
  readonly size?: number;
  readonly color?: Paint;
  readonly bold?: FontWeight;
  readonly lines?: number;
  readonly textAlign?: Align;
}

/** A piece of text. */
export function text(value: string, options: TextOptions = {}): View {
  const { size = 14, color = "text", bold = "regular", lines, textAlign, ...rest } = options;
  const content = {
    value,
    size,
    color,
    weight: bold,
    ...(lines && { maxLines: lines }),
    ...(textAlign && { align: textAlign }),
  };
  return { className: "android.widget.TextView", text: content, ...rest };
}

/** Children below each other. */
export function column(children: readonly View[], options: Partial<View> = {}): View {
  return { className: "android.widget.LinearLayout", arrange: "column", children, ...options };
}

/** Children next to each other, centred vertically. */
export function row(children: readonly View[], options: Partial<View> = {}): View {
  return { className: "android.widget.LinearLayout", arrange: "row", align: "center", children, ...options };
}

/** Children on top of each other, the last in front. */
export function stack(children: readonly View[], options: Partial<View> = {}): View {
  return { className: "android.widget.FrameLayout", arrange: "stack", children, ...options };
}

/** Empty space that takes the rest of its row or column. */
export function spacer(): View {
  return { className: "android.widget.Space", weight: 1, isHidden: true };
}

/** A thin horizontal line. */
export function divider(options: Partial<View> = {}): View {
  return {
    className: "android.view.View",
    width: "fill",
    height: 1,
    background: "divider",
    isImportant: false,
    ...options,
  };
}

/** An icon of `size` dp. With a label it has a meaning for accessibility; without one it is decoration. */
export function icon(name: IconName, options: Partial<View> & { size?: number; color?: Paint } = {}): View {
  const { size = 24, color = "textSoft", ...rest } = options;
  return {
    className: "android.widget.ImageView",
    width: size,
    height: size,
    isImportant: rest.label !== undefined,
    draw: (brush) => {
      const box = brush.inner;
      const side = Math.min(box.right - box.left, box.bottom - box.top);
      brush.canvas.drawIcon(name, { left: box.left, top: box.top, size: side }, brush.color(color));
    },
    ...rest,
  };
}

/** An icon on a coloured disc, as for avatars and list symbols. */
export function badge(name: IconName, options: { size?: number; color?: Paint; background?: Paint } = {}): View {
  const { size = 40, color = "onPrimarySoft", background = "primarySoft" } = options;
  const inset = Math.round(size * 0.24);
  return icon(name, { size, color, background, radius: size / 2, padding: inset });
}

/** A disc with a letter in it. */
export function letterBadge(letter: string, options: { size?: number; color: Paint }): View {
  const { size = 40, color } = options;
  return text(letter, {
    className: "android.widget.ImageView",
    size: size * 0.42,
    color: 0xffffffff,
    bold: "medium",
    width: size,
    height: size,
    radius: size / 2,
    background: color,
    textAlign: "center",
    spokenText: "",
    isImportant: false,
  });
}
