import { isEmpty, type Rect, rectOf } from "../../base/geometry.js";
import type { Canvas } from "../draw/canvas.js";
import { fade } from "../draw/color.js";
import { layoutText, type TextLayout, widthOf } from "../draw/text-layout.js";
import type { FieldModel } from "./field.js";
import type { Placed } from "./layout.js";
import { colorOf, type Paint } from "./theme.js";
import type { Brush } from "./view.js";

/** What drawing depends on besides the tree. */
export interface PaintEnv {
  readonly density: number;
  readonly isDark: boolean;
  readonly now: number;
  /** Path of the view under the finger. */
  readonly pressedPath: string | undefined;
  /** Path of the view with the focus, where it is not a text field. */
  readonly focusedPath: string | undefined;
  readonly focusedField: FieldModel | undefined;
  /** Whether the blinking caret is in its visible half second. */
  readonly isCaretVisible: boolean;
}

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
      const line = { width: brush.px(stroke.width), color: fade(brush.color(stroke.color), opacity) };
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

/** Draws a field's text, dots or hint, moved so that the caret stays in sight. */
function paintField(placed: Placed, field: FieldModel, brush: Brush, env: PaintEnv): void {
  const { inner, view, text } = placed;
  if (!text || !view.text) return;
  const isEmptyField = field.text === "";
  const color = brush.color(isEmptyField ? "textFaint" : view.text.color);
  const whole = isEmptyField ? text : wholeText(placed, field.shownText, text, brush.canvas);
  const caret = caretOf(placed, field, brush.canvas);
  const overflowX = field.isMultiline ? 0 : Math.max(0, caret.x + brush.px(4) - (inner.right - inner.left));
  const overflowY = Math.max(0, caret.y + text.lineHeight - (inner.bottom - inner.top));
  const slack = inner.bottom - inner.top - text.lineHeight * Math.max(1, text.lines.length);
  const top = inner.top + (field.isMultiline ? 0 : Math.max(0, slack) >> 1) - overflowY;
  brush.canvas.clipped(rectOf(inner.left - brush.px(2), inner.top, inner.right, inner.bottom), () => {
    const at = { left: inner.left - overflowX, top, boxWidth: inner.right - inner.left };
    if (field.isSelected) paintSelection(whole, at, brush);
    brush.canvas.drawText(whole, at, { color, align: "start" });
    if (!brush.isFocused || !env.isCaretVisible) return;
    const x = inner.left - overflowX + caret.x - (isEmptyField ? brush.px(2) : 0);
    const y = top + caret.y;
    brush.canvas.fillRect(rectOf(x, y, x + brush.px(2), y + text.lineHeight), brush.color("primary"));
  });
}

function paintSelection(text: TextLayout, at: { left: number; top: number }, brush: Brush): void {
  text.lines.forEach((line, i) => {
    const top = at.top + i * text.lineHeight;
    const right = at.left + Math.ceil(line.width);
    brush.canvas.fillRect(rectOf(at.left, top, right, top + text.lineHeight), fade(brush.color("primary"), 0.3));
  });
}

/** Where the caret stands from the text's corner, found by laying out the text before it. */
function caretOf(placed: Placed, field: FieldModel, canvas: Canvas): { x: number; y: number } {
  const { text } = placed;
  if (!text || field.text === "") return { x: 0, y: 0 };
  const before = field.isPassword ? field.shownText.slice(0, field.caret) : field.text.slice(0, field.caret);
  const laid = wholeText(placed, before, text, canvas);
  const last = laid.lines.length - 1;
  const trailing = before.length - before.trimEnd().length;
  const spaces = trailing > 0 && laid.lines.length > 1 ? widthOf(canvas.fonts, " ".repeat(trailing), text.style) : 0;
  return { x: Math.round((laid.lines[last]?.width ?? 0) + spaces), y: Math.max(0, last) * text.lineHeight };
}

/** A field scrolls instead of cutting its text off: on one line where it has one, else on as many as it takes. */
function wholeText(placed: Placed, shown: string, { style }: TextLayout, { fonts }: Canvas): TextLayout {
  const isMultiline = placed.view.field?.isMultiline === true;
  const room = isMultiline ? widthOfRect(placed.inner) : Number.MAX_SAFE_INTEGER;
  return layoutText(fonts, shown, { ...style, maxLines: Number.MAX_SAFE_INTEGER }, room);
}

function widthOfRect(rect: Rect): number {
  return rect.right - rect.left;
}
