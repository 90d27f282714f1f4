import { assetPath } from "../base/assets.js";

/** Text as vector outlines of the bundled font, so that images need no font of the computer. */
export interface TextOutlines {
  /** SVG path data for the text with its baseline's start at x, y. */
  path(text: string, x: number, y: number, size: number): string;
  /** Advance width in pixels. */
  width(text: string, size: number): number;
}

export async function loadTextOutlines(face: "Regular" | "Medium" | "Bold"): Promise<TextOutlines> {
  const { default: opentype } = await import("opentype.js");
  const { readFile } = await import("node:fs/promises");
  const bytes = await readFile(assetPath("fonts", `Roboto-${face}.ttf`));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return {
    path: (text, x, y, size) => font.getPath(text, x, y, size).toPathData(1),
    width: (text, size) => font.getAdvanceWidth(text, size),
  };
}
