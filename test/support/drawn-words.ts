import { Canvas, ShapeCache } from "../../packages/virtual-android/src/draw/canvas.js";
import { Fonts } from "../../packages/virtual-android/src/draw/fonts.js";
import { Surface } from "../../packages/virtual-android/src/draw/surface.js";
import { layoutText } from "../../packages/virtual-android/src/draw/text-layout.js";
import type { Size } from "../../src/base/geometry.js";
import type { Frame } from "../../src/screen/frame.js";
import { sha256Of } from "../../src/vision/image.js";

function frameOf(picture: Pick<Frame, "width" | "height" | "rgba">): Frame {
  return { ...picture, format: "rgba", sha256: sha256Of(picture.rgba), takenAt: 0 };
}

interface Drawing {
  readonly paper: number;
  readonly foreground: number;
  /** The size of the letters, in pixels. */
  readonly size: number;
  /** The size of the screen; 720 x 1280 if absent. */
  readonly screen?: Size;
}

/** A screen with these lines one below another, 60 pixels from the left; `tops` has the top of each line. */
export function drawWords(
  lines: readonly string[],
  { paper, foreground, size, screen = { width: 720, height: 1280 } }: Drawing,
): { readonly frame: Frame; readonly tops: readonly number[] } {
  const surface = new Surface(screen.width, screen.height);
  const canvas = new Canvas({ surface, fonts: new Fonts(), shapes: new ShapeCache() });
  canvas.fillRect(surface.bounds, paper);
  const tops = lines.map((words, place) => {
    const top = 100 + place * 150;
    const layout = layoutText(canvas.fonts, words, { size, weight: "regular", maxLines: 1 }, surface.width);
    canvas.drawText(layout, { left: 60, top, boxWidth: surface.width }, { color: foreground, align: "start" });
    return top;
  });
  const { width, height, bytes: rgba } = surface;
  return { frame: frameOf({ width, height, rgba }), tops };
}
