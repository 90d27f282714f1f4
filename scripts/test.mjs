// Runs the compiled tests with node:test. The files are listed here because `node --test` takes no globs on
// Node 20 and no folders on Node 24. Arguments: parts of paths, to run only the files that contain one of them.
// A few files that fail beside others are run once more, one at a time, and named; their second run counts.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

/** More than this is no matter of a busy machine. */
const MOST_AGAIN = 4;

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

const first = run(files, availableParallelism() + 1); // some wait for a deadline to pass
const again = first.failed.filter((file) => files.includes(file));
// Beside other files a test may be late on a busy machine. Whatever is wrong without that fails again.
const isWorthwhile = files.length > again.length && again.length === first.failed.length && again.length <= MOST_AGAIN;
if (first.status === 0 || again.length === 0 || !isWorthwhile) process.exit(first.status);
console.log(`\nfailed beside others, and run again one at a time:\n${again.join("\n")}\n`);
const second = run(again, 1);
if (second.status === 0) console.log(`\nfailed beside others, passed alone:\n${again.join("\n")}`);
process.exit(second.status);

function run(some, concurrency) {
  const folder = mkdtempSync(join(tmpdir(), "fovea-tests-"));
  const failures = join(folder, "failed");
  const flags = [
    // A test that hangs fails, and names itself; the slowest file takes two minutes on two busy cores.
    "--test-timeout=600000",
    "--test",
    "--enable-source-maps",
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    `--test-reporter=${new URL("failed-files.mjs", import.meta.url)}`,
    `--test-reporter-destination=${failures}`,
    `--test-concurrency=${concurrency}`,
  ];
  const { status } = spawnSync(process.execPath, [...flags, ...some], { stdio: "inherit" });
  const failed = existsSync(failures) ? readFileSync(failures, "utf8").split("\n").filter(Boolean) : [];
  rmSync(folder, { recursive: true, force: true });
  return { status: status ?? 1, failed };
}
