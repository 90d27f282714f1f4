import { SystemError } from "../linux/errno.js";
import type { ProcessFiles } from "../system/process-files.js";
import { hasWildcard, literalOf, matchesPattern } from "./pattern.js";

/** The paths that a pattern matches, sorted; none if nothing matches. */
export function globPaths(pattern: string, files: ProcessFiles): readonly string[] {
  const parts = pattern.split(/(\/+)/);
  let paths = [""];
  for (let index = 0; index < parts.length; index += 2) {
    const part = { text: parts[index] ?? "", isLast: index === parts.length - 1 };
    const slashes = parts[index + 1] ?? "";
    paths = paths.flatMap((path) => extend(path, part, files)).map((path) => path + slashes);
  }
  return paths.sort();
}

/** The text between two slashes of a pattern. */
interface PatternPart {
  readonly text: string;
  readonly isLast: boolean;
}

function extend(path: string, { text, isLast }: PatternPart, files: ProcessFiles): readonly string[] {
  if (!hasWildcard(text)) {
    const literal = path + literalOf(text);
    const exists = text === "" || !isLast || findStat(literal, files);
    return exists ? [literal] : [];
  }
  return namesIn(path, files)
    .filter((name) => (!name.startsWith(".") || text.startsWith(".")) && matchesPattern(name, text))
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

/** A path that may not be read matches nothing. */
function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof SystemError) return undefined;
    throw error;
  }
}
