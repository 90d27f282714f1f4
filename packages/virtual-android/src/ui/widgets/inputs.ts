import { rectOf } from "../../../../../src/base/geometry.js";
import type { FieldModel } from "../field.js";
import type { Brush, SliderModel, View } from "../view.js";
import { column, icon, row, text } from "./basic.js";

export interface EditTextOptions extends Partial<View> {
  readonly field: FieldModel;
  readonly hint: string;
  /** The text above the box. */
  readonly caption?: string;
  /** The text below the box, in the error colour. */
  readonly error?: string | undefined;
}

/** A text field in an outlined box, with an optional caption and error. */
export function editText(options: EditTextOptions): View {
  const { caption, error, ...box } = options;
  const inner = plainField({ ...box, hasError: error !== undefined });
  if (caption === undefined && error === undefined) return inner;
  const above = caption === undefined ? [] : [text(caption, { size: 12, color: "textSoft", bold: "medium" })];
  const below = error === undefined ? [] : [text(error, { size: 12, color: "error", id: "textinput_error" })];
  return column([...above, inner, ...below], { width: "fill", gap: 4 });
}

/** The box of a text field without caption and error. */
export function plainField(options: EditTextOptions & { hasError?: boolean }): View {
  const { field, hint, hasError = false, caption: _caption, error: _error, ...rest } = options;
  const lines = field.isMultiline ? 6 : 1;
  return {
    className: "android.widget.EditText",
    width: "fill",
    minHeight: field.isMultiline ? 96 : 52,
    padding: { x: 14, y: 12 },
    radius: 8,
    background: "surface",
    stroke: { width: hasError ? 2 : 1, color: hasError ? "error" : "outline" },
    text: { value: field.text === "" ? hint : field.shownText, size: 16, color: "text", maxLines: lines },
    hint,
    field,
    ...rest,
  };
}

/** A slider; its value is also its state description. */
export function slider(model: SliderModel, options: Partial<View> = {}): View {
  return {
    className: "android.widget.SeekBar",
    width: "fill",
    height: 44,
    padding: { x: 12 },
    slider: model,
    isFocusable: true,
    stateDescription: `${Math.round(((model.value - model.min) / (model.max - model.min)) * 100)}%`,
    draw: (brush) => drawSlider(brush, (model.value - model.min) / (model.max - model.min)),
    ...options,
  };
}

function drawSlider(brush: Brush, share: number): void {
  const { canvas, inner } = brush;
  const y = (inner.top + inner.bottom) >> 1;
  const half = brush.px(2);
  const x = Math.round(inner.left + (inner.right - inner.left) * share);
  canvas.fillRoundRect(rectOf(inner.left, y - half, inner.right, y + half), half, brush.color("surfaceHigh"));
  canvas.fillRoundRect(rectOf(inner.left, y - half, x, y + half), half, brush.color("primary"));
  canvas.fillCircle(x, y, brush.px(10), brush.color("primary"));
}

/** A field that opens a list of choices when it is tapped. */
export function dropDown(value: string, onClick: () => void, options: Partial<View> = {}): View {
  return row(
    [
      text(value, { id: "android:id/text1", className: "android.widget.TextView", size: 16, weight: 1, lines: 1 }),
      icon("down", { size: 20 }),
    ],
    {
      className: "android.widget.Spinner",
      width: "fill",
      height: 52,
      padding: { x: 14 },
      radius: 8,
      background: "surface",
      stroke: { width: 1, color: "outline" },
      onClick,
      ...options,
    },
  );
}
