import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Detection } from "../../src/vision/detection.js";
import { encodePng } from "../../src/vision/image.js";
import { at, button, page } from "./build-screen.js";
import { writeDump } from "./ui-tree.js";

export const SIGHTING_SIZE = { width: 720, height: 1280 };

/**
 * The detections of the detector module of {@link sightingFiles} in any picture: a button that the tree contains, and
 * an icon that it does not.
 */
export const SEEN: readonly Detection[] = [
  {
    bounds: { left: 40, top: 200, right: 360, bottom: 296 },
    kind: "button",
    confidence: 0.9,
    text: null,
    guess: null,
    source: "vision",
  },
  {
    bounds: { left: 500, top: 900, right: 596, bottom: 996 },
    kind: "iconButton",
    confidence: 0.95,
    text: null,
    guess: { name: "search", confidence: 0.7 },
    source: "vision",
  },
];

/** A folder with a picture, its tree and detectors; dispose of it to delete it. */
export interface SightingFiles extends Disposable {
  readonly folder: string;
  readonly picture: string;
  readonly tree: string;
  /** The path of a detector with the detections SEEN. */
  readonly detector: string;
  /** The path of a detector that fails at each observation. */
  readonly broken: string;
}

export async function sightingFiles(): Promise<SightingFiles> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-sight-"));
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const detector = (body: string) =>
    `export default () => ({ name: "mine", source: "vision", async detect() { ${body} }, async close() {} });\n`;
  const rgba = new Uint8Array(SIGHTING_SIZE.width * SIGHTING_SIZE.height * 4).fill(230);
  for (const { bounds } of SEEN) {
    for (let y = bounds.top; y < bounds.bottom; y += 1)
      rgba.fill(40, (y * SIGHTING_SIZE.width + bounds.left) * 4, (y * SIGHTING_SIZE.width + bounds.right) * 4);
  }
  const root = page(button("Save", { bounds: at(40, 200, 360, 296) }));
  const full = {
    ...root,
    attributes: { ...root.attributes, bounds: at(0, 0, SIGHTING_SIZE.width, SIGHTING_SIZE.height) },
  };
  return {
    folder,
    picture: write("screen.png", await encodePng({ ...SIGHTING_SIZE, rgba })),
    tree: write("screen.xml", writeDump([full], { singleQuotes: false, beyondAscii: "raw", pretty: false })),
    detector: write("mine.mjs", detector(`return ${JSON.stringify(SEEN)};`)),
    broken: write("broken.mjs", detector('throw new Error("no light");')),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
