import { intersect, type Rect } from "../base/geometry.js";
import type { Pixels } from "./image.js";

/** The same pixels with these parts in grey. */
export function painted({ width, height, rgba }: Pixels, parts: readonly Rect[]): Pixels {
  const copy = Buffer.from(rgba);
  for (const part of parts) {
    const { left, top, right, bottom } = intersect(part, { left: 0, top: 0, right: width, bottom: height });
    if (left >= right) continue;
    for (let y = top; y < bottom; y += 1) {
      copy.fill("\u0080\u0080\u0080\u00ff", (y * width + left) * 4, (y * width + right) * 4, "latin1");
    }
  }
  return { width, height, rgba: copy };
}
