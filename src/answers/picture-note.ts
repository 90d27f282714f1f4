import type { Rect } from "../base/geometry.js";
import { frontText } from "../screen/header.js";
import type { Observation } from "../screen/observation.js";
import type { EncodedImage } from "../vision/image.js";

/**
 * The note on how coordinates in the image become device pixels, which all coordinates of Fovea are. `part` is the part
 * of the screen that it shows, in device pixels; null or absent for the whole screen. Screenshots show the first
 * display: if the app in front is on another display, the note says that no place in the image is on the app's screen.
 */
export function pictureNote(image: EncodedImage, observation: Observation, part: Rect | null = null): string {
  const { screenSize } = observation;
  const screen = screenSize ?? { width: image.width * image.scale, height: image.height * image.scale };
  const shown = part ? part.right - part.left : screen.width;
  const factor = shown / image.width;
  const device = `${Math.round(screen.width)}x${Math.round(screen.height)}`;
  const size = `${image.width}x${image.height}`;
  if (isOfOtherDisplay(observation)) return `(picture: ${size})\n! ${otherDisplayNote(observation)}`;
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

/** Whether the app in front is on another display than the one that screenshots show. */
export function isOfOtherDisplay({ activeWindow }: Pick<Observation, "activeWindow">): boolean {
  return (activeWindow?.displayId ?? 0) !== 0;
}

export function otherDisplayNote(observation: Observation): string {
  return `the picture shows the first display, and ${frontText(observation)} has the focus`;
}
