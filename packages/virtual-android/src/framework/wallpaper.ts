import { rectOf } from "../../../../src/base/geometry.js";
import type { Canvas } from "../draw/canvas.js";
import { mix } from "../draw/color.js";

const TOP = 0xff1f2a5c;
const BOTTOM = 0xff7a4f8f;
const HILLS = [
  { color: 0xff54407f, x: 0.15, y: 0.92, radius: 0.6 },
  { color: 0xff3f3470, x: 0.85, y: 1.02, radius: 0.72 },
  { color: 0xff2c2a5e, x: 0.3, y: 1.16, radius: 0.7 },
] as const;

/** Draws an evening sky over hills, in any size. */
export function drawWallpaper(canvas: Canvas): void {
  const { width, height } = canvas.surface;
  for (let y = 0; y < height; y += 2) {
    const color = mix(TOP, BOTTOM, Math.floor((y * 255) / height));
    canvas.fillRect(rectOf(0, y, width, Math.min(height, y + 2)), color);
  }
  const unit = Math.min(width, height);
  canvas.fillCircle(Math.round(width * 0.84), Math.round(height * 0.085), Math.round(unit * 0.05), 0xffffe3b8);
  for (const hill of HILLS) {
    canvas.fillCircle(
      Math.round(width * hill.x),
      Math.round(height * hill.y),
      Math.round(unit * hill.radius),
      hill.color,
    );
  }
}
