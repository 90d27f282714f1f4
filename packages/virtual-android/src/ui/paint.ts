import { isEmpty, type Point, rectOf } from "../../../../src/base/geometry.js";
import type { Canvas } from "../draw/canvas.js";
import { fade } from "../draw/color.js";
import type { TextLayout } from "../draw/text-layout.js";
import type { FieldModel } from "./field.js";
import { caretPoint, layOutField } from "./field-text.js";
import type { Placed } from "./layout.js";
import { colorOf, type Paint } from "./theme.js";
import type { Brush } from "./view.js";

/** The facts besides the tree that determine the drawing. */
export interface PaintEnv {
  readonly density: number;
  readonly isDark: boolean;
  readonly now: number;
  /** The path of the view under the finger. */
  readonly pressedPath: string | undefined;
  /** The path of the view with the focus, if it is not a text field. */
  readonly focusedPath: string | undefined;
  readonly focusedField: FieldModel | undefined;
  /** Whether the blinking caret is in its visible half second. */
  readonly isCaretVisible: boolean;
}

/** The space after the caret in a field whose text is longer than the field. */
export const CARET_MARGIN_DP = 4;

/** Draws a laid-out tree, parents before children, each clipped to its parents. */
export function paintTree(placed: Placed, canvas: Canvas, env: PaintEnv): void {
  if (isEmpty(placed.visible)) return;
  const brush = brushFor(placed, canvas, env);
  paintBox(placed, brush);
  canvas.clipped(placed.visible, () => {
    placed.view.draw?.(brush);
    if (placed.view.field) paintField(placed, placed.view.field, brush, env);
    else paintText(placed, brush);
    for (const child of placed.children) paintTree(child, canvas, env);
    if (brush.isPressed)
      canvas.fillRoundRect(placed.rect, brush.px(placed.view.radius ?? 0), fade(brush.color("text"), 0.1));
  });
}

function brushFor(placed: Placed, canvas: Canvas, env: PaintEnv): Brush {
  return {
    canvas,
    rect: placed.rect,
    inner: placed.inner,
    px: (dp) => Math.max(dp > 0 ? 1 : 0, Math.floor(dp * env.density + 0.5)),
    color: (paint: Paint) => colorOf(paint, env.isDark),
    now: env.now,
    isPressed: env.pressedPath === placed.path && placed.view.isDisabled !== true,
    isFocused:
      env.focusedPath === placed.path || (placed.view.field !== undefined && placed.view.field === env.focusedField),
  };
}

function paintBox(placed: Placed, brush: Brush): void {
  const { background, elevation, stroke, radius = 0 } = placed.view;
  const opacity = placed.view.isDisabled ? 0.5 : 1;
  brush.canvas.clipped(elevation ? brush.canvas.clip : placed.visible, () => {
    if (elevation) brush.canvas.dropShadow(placed.rect, brush.px(radius), brush.px(elevation));
    if (background !== undefined) {
      brush.canvas.fillRoundRect(placed.rect, brush.px(radius), fade(brush.color(background), opacity));
    }
    if (stroke) {
      // Material's outlined fields show the focus by a wider outline, but keep the colour of an error.
      const isMarked = brush.isFocused && placed.view.field !== undefined && stroke.color !== "error";
      const { width, color } = isMarked ? { width: 2, color: "primary" as const } : stroke;
      const line = { width: brush.px(width), color: fade(brush.color(color), opacity) };
      brush.canvas.strokeRoundRect(placed.rect, brush.px(radius), line);
    }
    if (brush.isFocused && !placed.view.field) {
      brush.canvas.strokeRoundRect(placed.rect, brush.px(radius), { width: brush.px(2), color: brush.color("accent") });
    }
  });
}

function paintText(placed: Placed, brush: Brush): void {
  const { text, inner, view } = placed;
  if (!text || !view.text) return;
  const slack = inner.bottom - inner.top - text.lineHeight * text.lines.length;
  const top = inner.top + (slack > 0 ? slack >> 1 : 0);
  const color = fade(brush.color(view.text.color), view.isDisabled ? 0.45 : 1);
  const at = { left: inner.left, top, boxWidth: inner.right - inner.left };
  brush.canvas.drawText(text, at, { color, align: view.text.align ?? "start" });
}

/** Draws the text, dots or hint of a field, and its caret. */
function paintField(placed: Placed, field: FieldModel, brush: Brush, env: PaintEnv): void {
  const { inner, view, text: shown } = placed;
  if (!shown || !view.text) return;
  const isEmptyField = field.text === "";
  const color = brush.color(isEmptyField ? "textFaint" : view.text.color);
  const box = { inner, text: shown, field, fonts: brush.canvas.fonts, margin: brush.px(CARET_MARGIN_DP) };
  const { text, corner, caret } = layOutField(box);
  brush.canvas.clipped(rectOf(inner.left - brush.px(2), inner.top, inner.right, inner.bottom), () => {
    const at = { left: corner.x, top: corner.y, boxWidth: inner.right - inner.left };
    if (field.isSelected) {
      const [from, to] = [caretPoint(box, field.selection.start), caretPoint(box, field.selection.end)];
      paintSelection({ text, from, to }, at, brush);
    }
    brush.canvas.drawText(text, at, { color, align: "start" });
    if (!brush.isFocused || !env.isCaretVisible) return;
    const x = corner.x + caret.x - (isEmptyField ? brush.px(2) : 0);
    const y = corner.y + caret.y;
    brush.canvas.fillRect(rectOf(x, y, x + brush.px(2), y + text.lineHeight), brush.color("primary"));
  });
}

/** Draws the selection from its start to its end, with all lines between them. */
function paintSelection(
  { text, from, to }: { readonly text: TextLayout; readonly from: Point; readonly to: Point },
  at: { left: number; top: number },
  brush: Brush,
): void {
  text.lines.forEach((line, i) => {
    const y = i * text.lineHeight;
    if (y < from.y || y > to.y) return;
    const left = at.left + (y === from.y ? from.x : 0);
    const right = at.left + (y === to.y ? to.x : Math.ceil(line.width));
    const top = at.top + y;
    brush.canvas.fillRect(rectOf(left, top, right, top + text.lineHeight), fade(brush.color("primary"), 0.3));
  });
}
