import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import { decodePicture, type Pixels } from "../../vision/image.js";

/** What a screen looked like that is compared with one of now. */
export interface Baseline {
  readonly path: string;
  readonly picture: Pixels;
}

/** What pictures of one screen differ by on two phones. */
export interface PhoneLooks {
  /** In dpi; null if it is unknown. */
  readonly density: number | null;
  readonly isDark: boolean;
}

/** Names of a picture for this size, density and theme, the most exact first: `home@420dpi-dark.png` … `home.png`. */
export function baselineNames(file: string, { density, isDark }: PhoneLooks): readonly string[] {
  const kind = extname(file);
  const stem = file.slice(0, file.length - kind.length);
  const theme = isDark ? "dark" : "light";
  const exact = density === null ? [] : [`${stem}@${density}dpi-${theme}${kind}`, `${stem}@${density}dpi${kind}`];
  return [...exact, `${stem}@${theme}${kind}`, file];
}

const KINDS = /\.(?:png|jpe?g|webp|gif|bmp|tiff|wbmp|hei[cf])$/i;

/** With an ending of pictures, `.png` where there is none. */
export function pictureFile(path: string): string {
  return KINDS.test(path) ? path : `${path}.png`;
}

/**
 * The baseline of these names in the first of the folders that has one; null if none has. Errors: BASELINE_UNUSABLE
 * for a file that is not a picture of a kind that is read here.
 */
export async function findBaseline(folders: readonly string[], names: readonly string[]): Promise<Baseline | null> {
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name);
      const bytes = await readFile(path).catch(() => null); // not there
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
