import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve } from "node:path";

/** Whether a path lies in a folder, links followed; of what is not there yet, the nearest folder above it counts. */
export async function isWithin(folder: string, path: string): Promise<boolean> {
  const way = relative(await realPathOf(resolve(folder)), await realPathOf(resolve(path)));
  return way !== ".." && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

async function realPathOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null); // not there yet
  if (real !== null) return real;
  const above = dirname(path);
  return above === path ? path : resolve(await realPathOf(above), relative(above, path));
}
