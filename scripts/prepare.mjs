// Builds after `npm ci` in a clone; does nothing where the compiler is not installed (npm ci --omit=dev).
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
let compiler;
try {
  compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
} catch {
  console.error("fovea: typescript is not installed, so nothing was built");
}
if (compiler)
  process.exit(spawnSync(process.execPath, [compiler, "-p", "tsconfig.json"], { stdio: "inherit" }).status ?? 1);
