import { gunzipSync, gzipSync } from "node:zlib";
import type { Rect } from "../base/geometry.js";

const BYTES_PER_PIXEL: ReadonlyMap<number, number> = new Map([
  [1, 4],
  [2, 4],
  [3, 3],
  [4, 2],
  [5, 4],
]);
const LARGEST_PICTURE = 256 * 1024 * 1024;

/** A screenshot of `screencap`, compressed or not, with the regions in black; null if its format is unknown. */
export function withoutRegions(bytes: Buffer, regions: readonly Rect[]): Buffer | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return paint(bytes, regions);
  try {
    const painted = paint(gunzipSync(bytes, { maxOutputLength: LARGEST_PICTURE }), regions);
    return painted && gzipSync(painted, { level: 1 });
  } catch {
    return null;
  }
}

/**
 * Paints raw pixels, which come after a header of 12 or 16 bytes: width, height, format (frameworks/base
 * cmds/screencap).
 */
function paint(bytes: Buffer, regions: readonly Rect[]): Buffer | null {
  if (bytes.length < 12) return null;
  const [width, height] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
  const size = BYTES_PER_PIXEL.get(bytes.readUInt32LE(8)) ?? 0;
  const header = bytes.length - width * height * size;
  if (size === 0 || (header !== 12 && header !== 16)) return null;
  const copy = Buffer.from(bytes);
  for (const { left, top, right, bottom } of regions) {
    for (let y = top; y < Math.min(bottom, height); y += 1) {
      const row = header + y * width * size;
      copy.fill(0, row + Math.min(left, width) * size, row + Math.min(right, width) * size);
    }
  }
  return copy;
}
