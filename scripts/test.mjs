// Runs the compiled tests with node:test. The files are listed here because `node --test` takes no globs on
// Node 20 and no folders on Node 24. Arguments: parts of paths, to run only the files that contain one of them.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

const wanted = process.argv.slice(2);
const files = readdirSync("dist/test", { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".test.js") && existsSync(join("test", name.replace(/js$/, "ts"))))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort()
  .map((name) => join("dist/test", name));
if (files.length === 0) {
  console.error("no test file matches");
  process.exit(2);
}
// One file more than there are cores: some wait for a deadline to pass.
const flags = [
  // A test that hangs fails, and names itself; the slowest file takes two minutes on two busy cores.
  "--test-timeout=600000",
  "--test",
  "--enable-source-maps",
  "--test-reporter=spec",
  `--test-concurrency=${availableParallelism() + 1}`,
];
process.exit(spawnSync(process.execPath, [...flags, ...files], { stdio: "inherit" }).status ?? 1);
