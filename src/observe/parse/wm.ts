import type { Size } from "../../base/geometry.js";

export interface SizeFacts {
  /** The size at rotation 0: `wm size` does not rotate. An override replaces the physical size. */
  readonly screenSize: Size;
  readonly physicalSize: Size | null;
  readonly overrideSize: Size | null;
}

/** `wm size`: `Physical size: WxH` and, with an override, `Override size: WxH`. Undefined for other text. */
export function parseSize(text: string): SizeFacts | undefined {
  const physicalSize = sizeIn(text, "Physical");
  const overrideSize = sizeIn(text, "Override");
  const screenSize = overrideSize ?? physicalSize;
  return screenSize ? { screenSize, physicalSize, overrideSize } : undefined;
}

function sizeIn(text: string, name: string): Size | null {
  const [found] = fieldsIn(text, `${name} size: `, /^(\d{1,5})x(\d{1,5})$/);
  if (!found) return null;
  const size = { width: Number(found.words[1]), height: Number(found.words[2]) };
  return isPlausible(size, found.isWhole) ? size : null;
}

/** The values after the name, one per line. `isWhole` if a newline follows. */
function fieldsIn(text: string, name: string, form: RegExp) {
  const lines = text.split("\n");
  return lines.flatMap((line, place) => {
    const own = line.trim();
    const words = own.startsWith(name) ? form.exec(own.slice(name.length)) : null;
    return words ? [{ words, isWhole: place < lines.length - 1 }] : [];
  });
}

/**
 * A last line without its newline may lack digits. No panel is more than four times as long as wide, but a size without
 * its last digit is.
 */
function isPlausible({ width, height }: Size, isWhole: boolean): boolean {
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  return width > 0 && height > 0 && (isWhole || ratio < 4);
}

export interface DensityFacts {
  /** Dots per inch; an override replaces the physical density. */
  readonly density: number;
  readonly physicalDensity: number | null;
  readonly overrideDensity: number | null;
}

/** The lowest density that Android accepts (`wm density`); DisplayMetrics.DENSITY_LOW is 120. */
const LOWEST_DENSITY = 72;

/** `wm density`: `Physical density: N` and, with an override, `Override density: N`. Undefined for other text. */
export function parseDensity(text: string): DensityFacts | undefined {
  const physicalDensity = densityIn(text, "Physical");
  const overrideDensity = densityIn(text, "Override");
  const density = overrideDensity ?? physicalDensity;
  return density === null ? undefined : { density, physicalDensity, overrideDensity };
}

function densityIn(text: string, name: string): number | null {
  const digits = fieldsIn(text, `${name} density: `, /^(\d{2,4})$/)[0]?.words[1];
  const value = Number(digits);
  return digits !== undefined && value >= LOWEST_DENSITY ? value : null;
}
