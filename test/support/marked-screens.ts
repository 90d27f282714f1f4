import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { Canvas } from "../../packages/virtual-android/src/draw/canvas.js";
import { Surface } from "../../packages/virtual-android/src/draw/surface.js";
import { layoutText } from "../../packages/virtual-android/src/draw/text-layout.js";
import { intersect, isEmpty, type Rect, rectOf, type Size } from "../../src/base/geometry.js";
import type { UiElement } from "../../src/screen/element.js";
import type { Frame } from "../../src/screen/frame.js";
import type { ViewHierarchy } from "../../src/screen/hierarchy.js";
import { assignRefs } from "../../src/screen/identity.js";
import { indexedFiles, readCorpus } from "./corpus.js";
import { type DrawnScreen, drawn, PLAIN } from "./drawn-screen.js";
import type { Pens } from "./drawn-sheet.js";
import { droidBotTree } from "./droidbot.js";
import { randomFrom } from "./mutations.js";
import { screenOf } from "./screens.js";
import { writeDump } from "./ui-tree.js";

/** A screen with its picture, and the bounds of its texts. */
export interface MarkedScreen {
  readonly name: string;
  readonly frame: Frame;
  readonly elements: readonly UiElement[];
  readonly texts: readonly Rect[];
}

const DIALECT = { singleQuotes: false, beyondAscii: "raw", pretty: false } as const;

export function frameOf({ width, height }: Size, rgba: Uint8Array): Frame {
  return { width, height, rgba, format: "png", sha256: "", takenAt: 0 };
}

/** The bounds of the texts in a hierarchy. */
export function textsOf({ nodes }: ViewHierarchy): readonly Rect[] {
  return nodes.flatMap(({ text, bounds }) => (text && bounds && !isEmpty(bounds) ? [bounds] : []));
}

/** Generated pages of settings with various sizes, densities, rotations, themes, font sizes and keyboards. */
export function settingsScreen(seed: number, pens: Pens): MarkedScreen {
  const random = randomFrom(seed);
  const pick = <T>(values: readonly T[], fallback: T): T => values[random(values.length)] ?? fallback;
  const density = pick([160, 240, 320, 420, 480], 420);
  const sizeDp = pick(
    [
      { width: 411, height: 914 },
      { width: 360, height: 640 },
      { width: 320, height: 480 },
      { width: 600, height: 960 },
      { width: 384, height: 384 },
    ],
    PLAIN.sizeDp,
  );
  const screen: DrawnScreen = {
    ...PLAIN,
    density,
    sizeDp,
    isTurned: random(3) === 0,
    isDark: random(2) === 0,
    fontScale: pick([0.85, 1, 1.3], 1),
    scrolledDp: random(200),
    isKeyboardShown: random(4) === 0,
    badge: random(2) === 0 ? 12 : null,
    title: pick(["Settings", "Privacy and security", "Wi-Fi"], "Settings"),
  };
  const { seen, tree } = drawn(screen, pens);
  const elements = assignRefs(tree.drafts.elements, tree.hierarchy, null, countedFrom(random(4_000)));
  const { width, height, rgba } = seen.frame;
  const frame = frameOf({ width, height }, rgba);
  return { name: `settings ${seed}`, frame, elements, texts: textsOf(tree.hierarchy) };
}

function countedFrom(first: number): () => string {
  let last = first;
  return () => {
    last += 1;
    return `e${last}`;
  };
}

/** A tree of the corpus with a picture that shows its words at the bounds in the tree. */
export function paintedTree(folder: string, file: string, pens: Pens): MarkedScreen {
  const { elements, viewHierarchy } = screenOf(readCorpus(folder, file));
  const bounds = viewHierarchy.nodes.flatMap((node) => node.bounds ?? []);
  const width = Math.max(1, ...bounds.map(({ right }) => right));
  const height = Math.max(1, ...bounds.map(({ bottom }) => bottom));
  const size = { width: Math.min(width, 4_000), height: Math.min(height, 4_000) };
  const words = viewHierarchy.nodes.flatMap(({ text, bounds: at }) =>
    text && at && !isEmpty(at) ? [{ text, at }] : [],
  );
  return { name: file, frame: painted(size, words, pens), elements, texts: textsOf(viewHierarchy) };
}

interface Words {
  readonly text: string;
  readonly at: Rect;
}

/** A picture of words on a light background, each inside its box. */
export function painted(size: Size, words: readonly Words[], pens: Pens): Frame {
  const surface = new Surface(size.width, size.height);
  const canvas = new Canvas({ surface, ...pens });
  canvas.fillRect(surface.bounds, 0xfff6f4fa);
  for (const { text, at } of words) {
    const box = intersect(at, surface.bounds);
    if (isEmpty(box)) continue;
    const boxWidth = box.right - box.left;
    const letters = Math.max(8, Math.min(box.bottom - box.top, Math.round(Math.max(size.width, size.height) / 55)));
    const layout = layoutText(
      pens.fonts,
      text.slice(0, 400),
      { size: letters, weight: "regular", maxLines: 20 },
      boxWidth,
    );
    canvas.clipped(box, () => {
      canvas.drawText(layout, { left: box.left, top: box.top, boxWidth }, { color: 0xff202124, align: "start" });
    });
  }
  return frameOf(size, surface.bytes);
}

/** Screenshots of the corpus with their trees, if both have the same size. */
export async function pairedScreens(folder: string): Promise<readonly MarkedScreen[]> {
  const pictures = indexedFiles(folder, /^pairs\/(?!bad)\S+\tscreenshot/);
  const screens: MarkedScreen[] = [];
  for (const picture of pictures) {
    const tree = readTree(folder, picture.replace(/\.\w+$/, ""));
    if (!tree) continue;
    const { data, info } = await sharp(join(folder, picture)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const frame = frameOf(info, data);
    screens.push({ name: picture, frame, elements: tree.elements, texts: textsOf(tree.viewHierarchy) });
  }
  return screens;
}

function readTree(folder: string, stem: string) {
  for (const read of [
    () => readCorpus(folder, `${stem}.xml`),
    () => writeDump([droidBotTree(readFileSync(join(folder, `${stem}.json`), "utf8"))], DIALECT),
  ]) {
    try {
      return screenOf(read());
    } catch {
      // Try the other kind of file.
    }
  }
  return null;
}

/**
 * Grids of cells with words, some nested, ordered from left to right or from right to left.
 */
export function gridScreen(
  {
    size,
    columns,
    rows,
    isRightToLeft,
  }: { readonly size: Size; readonly columns: number; readonly rows: number; readonly isRightToLeft: boolean },
  pens: Pens,
): MarkedScreen {
  const [cellWidth, cellHeight] = [size.width / columns, size.height / rows];
  const cells = Array.from({ length: columns * rows }, (_, at) => {
    const column = isRightToLeft ? columns - 1 - (at % columns) : at % columns;
    const [left, top] = [Math.round(column * cellWidth), Math.round(Math.floor(at / columns) * cellHeight)];
    return rectOf(left, top, Math.round(left + cellWidth) - 2, Math.round(top + cellHeight) - 2);
  });
  const words = cells.map((at, place) => ({ at, text: isRightToLeft ? `שלום ${place}` : `Item ${place}` }));
  const xml = writeDump(
    [
      {
        attributes: {
          class: "android.widget.FrameLayout",
          package: "a.b",
          bounds: `[0,0][${size.width},${size.height}]`,
        },
        children: words.map(({ at, text }) => ({
          attributes: {
            class: "android.widget.Button",
            package: "a.b",
            text,
            clickable: "true",
            bounds: `[${at.left},${at.top}][${at.right},${at.bottom}]`,
          },
          children: [],
        })),
      },
    ],
    DIALECT,
  );
  const { elements, viewHierarchy } = screenOf(xml);
  const name = `${columns}x${rows} cells on ${size.width}x${size.height}${isRightToLeft ? ", from the right" : ""}`;
  return { name, frame: painted(size, words, pens), elements, texts: textsOf(viewHierarchy) };
}
