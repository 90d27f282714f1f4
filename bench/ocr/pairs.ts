import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import type { Frame } from "../../src/screen/frame.js";
import type { ViewHierarchy } from "../../src/screen/hierarchy.js";
import { sha256Of } from "../../src/vision/image.js";
import { corpusFolder, readCorpus } from "../../test/support/corpus.js";
import { droidBotTree } from "../../test/support/droidbot.js";
import { writeDump } from "../../test/support/ui-tree.js";

/** A picture of the corpus, and a tree of the same moment. */
export interface Pair {
  readonly name: string;
  /** The origin of the capture: the word before the first dash of the name. */
  readonly source: string;
  readonly frame: Frame;
  readonly hierarchy: ViewHierarchy;
}

const DIALECT = { singleQuotes: false, beyondAscii: "raw", pretty: false } as const;

/** The names of all pairs, without file extension. Errors: if there is no corpus. */
export function pairNames(): readonly string[] {
  const pictures = readdirSync(folder()).filter((name) => /\.(?:png|jpg)$/.test(name));
  return pictures.map((name) => name.replace(/\.[a-z]+$/, "")).sort();
}

export async function readPair(name: string): Promise<Pair> {
  const files = readdirSync(folder()).filter((file) => file.startsWith(`${name}.`));
  const tree = files.find((file) => /\.(?:xml|json)$/.test(file));
  const picture = files.find((file) => /\.(?:png|jpg)$/.test(file));
  if (!tree || !picture) throw new Error(`${name} is not a pair`);
  const hierarchy = parseHierarchy(dumpOf(tree));
  if (!hierarchy) throw new Error(`${tree} holds no tree`);
  return { name, source: name.split("-")[0] ?? name, frame: await readFrame(join(folder(), picture)), hierarchy };
}

function dumpOf(file: string): string {
  if (file.endsWith(".xml")) return readCorpus(folder(), file);
  return writeDump([droidBotTree(readFileSync(join(folder(), file), "utf8"))], DIALECT);
}

async function readFrame(file: string): Promise<Frame> {
  const picture = sharp(file).toColourspace("srgb").ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    rgba: data,
    format: "png",
    sha256: sha256Of(data),
    takenAt: performance.now(),
  };
}

function folder(): string {
  const corpus = corpusFolder();
  if (corpus === undefined) throw new Error("no corpus: put it at ../shared/corpus or name it in FOVEA_CORPUS");
  return join(corpus, "pairs");
}
