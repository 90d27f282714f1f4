import type { Point } from "../../../../src/base/geometry.js";
import type { Fonts } from "../draw/fonts.js";
import { layoutText, type TextLayout, widthOf } from "../draw/text-layout.js";
import type { FieldModel } from "./field.js";
import type { Placed } from "./layout.js";

/** A laid-out text field: a view with a text and a field. */
export interface FieldBox {
  readonly inner: Placed["inner"];
  /** The laid-out text, dots or hint, from which the style is used. */
  readonly text: TextLayout;
  readonly field: FieldModel;
  readonly fonts: Fonts;
  /** The pixels that stay free after the caret. */
  readonly margin: number;
}

/** The position of a field's text in its box. */
export interface FieldText {
  readonly text: TextLayout;
  /** The corner of the text; it is outside the box if the text is scrolled so that the caret is visible. */
  readonly corner: Point;
  /** The upper end of the caret, relative to that corner. */
  readonly caret: Point;
}

/** Lays out the text of a field. A field scrolls its text, while other views cut it off. */
export function layOutField(box: FieldBox): FieldText {
  const { inner, field, margin } = box;
  const text = field.text === "" ? box.text : layOutWhole(box, field.shownText);
  const caret = caretPoint(box, field.caret);
  const overflowX = field.isMultiline ? 0 : Math.max(0, caret.x + margin - (inner.right - inner.left));
  const overflowY = Math.max(0, caret.y + text.lineHeight - (inner.bottom - inner.top));
  const slack = inner.bottom - inner.top - text.lineHeight * Math.max(1, text.lines.length);
  const top = inner.top + (field.isMultiline ? 0 : Math.max(0, slack) >> 1) - overflowY;
  return { text, caret, corner: { x: inner.left - overflowX, y: top } };
}

/** The index at which a tap puts the caret: before the nearest character in the line under the point. */
export function caretIndexAt(box: FieldBox, point: Point): number {
  const { text, corner } = layOutField(box);
  const { text: typed } = box.field;
  const line = Math.max(0, Math.min(text.lines.length - 1, Math.floor((point.y - corner.y) / text.lineHeight)));
  const goal = { x: point.x - corner.x, y: line * text.lineHeight };
  const after = firstIndexFrom(box, goal);
  const [left, right] = [caretPoint(box, Math.max(0, after - 1)), caretPoint(box, after)];
  const isLeft = after > 0 && left.y === goal.y && (right.y !== goal.y || goal.x - left.x < right.x - goal.x);
  const index = isLeft ? after - 1 : after;
  return /^[\uDC00-\uDFFF]/.test(typed.slice(index)) ? index - 1 : index;
}

/** The first index whose caret is at or after `goal`, in reading order. */
function firstIndexFrom(box: FieldBox, goal: Point): number {
  let [low, high] = [0, box.field.text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { x, y } = caretPoint(box, middle);
    if (y > goal.y || (y === goal.y && x >= goal.x)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The position of the caret relative to the text's corner, found by a layout of the text before it. */
export function caretPoint(box: FieldBox, index: number): Point {
  const { field, fonts, text } = box;
  if (field.text === "") return { x: 0, y: 0 };
  const before = (field.isPassword ? field.shownText : field.text).slice(0, index);
  const laid = layOutWhole(box, before);
  const last = laid.lines.length - 1;
  const trailing = before.length - before.trimEnd().length;
  const spaces = trailing > 0 && laid.lines.length > 1 ? widthOf(fonts, " ".repeat(trailing), text.style) : 0;
  return { x: Math.round((laid.lines[last]?.width ?? 0) + spaces), y: Math.max(0, last) * text.lineHeight };
}

function layOutWhole({ inner, field, fonts, text }: FieldBox, shown: string): TextLayout {
  const room = field.isMultiline ? inner.right - inner.left : Number.MAX_SAFE_INTEGER;
  return layoutText(fonts, shown, { ...text.style, maxLines: Number.MAX_SAFE_INTEGER }, room);
}
