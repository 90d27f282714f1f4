import type { Size } from "../base/geometry.js";
import { loadTextOutlines } from "./glyphs.js";
import { renderSvg } from "./image.js";

/** The characters that the bundled font cannot draw; they are shown as a box. */
const NOT_DRAWABLE = /[^\u0020-\u024f\u0370-\u04ff\u2010-\u2026\u2192]/g;

/** Lines of text on a panel of this size, cut at its edges; leading spaces indent. PNG bytes. */
export async function drawTextPanel(
  lines: readonly string[],
  { width, height }: Size,
  fontSize: number,
): Promise<Uint8Array> {
  const outlines = await loadTextOutlines("Regular");
  const step = Math.round(fontSize * 1.45);
  const paths = lines.slice(0, Math.floor(height / step)).map((line, index) => {
    const text = line.trimStart().replace(NOT_DRAWABLE, "\u25a1");
    const indent = (line.length - line.trimStart().length) * fontSize * 0.6;
    return outlines.path(text, fontSize + indent, (index + 1) * step, fontSize);
  });
  const body = paths.map((path) => `<path d="${path}" fill="#1f1f1f"/>`).join("");
  const background = `<rect width="${width}" height="${height}" rx="16" fill="#f8f9fa"/>`;
  return await renderSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${background}${body}</svg>`,
  );
}
