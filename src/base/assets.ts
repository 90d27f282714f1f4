import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds our package.json, found upwards from this file: the same from a clone and from an install. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/**
 * The address of a file of the program that is not part of another one: a module that is started by itself, as a thread
 * or a process (`observe/reading/reading-thread.js`), or what the build wrote beside them (`tool-list.json`). This
 * file, and whatever it is packed into, lies in a folder beside the others.
 */
export function programModule(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

/** The absolute path of a file that ships in `assets/`. */
export function assetPath(...names: readonly string[]): string {
  return join(packageRoot(), "assets", ...names);
}

/** The absolute path of a file of the companion, as it was built and committed. */
export function prebuiltPath(name: string): string {
  return join(packageRoot(), "android-a11y-service", "prebuilt", name);
}

/** The version in our package.json. */
export function packageVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  return manifest.version;
}
