// The sources of sources.tsv, and whether they are unpacked in a folder.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const SOURCES = new URL("sources.tsv", import.meta.url);

/** `{ kind, name, version, sha256, into, inside }` of each line; `inside` is empty for an archive of its own. */
export function listedSources() {
  const lines = readFileSync(SOURCES, "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const [kind, name, version, sha256, into, inside = ""] = line.split("\t");
    return { kind, name, version, sha256, into, inside };
  });
}

/** The path of the unpacked texts of a source. */
export function placeOf(folder, { into }) {
  return into === "framework.jar" ? join(folder, into) : join(folder, "packages", into);
}

/** Whether the texts of a source are completely unpacked, from the archive with the digest of sources.tsv. */
export function isUnpacked(folder, source) {
  const mark = markOf(folder, source);
  return existsSync(placeOf(folder, source)) && existsSync(mark) && readFileSync(mark, "utf8") === source.sha256;
}

export function markUnpacked(folder, source) {
  mkdirSync(join(folder, "unpacked"), { recursive: true });
  writeFileSync(markOf(folder, source), source.sha256);
}

/** Removes the texts of a source, which an earlier run may have unpacked only in part. */
export function removeUnpacked(folder, source) {
  rmSync(markOf(folder, source), { force: true });
  rmSync(placeOf(folder, source), { recursive: true, force: true });
}

function markOf(folder, { into }) {
  return join(folder, "unpacked", into.replaceAll("/", "_"));
}
