import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import { decodePicture, type Pixels } from "../../vision/image.js";

/** The picture with which the present screen is compared. */
export interface Baseline {
  readonly path: string;
  readonly picture: Pixels;
}

/** Facts of a phone that make its pictures of the same screen different. */
export interface PhoneLooks {
  /** The density in dpi; null if it is unknown. */
  readonly density: number | null;
  readonly isDark: boolean;
}

/** The possible file names of a baseline for this phone, the most exact first: `home@420dpi-dark.png` … `home.png`. */
export function baselineNames(file: string, { density, isDark }: PhoneLooks): readonly string[] {
  const kind = extname(file);
  const stem = file.slice(0, file.length - kind.length);
  const theme = isDark ? "dark" : "light";
  const exact = density === null ? [] : [`${stem}@${density}dpi-${theme}${kind}`, `${stem}@${density}dpi${kind}`];
  return [...exact, `${stem}@${theme}${kind}`, file];
}

const KINDS = /\.(?:png|jpe?g|webp|gif|bmp|tiff|wbmp|hei[cf])$/i;

/** The path with the extension of a picture; `.png` is added if there is none. */
export function pictureFile(path: string): string {
  return KINDS.test(path) ? path : `${path}.png`;
}

/**
 * The baseline with one of these names in the first folder that has one; null if there is none. Errors:
 * BASELINE_UNUSABLE for a file that is not a supported picture.
 */
export async function findBaseline(folders: readonly string[], names: readonly string[]): Promise<Baseline | null> {
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name);
      const bytes = await readFile(path).catch(() => null); // it may not exist
      if (bytes) return { path, picture: await pictureIn(bytes, path) };
    }
  }
  return null;
}

async function pictureIn(bytes: Uint8Array, path: string): Promise<Pixels> {
  try {
    return await decodePicture(bytes);
  } catch (cause) {
    const why = causeWords(cause);
    throw new FoveaError("BASELINE_UNUSABLE", `${path} cannot be a baseline: ${why}`, { cause });
  }
}
