import { rectOf } from "../../../../../src/base/geometry.js";
import type { Brush, View } from "../view.js";
import { row, text } from "./basic.js";

export interface ToggleOptions extends Partial<View> {
  readonly isOn: boolean;
}

/** A check box with its text. */
export function checkBox(label: string, options: ToggleOptions & { onClick: () => void }): View {
  const { isOn, ...rest } = options;
  return text(label, {
    className: "android.widget.CheckBox",
    size: 16,
    minHeight: 48,
    width: "fill",
    padding: { left: 34, y: 12 },
    checked: isOn,
    draw: (brush) => drawCheck(brush, isOn),
    ...rest,
  });
}

function drawCheck(brush: Brush, isOn: boolean): void {
  const { canvas, rect } = brush;
  const side = brush.px(20);
  const left = rect.left + brush.px(1);
  const top = (rect.top + rect.bottom - side) >> 1;
  const box = rectOf(left, top, left + side, top + side);
  if (!isOn) {
    canvas.strokeRoundRect(box, brush.px(3), { width: brush.px(2), color: brush.color("textSoft") });
    return;
  }
  canvas.fillRoundRect(box, brush.px(3), brush.color("primary"));
  canvas.drawIcon(
    "check",
    { left: left + brush.px(1), top: top + brush.px(1), size: side - brush.px(2) },
    brush.color("onPrimary"),
  );
}

/** One of several choices; without `onClick` the view around it handles its touches. */
export function radioButton(label: string, options: ToggleOptions & { onClick?: () => void }): View {
  const { isOn, ...rest } = options;
  return text(label, {
    className: "android.widget.RadioButton",
    size: 16,
    minHeight: 48,
    padding: { left: 34, right: 12, y: 12 },
    checked: isOn,
    draw: (brush) => drawRadio(brush, isOn),
    ...rest,
  });
}

function drawRadio(brush: Brush, isOn: boolean): void {
  const { canvas, rect } = brush;
  const center = { x: rect.left + brush.px(11), y: (rect.top + rect.bottom) >> 1 };
  const color = brush.color(isOn ? "primary" : "textSoft");
  canvas.strokeCircle(center, brush.px(10), { width: brush.px(2), color });
  if (isOn) canvas.fillCircle(center.x, center.y, brush.px(5), color);
}

/** The sliding part of a switch, without a text. */
export function toggle(options: ToggleOptions): View {
  const { isOn, ...rest } = options;
  return {
    className: "android.widget.Switch",
    width: 52,
    height: 32,
    checked: isOn,
    draw: (brush) => drawSwitch(brush, isOn),
    ...rest,
  };
}

function drawSwitch(brush: Brush, isOn: boolean): void {
  const { canvas, rect } = brush;
  const height = rect.bottom - rect.top;
  const y = (rect.top + rect.bottom) / 2;
  if (isOn) {
    canvas.fillRoundRect(rect, height / 2, brush.color("primary"));
    canvas.fillCircle(rect.right - height / 2, y, brush.px(12), brush.color("onPrimary"));
    return;
  }
  canvas.fillRoundRect(rect, height / 2, brush.color("surfaceHigh"));
  canvas.strokeRoundRect(rect, height / 2, { width: brush.px(2), color: brush.color("outline") });
  canvas.fillCircle(rect.left + height / 2, y, brush.px(8), brush.color("outline"));
}

/** A filter chip that can be selected. */
export function chip(label: string, options: ToggleOptions & { onClick: () => void }): View {
  const { isOn, ...rest } = options;
  return row([text(label, { size: 14, bold: "medium", color: isOn ? "onPrimarySoft" : "textSoft", isHidden: true })], {
    className: "android.widget.CompoundButton",
    spokenText: label,
    checked: isOn,
    height: 32,
    radius: 8,
    padding: { x: 14 },
    background: isOn ? "primarySoft" : undefined,
    stroke: isOn ? undefined : { width: 1, color: "outline" },
    ...rest,
  });
}
