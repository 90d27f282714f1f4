import type { Rect } from "../../../../src/base/geometry.js";
import type { Canvas } from "../draw/canvas.js";
import type { Color } from "../draw/color.js";
import type { FontWeight } from "../draw/fonts.js";
import type { FieldModel } from "./field.js";
import type { ScrollModel } from "./scroll.js";
import type { Paint } from "./theme.js";

/** A length in dp, or the length of the content, or the length that the parent has left. */
export type Length = number | "wrap" | "fill";

/** Sizes in dp: one for all four edges, or one for each of some edges. */
export type Edges =
  | number
  | {
      readonly x?: number;
      readonly y?: number;
      readonly left?: number;
      readonly top?: number;
      readonly right?: number;
      readonly bottom?: number;
    };

export type Align = "start" | "center" | "end";

export interface TextContent {
  readonly value: string;
  /** The text size in sp. */
  readonly size: number;
  readonly color: Paint;
  readonly weight?: FontWeight;
  readonly maxLines?: number;
  readonly align?: Align;
}

/** The tools for a view's own drawing. */
export interface Brush {
  readonly canvas: Canvas;
  /** The view's box, without clipping. */
  readonly rect: Rect;
  /** The box without the padding. */
  readonly inner: Rect;
  /** Converts dp to whole pixels. */
  px(dp: number): number;
  color(paint: Paint): Color;
  /** The phone's time in ms, for animations. */
  readonly now: number;
  readonly isPressed: boolean;
  readonly isFocused: boolean;
}

/** The range of a slider, and the handler of its movement. */
export interface SliderModel {
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/**
 * One view of a screen as plain data. The same tree is laid out, drawn, touched and reported as the accessibility
 * hierarchy, so these are always consistent. Lengths are in dp.
 */
export interface View {
  readonly className: string;
  /** The entry name of the resource id ("title"), or a complete id ("android:id/title"). */
  readonly id?: string | undefined;
  readonly children?: readonly View[] | undefined;

  // Box
  /** The arrangement of the children; a column by default. */
  readonly arrange?: "column" | "row" | "stack" | undefined;
  readonly width?: Length | undefined;
  readonly height?: Length | undefined;
  readonly minWidth?: number | undefined;
  readonly minHeight?: number | undefined;
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
  /** Whether it is measured after its siblings: it takes what it needs of the remaining space, and scrolls the rest. */
  readonly shrinks?: boolean | undefined;
  /** Its share of the remaining space along the parent's direction. */
  readonly weight?: number | undefined;
  readonly padding?: Edges | undefined;
  /** Additional padding in pixels, for the system bars around a window's content. */
  readonly insets?: Rect | undefined;
  readonly margin?: Edges | undefined;
  readonly gap?: number | undefined;
  /** The alignment of children across the direction (in a stack, in both directions). */
  readonly align?: Align | undefined;
  /** The alignment of children along the direction. */
  readonly justify?: Align | undefined;
  /** Its own alignment across the parent's direction (horizontal in a stack), which replaces the parent's `align`. */
  readonly alignSelf?: Align | undefined;
  /** Its own vertical alignment in a stack. */
  readonly alignDown?: Align | undefined;

  // Appearance
  readonly background?: Paint | undefined;
  readonly radius?: number | undefined;
  readonly stroke?: { readonly width: number; readonly color: Paint } | undefined;
  readonly elevation?: number | undefined;
  readonly text?: TextContent | undefined;
  /** Drawn after the background and before the children. */
  readonly draw?: ((brush: Brush) => void) | undefined;
  /** Whether the drawing changes with time: the screen is drawn 60 times a second while the view is visible. */
  readonly isAnimated?: boolean | undefined;

  // Meaning
  readonly label?: string | undefined;
  /** The hint of a text field, also while the field has text. */
  readonly hint?: string | undefined;
  /** The text in the hierarchy, if it differs from the text on the screen. */
  readonly spokenText?: string | undefined;
  readonly stateDescription?: string | undefined;
  /** Present on checkable views. */
  readonly checked?: boolean | undefined;
  readonly isSelected?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isFocusable?: boolean | undefined;
  /** False for wrappers that are not in the framework's compressed hierarchy. */
  readonly isImportant?: boolean | undefined;
  /** Whether it is drawn, but neither it nor its children are in the hierarchy. */
  readonly isHidden?: boolean | undefined;

  // Behaviour
  readonly onClick?: (() => void) | undefined;
  readonly onLongClick?: (() => void) | undefined;
  readonly onDoubleTap?: (() => void) | undefined;
  /**
   * Called for every touch inside, for canvases that handle touches themselves; x and y are relative to the view's
   * corner.
   */
  readonly onTouch?: ((kind: "down" | "move" | "up", x: number, y: number) => void) | undefined;
  /** Called when two fingers move apart or together, with the ratio of their distance to their first distance. */
  readonly onZoom?: ((scale: number) => void) | undefined;
  readonly scroll?: ScrollModel | undefined;
  readonly field?: FieldModel | undefined;
  readonly slider?: SliderModel | undefined;
}

/** The padding of a view in whole pixels: its `padding` and its `insets`. */
export function paddingOf(view: View, density: number): Rect {
  const { left, top, right, bottom } = edgesOf(view.padding);
  const px = (dp: number) => Math.floor(dp * density + 0.5);
  const insets = view.insets ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    left: px(left) + insets.left,
    top: px(top) + insets.top,
    right: px(right) + insets.right,
    bottom: px(bottom) + insets.bottom,
  };
}

/** Edges in dp by name. */
export function edgesOf(edges: Edges | undefined): { left: number; top: number; right: number; bottom: number } {
  if (edges === undefined) return { left: 0, top: 0, right: 0, bottom: 0 };
  if (typeof edges === "number") return { left: edges, top: edges, right: edges, bottom: edges };
  const { x = 0, y = 0 } = edges;
  return { left: edges.left ?? x, top: edges.top ?? y, right: edges.right ?? x, bottom: edges.bottom ?? y };
}
