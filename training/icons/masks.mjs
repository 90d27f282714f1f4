// Draws each icon once in a large size, as the coverage of each pixel.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { labelledIcons, NAMES } from "./labels.mjs";

export const MASK_SIDE = 96;
const FONTS = ["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Noto Sans"];

/** Only one in this number of training icons without a name is drawn, since there are more than needed. */
const ONE_OF_OTHERS = 4;

/**
 * All icons with their label and mask; drawn once and stored in the folder (delete `masks.*` after a change of tables).
 */
export async function drawnIcons(folder) {
  const [list, bytes] = [join(folder, "masks.json"), join(folder, "masks.bin")];
  if (!existsSync(list)) {
    const wanted = labelledIcons().filter(
      ({ label, use }, at) => label < NAMES.length || use !== "train" || at % ONE_OF_OTHERS === 0,
    );
    const drawn = [];
    for (const icon of wanted) {
      const mask = await maskOf(icon.path);
      if (mask) drawn.push({ icon, mask });
    }
    writeFileSync(bytes, Buffer.concat(drawn.map(({ mask }) => mask)));
    writeFileSync(list, JSON.stringify(drawn.map(({ icon: { path: _, ...rest } }) => rest)));
  }
  const masks = readFileSync(bytes);
  const side = MASK_SIDE ** 2;
  return JSON.parse(readFileSync(list, "utf8")).map((icon, at) => ({
    ...icon,
    mask: masks.subarray(at * side, (at + 1) * side),
  }));
}

/** The icon's own box at 96 × 96, one byte per pixel; null if it cannot be drawn or is empty. */
async function maskOf(path) {
  try {
    const svg = sharp(path, { density: 288 }).resize(MASK_SIDE, MASK_SIDE, { fit: "contain", background: "#0000" });
    return inked(await svg.ensureAlpha().extractChannel(3).raw().toBuffer());
  } catch {
    return null;
  }
}

/** The mask of a word or number, which a detector may mistake for an icon. */
export async function textMask(random) {
  const weight = random() < 0.5 ? 400 : 700;
  const font = FONTS[Math.floor(random() * FONTS.length)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><text x="48" y="62" font-family="${font}" font-weight="${weight}" font-size="${24 + random() * 30}" text-anchor="middle">${textOf(random)}</text></svg>`;
  return inked(await sharp(Buffer.from(svg)).ensureAlpha().extractChannel(3).raw().toBuffer());
}

/** Letters that do not look like an icon: at least two, or digits. */
function textOf(random) {
  const letters = "CDEFGHJKLMNOQRSVWYZabcdefghjkmnopqrstuvwyz0123456789";
  const length = 1 + Math.floor(random() * 5);
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join("");
}

function inked(mask) {
  let sum = 0;
  for (const value of mask) sum += value;
  return sum > 255 * 40 && sum < 255 * MASK_SIDE * MASK_SIDE * 0.97 ? mask : null;
}
