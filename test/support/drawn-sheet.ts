import { Canvas, ShapeCache } from "../../packages/virtual-android/src/draw/canvas.js";
import { Fonts } from "../../packages/virtual-android/src/draw/fonts.js";
import { Surface } from "../../packages/virtual-android/src/draw/surface.js";
import { layoutText } from "../../packages/virtual-android/src/draw/text-layout.js";
import { type Rect, rectOf } from "../../src/base/geometry.js";
import { at } from "./build-screen.js";
import type { DrawnScreen } from "./drawn-screen.js";
import type { TreeNode } from "./ui-tree.js";

export const BAR_DP = 24;
export const NAVIGATION_DP = 16;

/** Fonts and shapes. They are slow to load, so many screens share them. */
export class Pens {
  readonly fonts = new Fonts();
  readonly shapes = new ShapeCache();
}

/** A surface in dp that records what is drawn on it as nodes. */
export class Sheet {
  readonly surface: Surface;
  readonly canvas: Canvas;
  readonly #scale: number;
  readonly #nodes: TreeNode[] = [];
  readonly #screen: DrawnScreen;

  constructor(screen: DrawnScreen, { fonts, shapes }: Pens) {
    this.#scale = screen.density / 160;
    this.#screen = screen;
    const [width, height] = [this.px(screen.sizeDp.width), this.px(screen.sizeDp.height)];
    this.surface = screen.isTurned ? new Surface(height, width) : new Surface(width, height);
    this.canvas = new Canvas({ surface: this.surface, fonts, shapes });
  }

  px(dp: number): number {
    return Math.round(dp * this.#scale);
  }

  get widthDp(): number {
    return this.surface.width / this.#scale;
  }

  get heightDp(): number {
    return this.surface.height / this.#scale;
  }

  box(left: number, top: number, right: number, bottom: number): Rect {
    return rectOf(this.px(left), this.px(top), this.px(right), this.px(bottom));
  }

  words(words: string, { left, top, size = 16 }: { left: number; top: number; size?: number }, color: number): void {
    const style = { size: this.px(size * this.#screen.fontScale), weight: "regular", maxLines: 1 } as const;
    const layout = layoutText(this.canvas.fonts, words, style, this.surface.width);
    const place = { left: this.px(left), top: this.px(top), boxWidth: this.surface.width };
    this.canvas.drawText(layout, place, { color, align: "start" });
  }

  node(attributes: Readonly<Record<string, string>>, { left, top, right, bottom }: Rect): void {
    const usual = { package: "com.example.settings", enabled: "true" };
    this.#nodes.push({ attributes: { ...usual, ...attributes, bounds: at(left, top, right, bottom) }, children: [] });
  }

  root(): TreeNode {
    const { width, height } = this.surface;
    const full = at(0, 0, width, height);
    const { isEdgeToEdge } = this.#screen;
    const inner = isEdgeToEdge ? full : at(0, this.px(BAR_DP), width, height - this.px(NAVIGATION_DP));
    const plain = { class: "android.widget.FrameLayout", package: "com.example.settings" };
    const content = { ...plain, "resource-id": "android:id/content", bounds: inner };
    const around = { ...plain, class: "android.widget.LinearLayout", bounds: full };
    const behind = { ...plain, class: "android.view.View", "resource-id": "android:id/statusBarBackground" };
    const strip = { attributes: { ...behind, bounds: at(0, 0, width, this.px(BAR_DP)) }, children: [] };
    const inside = { attributes: around, children: [{ attributes: content, children: this.#nodes }] };
    return { attributes: { ...plain, bounds: full }, children: isEdgeToEdge ? [inside] : [inside, strip] };
  }
}
