import module from "node:module";
import { join } from "node:path";
import { cacheDir } from "../base/config.js";
import { makeFolderSync } from "../base/make-folder.js";

/**
 * Lets Node keep compiled code, which halves the time to the first answer; without effect if the folder cannot be
 * written to. `NODE_DISABLE_COMPILE_CACHE=1` switches it off.
 */
export function keepCompiled(): void {
  const enable: unknown = Reflect.get(module, "enableCompileCache");
  if (typeof enable !== "function") return;
  const folder = join(cacheDir(), "compiled");
  try {
    // Node runs the files in this folder: no other user may write them.
    makeFolderSync(folder);
    enable(folder);
  } catch {
    // A home folder that cannot be written to only costs time.
  }
}
