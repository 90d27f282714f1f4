// Runs the compiled tests with the runner of node:test.
//
//   node scripts/test.mjs            every test but the slow proofs, which test-plan.mjs lists
//   node scripts/test.mjs --slow     the slow proofs
//   node scripts/test.mjs PART …     the files whose path contains a PART, slow or not; where none does, the tests whose
//                                    name matches it
//   … --watch                        goes on, and runs again what a changed file is used by
//
// A process runs many files, one after another: loading the modules once for each took longer than many files' tests.
// What a file opens it closes, so that nothing of it is left for the next one. Files that are about processes have one each.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { run } from "node:test";
import { parseArgs } from "node:util";
import { ALONE, SECONDS, SHARED_SLOW, SLOW, STARTERS } from "./test-plan.mjs";
import { report } from "./test-report.mjs";

const OLDEST = [22, 13];
const OWN_NODE = resolve("node_modules/.bin/node");
/** A test that hangs fails, and names itself. */
const TEST_MS = 300_000;
const SLOW_TEST_MS = 600_000;
/** A process that does not end when its tests have: something was left open. */
const PROCESS_MS = 1_500_000;

if (isOld(process.versions.node)) runOnOwnNode();
const { values, positionals } = parseArgs({
  options: { slow: { type: "boolean", default: false }, watch: { type: "boolean", default: false } },
  allowPositionals: true,
});
/** The gate runs the slow ones and a part side by side. */
const SHARDS = resolve("dist/test-shards", positionals.length > 0 ? "part" : values.slow ? "slow" : "all");
/** What each file took of the processor: a line each. */
const COSTS = join(SHARDS, "costs.jsonl");
const { files, name } = choose(positionals);
await runAll(files);

function isOld(version) {
  const [major, minor] = version.split(".").map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

function runOnOwnNode() {
  const { status, error } = spawnSync(OWN_NODE, process.argv.slice(1), { stdio: "inherit" });
  if (error)
    console.error(
      `The tests need Node ${OLDEST.join(".")} or later, and this is ${process.version}. Run npm ci, which installs one.`,
    );
  process.exit(status ?? 2);
}

function choose(parts) {
  const all = allFiles();
  for (const entry of [...SLOW, ...ALONE, ...STARTERS, ...Object.keys(SECONDS)]) {
    if (!all.some((file) => matches(file, entry)))
      fail(`scripts/test-plan.mjs lists ${entry}, and no test file matches`);
  }
  if (parts.length === 0) return { files: all.filter((file) => isIn(file, SLOW) === values.slow) };
  const found = all.filter((file) => parts.some((part) => `${file}.test`.includes(bare(part))));
  if (found.length > 0) return { files: found };
  return { files: all, name: parts.join(" ") };
}

/** A path as a shell completes it, as the list of files has it. */
function bare(part) {
  return part.replace(/^(?:\.\/)?(?:dist\/)?test\//, "").replace(/\.[jt]s$/, "");
}

/** Paths in dist/test without the ending. What is left there of a test that is gone does not count. */
function allFiles() {
  return readdirSync("dist/test", { recursive: true })
    .map((file) => String(file).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".test.js") && existsSync(join("test", file.replace(/js$/, "ts"))))
    .map((file) => file.replace(/\.test\.js$/, ""))
    .sort();
}

function isIn(file, list) {
  return list.some((entry) => matches(file, entry));
}

/** An entry of a list is a file, or a folder with a slash at its end. */
function matches(file, entry) {
  return entry.endsWith("/") ? file.startsWith(entry) : file === entry;
}

async function runAll(chosen) {
  const processes = availableParallelism() + 1; // some wait for a deadline to pass
  // By a name few tests are run, and most files are only loaded.
  const own = chosen.filter(
    (file) => isIn(file, ALONE) || (name === undefined && isIn(file, SLOW) && !isIn(file, SHARED_SLOW)),
  );
  const shared = chosen.filter((file) => !own.includes(file));
  const starters = shared.filter((file) => isIn(file, STARTERS));
  const others = shared.filter((file) => !isIn(file, STARTERS));
  const stream = run({
    files: writeShards([...own.map((file) => [file]), ...shares(starters, 2), ...shares(others, processes * 2)]),
    concurrency: processes,
    timeout: PROCESS_MS,
    execArgv: [
      "--enable-source-maps",
      `--test-timeout=${chosen.some((file) => isIn(file, SLOW)) ? SLOW_TEST_MS : TEST_MS}`,
    ],
    watch: values.watch,
    ...(name === undefined ? {} : { testNamePatterns: [escaped(name)] }),
  });
  stream.on("test:fail", () => {
    process.exitCode = 1;
  });
  stream.compose((events) => report(events, COSTS)).pipe(process.stdout);
}

/** As many lists as there may be, which take about as long: what takes longest goes first to the one that has least. */
function shares(files, most) {
  const lists = Array.from({ length: Math.min(most, files.length) }, () => ({ seconds: 0, files: [] }));
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const least = lists.reduce((found, list) => (list.seconds < found.seconds ? list : found));
    least.seconds += secondsOf(file);
    least.files.push(file);
  }
  return lists.map((list) => list.files);
}

function secondsOf(file) {
  return SECONDS[file] ?? 1;
}

/** A module for each process, which runs the files of one share. */
function writeShards(shares) {
  rmSync(SHARDS, { recursive: true, force: true });
  mkdirSync(SHARDS, { recursive: true });
  return shares.map((files, shard) => {
    const path = join(SHARDS, `${shard + 1}.js`);
    const call = `runFiles(${JSON.stringify(files)}, ${JSON.stringify(COSTS)});`;
    writeFileSync(path, `import { runFiles } from "../../../scripts/test-shard.mjs";\n${call}\n`);
    return path;
  });
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
