// Builds at every change, and reruns the tests that use the changed files. Takes the arguments of test.mjs.
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

await import("./missing-outputs.mjs");
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const built = spawnSync(process.execPath, [compiler, "-p", "tsconfig.json"], { stdio: "inherit" });
if (built.status !== 0) console.error("the last build that succeeded is tested");
else await import("./tool-list.mjs");

const stdio = "inherit";
const both = [
  spawn(process.execPath, [compiler, "-p", "tsconfig.json", "--watch", "--preserveWatchOutput"], { stdio }),
  spawn(process.execPath, ["scripts/test.mjs", "--watch", ...process.argv.slice(2)], { stdio }),
];
for (const child of both) {
  child.on("exit", (code) => {
    for (const other of both) other.kill();
    process.exitCode = code ?? 1;
  });
}
