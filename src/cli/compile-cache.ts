import { mkdirSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Has Node keep what it compiles, which halves the time to the first answer. Node knows how from 22.8 on; where it cannot
 * write, it does without. `NODE_DISABLE_COMPILE_CACHE=1` switches it off.
 */
export function keepCompiled(env: Readonly<Record<string, string | undefined>> = process.env): void {
  const enable: unknown = Reflect.get(module, "enableCompileCache");
  if (typeof enable !== "function") return;
  const folder = join(env["XDG_CACHE_HOME"] || env["LOCALAPPDATA"] || join(homedir(), ".cache"), "fovea", "compiled");
  try {
    // What lies there is run: nobody else may write it.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enable(folder);
  } catch {
    // A home that cannot be written to costs time, and nothing else.
  }
}
