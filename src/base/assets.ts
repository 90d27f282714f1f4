import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of our package.json, searched upwards from this file: the same in a clone and in an installed package. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/**
 * The address of a file of the program that is not bundled: a module that is started by itself, as a thread or a
 * process (`observe/reading/reading-thread.js`), or a file that the build wrote (`tool-list.json`). This file, also
 * inside a bundle, is in a folder beside those of the other files.
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
