// Builds the project and the packed program after `npm ci` in a clone; does nothing if the compiler is not installed
// (npm ci --omit=dev).
import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
linkNode();
let compiler;
try {
  compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
} catch {
  console.error("fovea: typescript is not installed, so nothing was built");
}
if (compiler) {
  await import("./missing-outputs.mjs");
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.json"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  await import("./tool-list.mjs");
  await import("./bundle.mjs");
}

/** Restores the link to this platform's Node, which npm 10 removes together with those of other platforms. */
function linkNode() {
  const link = "node_modules/.bin/node";
  const packages = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const found = packages.find((name) => existsSync(join("node_modules", name, "bin/node")));
  if (found !== undefined && !existsSync(link)) symlinkSync(join("..", found, "bin/node"), link);
}
