import { SystemError } from "../system/errno.js";
import type { ProcessFiles } from "../system/process-files.js";
import { hasWildcard, literalOf, matchesPattern } from "./pattern.js";

/** The paths that a pattern stands for, sorted; none where nothing matches. */
export function globPaths(pattern: string, files: ProcessFiles): readonly string[] {
  const parts = pattern.split(/(\/+)/);
  let paths = [""];
  for (let index = 0; index < parts.length; index += 2) {
    const isLast = index === parts.length - 1;
    const slashes = parts[index + 1] ?? "";
    paths = paths.flatMap((path) => extend(path, parts[index] ?? "", files, isLast)).map((path) => path + slashes);
  }
  return paths.sort();
}

function extend(path: string, part: string, files: ProcessFiles, isLast: boolean): readonly string[] {
  if (!hasWildcard(part)) {
    const literal = path + literalOf(part);
    const exists = part === "" || !isLast || findStat(literal, files);
    return exists ? [literal] : [];
  }
  return namesIn(path, files)
    .filter((name) => (!name.startsWith(".") || part.startsWith(".")) && matchesPattern(name, part))
    .map((name) => path + name)
    .filter((found) => isLast || isFolder(found, files));
}

function namesIn(path: string, files: ProcessFiles): readonly string[] {
  return quietly(() => files.list(path === "" ? "." : path)) ?? [];
}

function findStat(path: string, files: ProcessFiles): boolean {
  return quietly(() => files.linkStat(path)) !== undefined;
}

function isFolder(path: string, files: ProcessFiles): boolean {
  return quietly(() => files.isFolder(path)) ?? false;
}

/** What may not be looked at matches nothing. */
function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof SystemError) return undefined;
    throw error;
  }
}
