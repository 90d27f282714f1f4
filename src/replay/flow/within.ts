import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve } from "node:path";

/**
 * Whether a path is in a folder; links are resolved. For a path that does not exist yet, the nearest existing folder
 * above it is resolved.
 */
export async function isWithin(folder: string, path: string): Promise<boolean> {
  const way = relative(await realPathOf(resolve(folder)), await realPathOf(resolve(path)));
  return way !== ".." && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

async function realPathOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null); // it may not exist yet
  if (real !== null) return real;
  const above = dirname(path);
  return above === path ? path : resolve(await realPathOf(above), relative(above, path));
}
