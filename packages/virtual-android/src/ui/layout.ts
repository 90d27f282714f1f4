import { intersect, isEmpty, type Rect, rectOf } from "../../../../src/base/geometry.js";
import type { TextLayout } from "../draw/text-layout.js";
import { type LayoutEnv, type Measured, measure, px } from "./measure.js";
import { edgesOf, paddingOf, type View } from "./view.js";

/** A view with its position on the screen, in pixels. */
export interface Placed {
  readonly view: View;
  /** Its position in the tree: the child indexes from the root, for example "0.2.1". */
  readonly path: string;
  /** The whole box; parts of it may be outside the screen or a scrolling parent. */
  readonly rect: Rect;
  /** The box without padding. */
  readonly inner: Rect;
  /** The part that its parents show; empty if they show none. */
  readonly visible: Rect;
  readonly text: TextLayout | undefined;
  readonly children: readonly Placed[];
}

/** Lays a view out in a box: it fills the box, or it has its own size at the corner of the box if it wraps. */
export function layOut(view: View, box: Rect, env: LayoutEnv): Placed {
  const limit = { width: box.right - box.left, height: box.bottom - box.top };
  const measured = measure(view, limit, env);
  return place(measured, { x: box.left, y: box.top, clip: box, path: "0" }, env);
}

/** The size of a view within limits, in pixels. */
export function sizeOf(
  view: View,
  limit: { width: number; height: number },
  env: LayoutEnv,
): { width: number; height: number } {
  const { width, height } = measure(view, limit, env);
  return { width, height };
}

function place(measured: Measured, at: Position, env: LayoutEnv): Placed {
  const { view } = measured;
  const rect = rectOf(at.x, at.y, at.x + measured.width, at.y + measured.height);
  const pad = paddingOf(view, env.density);
  const inner = rectOf(rect.left + pad.left, rect.top + pad.top, rect.right - pad.right, rect.bottom - pad.bottom);
  const visible = clampEmpty(intersect(rect, at.clip));
  const children = placeChildren(measured, { inner, visible, path: at.path }, env);
  return { view, path: at.path, rect, inner, visible, text: measured.text, children };
}

interface Position {
  readonly x: number;
  readonly y: number;
  readonly clip: Rect;
  readonly path: string;
}

interface ParentBox {
  readonly inner: Rect;
  readonly visible: Rect;
  readonly path: string;
}

/** An empty rectangle gets size 0 at its position, instead of negative sides. */
function clampEmpty(rect: Rect): Rect {
  return isEmpty(rect) ? rectOf(rect.left, rect.top, rect.left, rect.top) : rect;
}

function placeChildren(parent: Measured, box: ParentBox, env: LayoutEnv): readonly Placed[] {
  const { view, children } = parent;
  if (children.length === 0) return [];
  if (view.arrange === "stack") return children.map((child, i) => placeInStack(child, childBox(box, i), env, view));
  const isRow = view.arrange === "row";
  const room = isRow ? box.inner.right - box.inner.left : box.inner.bottom - box.inner.top;
  const gap = px(view.gap ?? 0, env);
  const used = children.reduce((sum, c) => sum + outerMain(c, isRow, env), gap * (children.length - 1));
  view.scroll?.setRange(used - room);
  const slack = Math.max(0, room - used);
  const lead = view.justify === "end" ? slack : view.justify === "center" ? slack >> 1 : 0;
  let position = (isRow ? box.inner.left : box.inner.top) + lead - (view.scroll?.offsetAt(env.now) ?? 0);
  return children.map((child, i) => {
    const margin = marginsOf(child, env);
    const along = position + (isRow ? margin.left : margin.top);
    const across = acrossOf(child, { box: box.inner, isRow, margin, align: child.view.alignSelf ?? view.align });
    position += outerMain(child, isRow, env) + gap;
    const at = isRow ? { x: along, y: across } : { x: across, y: along };
    return place(child, { ...at, clip: box.visible, path: `${box.path}.${i}` }, env);
  });
}

function childBox(box: ParentBox, index: number): ParentBox {
  return { ...box, path: `${box.path}.${index}` };
}

function placeInStack(child: Measured, box: ParentBox, env: LayoutEnv, parent: View): Placed {
  const margin = marginsOf(child, env);
  const align = child.view.alignSelf ?? parent.align;
  const down = child.view.alignDown ?? parent.justify;
  const x = acrossOf(child, { box: box.inner, isRow: false, margin, align });
  const y = acrossOf(child, { box: box.inner, isRow: true, margin, align: down });
  return place(child, { x, y, clip: box.visible, path: box.path }, env);
}

interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function marginsOf(child: Measured, env: LayoutEnv): Margins {
  const m = edgesOf(child.view.margin);
  return { left: px(m.left, env), top: px(m.top, env), right: px(m.right, env), bottom: px(m.bottom, env) };
}

function outerMain(child: Measured, isRow: boolean, env: LayoutEnv): number {
  const m = marginsOf(child, env);
  return isRow ? child.width + m.left + m.right : child.height + m.top + m.bottom;
}

/** The coordinate across the parent's direction: vertical in a row, horizontal in a column. */
function acrossOf(
  child: Measured,
  place: { box: Rect; isRow: boolean; margin: Margins; align: "start" | "center" | "end" | undefined },
): number {
  const { box, margin, align } = place;
  const [start, end] = place.isRow
    ? [box.top + margin.top, box.bottom - margin.bottom]
    : [box.left + margin.left, box.right - margin.right];
  const slack = end - start - (place.isRow ? child.height : child.width);
  if (align === "center") return start + (slack >> 1);
  return align === "end" ? start + slack : start;
}
