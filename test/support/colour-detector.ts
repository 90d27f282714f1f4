import { rectOf } from "../../src/base/geometry.js";
import type { Frame } from "../../src/screen/frame.js";
import type { Detection } from "../../src/vision/detection.js";
import type { Detector } from "../../src/vision/detector.js";

/** A detector that finds rectangles of known colours, pixel by pixel: a person can work out its results. */
export interface ColourDetector extends Detector {
  /** The pictures that it processed. */
  readonly looks: readonly string[];
}

/** `names`: the name for each known colour (ARGB), or null for none; each colour is found once in a picture. */
export function colourDetector(names: ReadonlyMap<number, string | null>): ColourDetector {
  const looks: string[] = [];
  return {
    name: "colours",
    source: "vision",
    looks,
    detect: async (frame) => {
      looks.push(frame.sha256);
      return [...names].flatMap(([color, name]) => find(frame, color, name));
    },
    close: async () => {},
  };
}

function find({ width, height, rgba }: Frame, color: number, name: string | null): readonly Detection[] {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < width * height; at += 1) {
    const pixel = ((rgba[at * 4] ?? 0) << 16) | ((rgba[at * 4 + 1] ?? 0) << 8) | (rgba[at * 4 + 2] ?? 0);
    if (pixel !== (color & 0xffffff)) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  if (right <= left) return [];
  const guess = name === null ? null : { name, confidence: 0.8 };
  return [
    { bounds: rectOf(left, top, right, bottom), kind: "button", confidence: 0.9, text: null, guess, source: "vision" },
  ];
}
