import type { Rect } from "../../../../src/base/geometry.js";
import type { Canvas } from "../draw/canvas.js";
import type { Color } from "../draw/color.js";
import type { FontWeight } from "../draw/fonts.js";
import type { FieldModel } from "./field.js";
import type { ScrollModel } from "./scroll.js";
import type { Paint } from "./theme.js";

/** A length in dp, or as large as the content, or as large as the parent allows. */
export type Length = number | "wrap" | "fill";

/** Sizes in dp: of all four edges, or of some. */
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
  /** In sp. */
  readonly size: number;
  readonly color: Paint;
  readonly weight?: FontWeight;
  readonly maxLines?: number;
  readonly align?: Align;
}

/** What a view's own drawing gets. */
export interface Brush {
  readonly canvas: Canvas;
  /** The view's box, not clipped. */
  readonly rect: Rect;
  /** The box without the padding. */
  readonly inner: Rect;
  /** dp as whole pixels. */
  px(dp: number): number;
  color(paint: Paint): Color;
  /** The phone's time in ms, for animations. */
  readonly now: number;
  readonly isPressed: boolean;
  readonly isFocused: boolean;
}

/** A slider's range and what moving it does. */
export interface SliderModel {
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/**
 * One view of a screen as plain data. The same tree is laid out, drawn, touched and reported as the accessibility
 * hierarchy, so these can never disagree. Lengths are dp.
 */
export interface View {
  readonly className: string;
  /** Entry name of the resource id ("title"), or a whole one ("android:id/title"). */
  readonly id?: string | undefined;
  readonly children?: readonly View[] | undefined;

  // Box
  /** How children are placed; a column by default. */
  readonly arrange?: "column" | "row" | "stack" | undefined;
  readonly width?: Length | undefined;
  readonly height?: Length | undefined;
  readonly minWidth?: number | undefined;
  readonly minHeight?: number | undefined;
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
  /** Measured after its siblings: it takes what it needs of what they leave, and scrolls the rest. */
  readonly shrinks?: boolean | undefined;
  /** Share of what is left along the parent's direction. */
  readonly weight?: number | undefined;
  readonly padding?: Edges | undefined;
  /** More padding, in pixels: the system bars around a window's content. */
  readonly insets?: Rect | undefined;
  readonly margin?: Edges | undefined;
  readonly gap?: number | undefined;
  /** Where children lie across the direction (both ways in a stack). */
  readonly align?: Align | undefined;
  /** Where children lie along the direction. */
  readonly justify?: Align | undefined;
  /** Its own place across the parent's direction (horizontally in a stack), before the parent's `align`. */
  readonly alignSelf?: Align | undefined;
  /** Its own vertical place in a stack. */
  readonly alignDown?: Align | undefined;

  // Looks
  readonly background?: Paint | undefined;
  readonly radius?: number | undefined;
  readonly stroke?: { readonly width: number; readonly color: Paint } | undefined;
  readonly elevation?: number | undefined;
  readonly text?: TextContent | undefined;
  /** Drawn after the background and before the children. */
  readonly draw?: ((brush: Brush) => void) | undefined;
  /** True if `draw` changes with time: the screen is drawn 60 times a second while it is visible. */
  readonly isAnimated?: boolean | undefined;

  // Meaning
  readonly label?: string | undefined;
  /** Hint of a text field, kept while it has text. */
  readonly hint?: string | undefined;
  /** Text in the hierarchy where it differs from what is drawn. */
  readonly spokenText?: string | undefined;
  readonly stateDescription?: string | undefined;
  /** Present on checkable views. */
  readonly checked?: boolean | undefined;
  readonly isSelected?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isFocusable?: boolean | undefined;
  /** False for wrappers that the framework leaves out of the compressed hierarchy. */
  readonly isImportant?: boolean | undefined;
  /** Drawn, but never part of the hierarchy, nor are its children. */
  readonly isHidden?: boolean | undefined;

  // Behaviour
  readonly onClick?: (() => void) | undefined;
  readonly onLongClick?: (() => void) | undefined;
  readonly onDoubleTap?: (() => void) | undefined;
  /** Called with every touch inside, for canvases that handle touches themselves; x and y from the view's corner. */
  readonly onTouch?: ((kind: "down" | "move" | "up", x: number, y: number) => void) | undefined;
  /** Two fingers move apart or together: how their distance compares with that at their start. */
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
