import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Access for the owner only. */
const PRIVATE = 0o700;

/**
 * Creates a folder and its missing parents, and gives the first one that was missing; undefined if none was. Node's own
 * recursive `mkdir` never ends in a file system that allows no new folders, such as /proc (libuv reports ENOENT again
 * and again). Errors: those of mkdir and stat.
 */
export async function makeFolder(folder: string, mode = PRIVATE): Promise<string | undefined> {
  const missing: string[] = [];
  let path = resolve(folder);
  while (!(await isThere(path))) {
    missing.unshift(path);
    path = dirname(path);
  }
  // If the path exists but is not a folder, `mkdir` throws the error.
  if (missing.length === 0) await mkdir(path, { recursive: true });
  for (const one of missing) await mkdir(one, { mode }).catch((error) => requireFolder(error, one));
  return missing[0];
}

/** The same, synchronously, with access for the owner only. */
export function makeFolderSync(folder: string): string | undefined {
  const missing: string[] = [];
  let path = resolve(folder);
  while (statSync(path, { throwIfNoEntry: false }) === undefined) {
    missing.unshift(path);
    path = dirname(path);
  }
  if (missing.length === 0) mkdirSync(path, { recursive: true });
  for (const one of missing) {
    try {
      mkdirSync(one, { mode: PRIVATE });
    } catch (error) {
      if (!isCode(error, "EEXIST") || statSync(one, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    }
  }
  return missing[0];
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw error;
  }
}

/** Another process may have created it meanwhile. */
async function requireFolder(error: unknown, path: string): Promise<void> {
  if (!isCode(error, "EEXIST") || !(await stat(path)).isDirectory()) throw error;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
