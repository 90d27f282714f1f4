import type { Size } from "../base/geometry.js";
import type { EncodedImage } from "../vision/image.js";

/** How places in the picture become device pixels, in which every coordinate of Fovea is. */
export function pictureNote(image: EncodedImage, screenSize: Size | null): string {
  const screen = screenSize ?? { width: image.width * image.scale, height: image.height * image.scale };
  const factor = screen.width / image.width;
  const device = `${Math.round(screen.width)}x${Math.round(screen.height)}`;
  if (Math.abs(factor - 1) < 0.001) return `(picture: ${image.width}x${image.height}, in device pixels)`;
  return `(picture: ${image.width}x${image.height} of a ${device} screen; multiply its coordinates by ${factor.toFixed(4)} for device pixels)`;
}
