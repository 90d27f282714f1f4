import { intersect, isEmpty, type Rect, rectOf } from "../../../../src/base/geometry.js";
import { type Color, fade } from "./color.js";
import { EMOJI_FACE, type Fonts } from "./fonts.js";
import { drawIcon, type IconName } from "./icons.js";
import { type Mask, rasterize } from "./mask.js";
import { circleOutline, type Outline, strokeOutline } from "./path.js";
import type { Surface } from "./surface.js";
import type { TextLayout } from "./text-layout.js";

/** The masks of shapes that are drawn often, by size. */
export class ShapeCache {
  readonly #masks = new Map<string, readonly Mask[]>();

  get(key: string, make: () => Outline): Mask {
    const [mask] = this.getAll(key, () => [make()]);
    if (!mask) throw new Error(`${key} has no shape`);
    return mask;
  }

  /** The masks of a shape that has several parts. */
  getAll(key: string, make: () => readonly Outline[]): readonly Mask[] {
    const known = this.#masks.get(key);
    if (known) return known;
    const masks = make().map(rasterize);
    if (this.#masks.size > 3000) this.#masks.clear();
    this.#masks.set(key, masks);
    return masks;
  }
}

/** Emoji have their own colour, which does not depend on the colour of the text. */
const EMOJI_COLOR = 0xffc77d00;

export interface CanvasOptions {
  readonly surface: Surface;
  readonly fonts: Fonts;
  readonly shapes: ShapeCache;
}

/** Draws shapes, text and icons on a surface, with a clip rectangle and an opacity. Coordinates are pixels. */
export class Canvas {
  readonly surface: Surface;
  readonly fonts: Fonts;
  readonly shapes: ShapeCache;
  #clip: Rect;
  #opacity = 1;

  constructor(options: CanvasOptions) {
    this.surface = options.surface;
    this.fonts = options.fonts;
    this.shapes = options.shapes;
    this.#clip = options.surface.bounds;
  }

  get clip(): Rect {
    return this.#clip;
  }

  /** Draws with a smaller clip rectangle; draws nothing if that is empty. */
  clipped(rect: Rect, draw: () => void): void {
    const outer = this.#clip;
    this.#clip = intersect(outer, rect);
    if (!isEmpty(this.#clip)) draw();
    this.#clip = outer;
  }

  /** Multiplies the opacity by a factor from 0 to 1 while `draw` runs. */
  faded(opacity: number, draw: () => void): void {
    const outer = this.#opacity;
    this.#opacity = outer * opacity;
    if (this.#opacity > 0) draw();
    this.#opacity = outer;
  }

  fillRect(rect: Rect, color: Color): void {
    this.surface.fillRect(rect, this.#shade(color), this.#clip);
  }

  fillMask(mask: Mask, x: number, y: number, color: Color): void {
    this.surface.fillMask(mask, x, y, { color: this.#shade(color), clip: this.#clip });
  }

  /** Fills a rectangle with round corners; a radius of half the height gives a pill shape. */
  fillRoundRect(rect: Rect, radius: number, color: Color): void {
    const r = Math.round(Math.min(radius, (rect.right - rect.left) / 2, (rect.bottom - rect.top) / 2));
    if (r <= 0) {
      this.fillRect(rect, color);
      return;
    }
    this.fillRect(rectOf(rect.left, rect.top + r, rect.right, rect.bottom - r), color);
    this.fillRect(rectOf(rect.left + r, rect.top, rect.right - r, rect.top + r), color);
    this.fillRect(rectOf(rect.left + r, rect.bottom - r, rect.right - r, rect.bottom), color);
    const disc = this.shapes.get(`disc ${r}`, () => circleOutline(0, 0, r));
    this.#corners(rect, r, (x, y) => this.fillMask(disc, x, y, color));
  }

  /** The outline of a round rectangle, drawn inside it. */
  strokeRoundRect(rect: Rect, radius: number, line: { readonly width: number; readonly color: Color }): void {
    const { width, color } = line;
    const r = Math.round(Math.min(radius, (rect.right - rect.left) / 2, (rect.bottom - rect.top) / 2));
    this.fillRect(rectOf(rect.left + r, rect.top, rect.right - r, rect.top + width), color);
    this.fillRect(rectOf(rect.left + r, rect.bottom - width, rect.right - r, rect.bottom), color);
    this.fillRect(rectOf(rect.left, rect.top + r, rect.left + width, rect.bottom - r), color);
    this.fillRect(rectOf(rect.right - width, rect.top + r, rect.right, rect.bottom - r), color);
    if (r <= 0) return;
    const ring = this.shapes.get(`ring ${r} ${width}`, () => ringOutline(r, width));
    this.#corners(rect, r, (x, y) => this.fillMask(ring, x, y, color));
  }

  fillCircle(x: number, y: number, radius: number, color: Color): void {
    const half = Math.round(radius * 2) / 2;
    const [fx, fy] = [x - Math.floor(x), y - Math.floor(y)];
    const mask = this.shapes.get(`circle ${half} ${fx} ${fy}`, () => circleOutline(fx, fy, half));
    this.fillMask(mask, Math.floor(x), Math.floor(y), color);
  }

  strokeCircle(center: { x: number; y: number }, radius: number, line: { width: number; color: Color }): void {
    const mask = this.shapes.get(`hoop ${radius} ${line.width}`, () => ringOutline(radius, line.width));
    this.fillMask(mask, Math.floor(center.x), Math.floor(center.y), line.color);
  }

  /** Draws a polyline with a round pen. Not cached, because it is for shapes that move. */
  strokeLine(points: readonly number[], line: { readonly width: number; readonly color: Color }): void {
    this.fillMask(rasterize(strokeOutline(points, line.width)), 0, 0, line.color);
  }

  /** Draws a laid-out text whose box has its corner at (left, top); each line is aligned within `boxWidth`. */
  drawText(
    text: TextLayout,
    at: { readonly left: number; readonly top: number; readonly boxWidth: number },
    paint: { readonly color: Color; readonly align: "start" | "center" | "end" },
  ): void {
    text.lines.forEach((line, i) => {
      const align = paint.align === "start" && line.isRightToLeft ? "end" : paint.align;
      const slack = at.boxWidth - line.width;
      const left = at.left + (align === "center" ? slack / 2 : align === "end" ? slack : 0);
      const baseline = at.top + i * text.lineHeight + text.ascent;
      for (const placed of line.glyphs) {
        const quarters = Math.floor((left + placed.x) * 4 + 0.5);
        const mask = this.fonts.maskOf(placed.glyph, text.style.size, quarters & 3);
        this.fillMask(mask, quarters >> 2, baseline, placed.glyph.face === EMOJI_FACE ? EMOJI_COLOR : paint.color);
      }
    });
  }

  /** An icon in a square box of `size` pixels. */
  drawIcon(name: IconName, at: { left: number; top: number; size: number }, color: Color): void {
    drawIcon(this, name, { ...at, color });
  }

  /**
   * Draws a soft shadow around a round rectangle, slightly below it. Draws only the part that the rectangle does not
   * cover.
   */
  dropShadow(rect: Rect, radius: number, depth: number): void {
    const rings = Math.max(1, Math.min(4, Math.round(depth)));
    const step = Math.max(1, Math.round(depth / rings));
    const drop = Math.round(depth / 4);
    for (let i = 1; i <= rings; i += 1) {
      const spread = i * step;
      const ring = rectOf(
        rect.left - spread,
        rect.top - spread + drop,
        rect.right + spread,
        rect.bottom + spread + drop,
      );
      const width = i === 1 ? step + 2 * drop : step;
      this.strokeRoundRect(ring, radius + spread, { width, color: fade(0x34000000, (rings - i + 1) / rings) });
    }
  }

  #shade(color: Color): Color {
    return this.#opacity === 1 ? color : fade(color, this.#opacity);
  }

  /** Draws a quarter of a round shape in each corner of a rectangle. */
  #corners(rect: Rect, r: number, draw: (x: number, y: number) => void): void {
    for (const [x, fromX] of [
      [rect.left + r, rect.left],
      [rect.right - r, rect.right - r],
    ] as const) {
      for (const [y, fromY] of [
        [rect.top + r, rect.top],
        [rect.bottom - r, rect.bottom - r],
      ] as const) {
        this.clipped(rectOf(fromX, fromY, fromX + r, fromY + r), () => draw(x, y));
      }
    }
  }
}

/** A circle and a smaller circle in the opposite direction, so that the inside is not filled. */
function ringOutline(radius: number, width: number): Outline {
  const inner = circleOutline(0, 0, Math.max(0, radius - width)).map(reversed);
  return [...circleOutline(0, 0, radius), ...inner];
}

function reversed(contour: readonly number[]): readonly number[] {
  const points: number[] = [];
  for (let i = contour.length - 2; i >= 0; i -= 2) points.push(contour[i] ?? 0, contour[i + 1] ?? 0);
  return points;
}
