import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { decodeText } from "../../src/observe/parse/text.js";

/** The folder of real captures, beside the repository or named by FOVEA_CORPUS; undefined if neither exists. */
export function corpusFolder(): string | undefined {
  const candidates = [process.env.FOVEA_CORPUS, join(packageRoot(), "..", "shared", "corpus")];
  return candidates.find((folder) => folder !== undefined && existsSync(join(folder, "INDEX.tsv")));
}

/** A test that needs the corpus; without the corpus it is skipped with a reason. */
export function corpusTest(name: string, run: (folder: string) => void | Promise<void>): void {
  const folder = corpusFolder();
  const skip = folder === undefined ? "no corpus: put it at ../shared/corpus or name it in FOVEA_CORPUS" : false;
  test(name, { skip }, () => run(folder ?? ""));
}

/** A text of the corpus, decoded as the command line would. */
export function readCorpus(folder: string, file: string): string {
  return decodeText(readFileSync(join(folder, file)));
}

/** The files of INDEX.tsv whose `path<TAB>kind` matches, in the order of INDEX.tsv. */
export function indexedFiles(folder: string, pathAndKind: RegExp): readonly string[] {
  const [, ...rows] = readFileSync(join(folder, "INDEX.tsv"), "utf8").trimEnd().split("\n");
  return rows.flatMap((row) => {
    const [file, kind] = row.split("\t");
    return file !== undefined && pathAndKind.test(`${file}\t${kind}`) ? [file] : [];
  });
}
