import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of real captures, beside the checkout or named by FOVEA_CORPUS; null if there is none. */
export function corpusFolder(): string | null {
  const folders = [process.env["FOVEA_CORPUS"], join(process.cwd(), "..", "shared", "corpus")];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, "INDEX.tsv"))) ?? null;
}

/** The lines of a capture; its own comment lines (`# …`) are left out. */
export function captureLines(folder: string, path: string): readonly string[] {
  const lines = readFileSync(join(folder, path), "utf8").split(/\r?\n/);
  return lines.filter((line) => !line.startsWith("# "));
}
