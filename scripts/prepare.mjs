// Builds after `npm ci` in a clone, and the program as it is packed with it; does nothing where the compiler is not
// installed (npm ci --omit=dev).
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
if (compiler) {
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.json"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  await import("./bundle.mjs");
}
