import module from "node:module";
import { join } from "node:path";
import { cacheDir } from "../base/config.js";
import { makeFolderSync } from "../base/make-folder.js";

/**
 * Has Node keep what it compiles, which halves the time to the first answer. Where it cannot write, it does without.
 * `NODE_DISABLE_COMPILE_CACHE=1` switches it off.
 */
export function keepCompiled(): void {
  const enable: unknown = Reflect.get(module, "enableCompileCache");
  if (typeof enable !== "function") return;
  const folder = join(cacheDir(), "compiled");
  try {
    // What lies there is run: nobody else may write it.
    makeFolderSync(folder);
    enable(folder);
  } catch {
    // A home that cannot be written to costs time, and nothing else.
  }
}
