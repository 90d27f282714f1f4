import type { Rect, Size } from "../base/geometry.js";
import type { EncodedImage } from "../vision/image.js";

/**
 * How places in the picture become device pixels, in which every coordinate of Fovea is. `part` is what of the screen
 * it shows, in device pixels; all of it where absent or null.
 */
export function pictureNote(image: EncodedImage, screenSize: Size | null, part: Rect | null = null): string {
  const screen = screenSize ?? { width: image.width * image.scale, height: image.height * image.scale };
  const shown = part ? part.right - part.left : screen.width;
  const factor = shown / image.width;
  const device = `${Math.round(screen.width)}x${Math.round(screen.height)}`;
  const size = `${image.width}x${image.height}`;
  const isAsItIs = Math.abs(factor - 1) < 0.001;
  const scaled = `multiply its coordinates by ${factor.toFixed(4)}`;
  if (part) {
    const { left, top, right, bottom } = part;
    const moved = `${isAsItIs ? "" : `${scaled}, then `}add ${left},${top}`;
    return `(picture: ${size}, the part ${left},${top},${right},${bottom} of a ${device} screen; ${moved} for device pixels)`;
  }
  if (isAsItIs) return `(picture: ${size}, in device pixels)`;
  return `(picture: ${size} of a ${device} screen; ${scaled} for device pixels)`;
}
