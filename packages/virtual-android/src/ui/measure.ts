import type { Size } from "../../../../src/base/geometry.js";
import type { TextCache, TextLayout } from "../draw/text-layout.js";
import { type Edges, edgesOf, type Length, paddingOf, type View } from "./view.js";

/** The space along the direction in which a view scrolls: more than any content needs. */
const UNLIMITED = 1_000_000_000;

/** The facts besides the view itself that determine its size. */
export interface LayoutEnv {
  /** Pixels per dp: dpi / 160. */
  readonly density: number;
  readonly fontScale: number;
  readonly texts: TextCache;
  /** The phone's time, which determines scroll positions. */
  readonly now: number;
}

/** A view with its size in pixels. */
export interface Measured {
  readonly view: View;
  readonly width: number;
  readonly height: number;
  readonly text: TextLayout | undefined;
  readonly children: readonly Measured[];
}

/** dp in whole pixels, at least one for any value above zero: TypedValue.complexToDimensionPixelSize of AOSP. */
export function px(dp: number, env: { readonly density: number }): number {
  const pixels = Math.floor(dp * env.density + 0.5);
  return pixels === 0 && dp > 0 ? 1 : pixels;
}

/** The size of a view within limits: fixed, all available space, or the size of its content. */
export function measure(view: View, limit: Size, env: LayoutEnv): Measured {
  const padding = paddingOf(view, env.density);
  const padX = padding.left + padding.right;
  const padY = padding.top + padding.bottom;
  const most = {
    width: Math.min(limit.width, px(view.maxWidth ?? Number.MAX_SAFE_INTEGER, env)),
    height: Math.min(limit.height, px(view.maxHeight ?? Number.MAX_SAFE_INTEGER, env)),
  };
  const room = {
    width: Math.max(0, (fixed(view.width, env) ?? most.width) - padX),
    height: Math.max(0, (fixed(view.height, env) ?? most.height) - padY),
  };
  const text = measureText(view, room.width, env);
  const children = measureChildren(view, room, env);
  const content = contentSize(view, children, env);
  const lineHeight = text ? text.lineHeight * text.lines.length : 0;
  const wanted = { width: Math.max(content.width, text?.width ?? 0), height: Math.max(content.height, lineHeight) };
  return {
    view,
    width: finalLength(view.width, wanted.width + padX, { most: most.width, least: view.minWidth }, env),
    height: finalLength(view.height, wanted.height + padY, { most: most.height, least: view.minHeight }, env),
    text,
    children,
  };
}

function fixed(length: Length | undefined, env: LayoutEnv): number | undefined {
  return typeof length === "number" ? px(length, env) : undefined;
}

function finalLength(
  length: Length | undefined,
  wanted: number,
  bounds: { most: number; least: number | undefined },
  env: LayoutEnv,
): number {
  const exact = fixed(length, env);
  if (exact !== undefined) return exact;
  if (length === "fill") return bounds.most;
  return Math.min(bounds.most, Math.max(wanted, px(bounds.least ?? 0, env)));
}

function measureText(view: View, room: number, env: LayoutEnv): TextLayout | undefined {
  if (!view.text) return undefined;
  const size = Math.max(1, Math.round(view.text.size * env.density * env.fontScale));
  const style = { size, weight: view.text.weight ?? "regular", maxLines: view.text.maxLines ?? 1000 };
  return env.texts.layout(view.text.value, style, room);
}

function measureChildren(view: View, room: Size, env: LayoutEnv): readonly Measured[] {
  const children = view.children ?? [];
  if (children.length === 0) return [];
  if (view.arrange === "stack") return children.map((child) => measure(child, roomFor(child, room, env), env));
  return view.arrange === "row" ? measureLine(view, room, env, "width") : measureLine(view, room, env, "height");
}

function roomFor(child: View, room: Size, env: LayoutEnv): Size {
  const margin = edgesOf(child.margin);
  return {
    width: Math.max(0, room.width - px(margin.left, env) - px(margin.right, env)),
    height: Math.max(0, room.height - px(margin.top, env) - px(margin.bottom, env)),
  };
}

/** Measures a row or column: first children with their own size, then those that shrink, then shares of the rest. */
function measureLine(view: View, room: Size, env: LayoutEnv, main: "width" | "height"): readonly Measured[] {
  const children = view.children ?? [];
  const isScrolling = view.scroll !== undefined && (view.scroll.axis === "vertical") === (main === "height");
  const total = isScrolling ? UNLIMITED : room[main];
  let left = total - px(view.gap ?? 0, env) * (children.length - 1);
  const results = new Map<View, Measured>();
  const measureChild = (child: View) => {
    const around = { ...room, [main]: Math.max(0, left) };
    const inside = roomFor(child, around, env);
    left -= around[main] - inside[main];
    if (child.weight !== undefined) return;
    const measured = measure(child, inside, env);
    results.set(child, measured);
    left -= measured[main];
  };
  children.filter((child) => !child.shrinks).forEach(measureChild);
  children.filter((child) => child.shrinks).forEach(measureChild);
  const weights = children.reduce((sum, child) => sum + (child.weight ?? 0), 0);
  let [rest, restWeight] = [Math.max(0, left), weights];
  return children.map((child) => {
    const done = results.get(child);
    if (done) return done;
    const share = Math.floor((rest * (child.weight ?? 0)) / restWeight);
    rest -= share;
    restWeight -= child.weight ?? 0;
    const inside = roomFor({ ...child, margin: crossMargin(child, main) }, { ...room, [main]: share }, env);
    return { ...measure({ ...child, [main]: "fill" }, inside, env), view: child };
  });
}

/** The margin across the line; the margin along it was already subtracted. */
function crossMargin(child: View, main: "width" | "height"): Edges {
  const margin = edgesOf(child.margin);
  return main === "width" ? { top: margin.top, bottom: margin.bottom } : { left: margin.left, right: margin.right };
}

function contentSize(view: View, children: readonly Measured[], env: LayoutEnv): Size {
  let [sumWidth, sumHeight, maxWidth, maxHeight] = [0, 0, 0, 0];
  for (const child of children) {
    const margin = edgesOf(child.view.margin);
    const width = child.width + px(margin.left, env) + px(margin.right, env);
    const height = child.height + px(margin.top, env) + px(margin.bottom, env);
    [sumWidth, sumHeight] = [sumWidth + width, sumHeight + height];
    [maxWidth, maxHeight] = [Math.max(maxWidth, width), Math.max(maxHeight, height)];
  }
  const gaps = px(view.gap ?? 0, env) * Math.max(0, children.length - 1);
  if (view.arrange === "stack") return { width: maxWidth, height: maxHeight };
  if (view.arrange === "row") return { width: sumWidth + gaps, height: maxHeight };
  return { width: maxWidth, height: sumHeight + gaps };
}
