// Runs the compiled tests with the runner of node:test.
//
//   node scripts/test.mjs            every test except the slow tests, which test-plan.mjs lists
//   node scripts/test.mjs --slow     the slow tests
//   node scripts/test.mjs PART …     the files whose path contains a PART, slow or not; if there are none, the
//                                    tests whose name matches it
//   … --watch                        keeps running, and reruns the tests that use a changed file
//   … --jitter SEED                  as on a busy machine: processes sometimes stop, and sockets are late
//   … --keep                         records how long each file took, for sharing out the files in the next runs
//
// A process runs many files, one after another: loading the modules for each file took longer than the tests of many
// files. Each file closes what it opens, so that nothing is left for the next one. Files with tests about processes
// have their own process.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { run } from "node:test";
import { parseArgs } from "node:util";
import { AGAIN, ALONE, SHARED_SLOW, SLOW, STARTERS } from "./test-plan.mjs";
import { report } from "./test-report.mjs";

const OLDEST = [22, 13];
const OWN_NODE = resolve("node_modules/.bin/node");
/** The time limit of a test, so that the report names a test that hangs. */
const TEST_MS = 300_000;
const SLOW_TEST_MS = 600_000;
/**
 * V8 does not collect the whole heap below this size. By default it starts at about 20 MB, and would collect about
 * twenty times before the heap of a process of many files has this size.
 */
const HEAP_MB = 512;
/** The time limit of a process: one that does not end after its tests has left something open. */
const PROCESS_MS = 1_500_000;

if (isOld(process.versions.node)) runOnOwnNode();
const { values, positionals } = parseArgs({
  options: {
    slow: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    jitter: { type: "string" },
  },
  allowPositionals: true,
});
/** The folder of this run, since another run may use the same tree at the same time. It is deleted at the end. */
const SHARDS = resolve("dist/test-shards", `run-${process.pid}`);
/** The processor time of each file, one line each. */
const COSTS = join(SHARDS, "costs.jsonl");
/** The path of that file after the run. */
const LAST_COSTS = resolve(
  "dist/test-shards",
  positionals.length > 0 ? "part" : values.slow ? "slow" : "all",
  "costs.jsonl",
);
/**
 * The wall time of each file in a run of all files, in seconds; files that are not listed count as LEAST_SECONDS.
 */
const KEPT = "scripts/test-seconds.json";
const LEAST_SECONDS = 0.3;
const seconds = JSON.parse(readFileSync(KEPT, "utf8"));
if (values.jitter !== undefined) jitter(values.jitter);
if (values.slow) process.env.FOVEA_TEST_SLOW = "1";
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

/** Loads the jitter in all processes of the run and in their child processes. */
function jitter(seed) {
  const preload = `--import=${new URL("test-jitter.mjs", import.meta.url).href}`;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} ${preload}`.trim();
  process.env.FOVEA_TEST_JITTER = seed;
  console.log(`jitter: seed ${seed}`);
}

function choose(parts) {
  const all = allFiles();
  for (const entry of [...SLOW, ...AGAIN, ...ALONE, ...STARTERS, ...Object.keys(seconds)]) {
    if (!all.some((file) => matches(file, entry)))
      fail(`scripts/test-plan.mjs or ${KEPT} lists ${entry}, and no test file matches`);
  }
  const isWanted = values.slow ? (file) => isIn(file, SLOW) || isIn(file, AGAIN) : (file) => !isIn(file, SLOW);
  if (parts.length === 0) return { files: all.filter(isWanted) };
  const found = all.filter((file) => parts.some((part) => `${file}.test`.includes(bare(part))));
  if (found.length > 0) return { files: found };
  return { files: all, name: parts.join(" ") };
}

/** A path as a shell completes it, in the form of the list of files. */
function bare(part) {
  return part.replace(/^(?:\.\/)?(?:dist\/)?test\//, "").replace(/\.[jt]s$/, "");
}

/** The test files in dist/test without extension, except for outputs of deleted tests. */
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

/** An entry of a list is a file, or a folder with a final slash. */
function matches(file, entry) {
  return entry.endsWith("/") ? file.startsWith(entry) : file === entry;
}

async function runAll(chosen) {
  const processes = availableParallelism() + 2; // half of the time a file waits, for a deadline or another process
  // With a test name, few tests run and most files are only loaded, so slow files can share a process.
  const own = chosen.filter(
    (file) => isIn(file, ALONE) || (name === undefined && isIn(file, SLOW) && !isIn(file, SHARED_SLOW)),
  );
  const shared = chosen.filter((file) => !own.includes(file));
  const starters = shared.filter((file) => isIn(file, STARTERS));
  const others = shared.filter((file) => !isIn(file, STARTERS));
  // Small shares at the end, so that the processes end together; few, since each loads most modules again. Two rounds
  // of large shares: the garbage of tests adds up to gigabytes in a process, and collecting it would stop the process.
  const sizes = [...Array(2 * processes).fill(5), 2, 2];
  const stream = run({
    files: writeShards(
      longestFirst([...own.map((file) => [file]), ...shares(starters, [1, 1]), ...shares(others, sizes)]),
    ),
    concurrency: processes,
    timeout: PROCESS_MS,
    execArgv: [
      `--test-timeout=${chosen.some((file) => isIn(file, SLOW)) ? SLOW_TEST_MS : TEST_MS}`,
      `--initial-old-space-size=${HEAP_MB}`,
    ],
    watch: values.watch,
    ...(name === undefined ? {} : { testNamePatterns: [escaped(name)] }),
  });
  stream.on("test:fail", () => {
    process.exitCode = 1;
  });
  if (values.keep) stream.on("end", keepSeconds);
  stream.compose((events) => report(events, COSTS)).pipe(process.stdout);
}

/**
 * Shares out the files in lists whose total times are in proportion to the sizes: the longest file first, each to the
 * list that is the least full.
 */
function shares(files, sizes) {
  const lists = sizes.slice(0, files.length).map((size) => ({ size, seconds: 0, files: [] }));
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const least = lists.reduce((found, list) => (list.seconds / list.size < found.seconds / found.size ? list : found));
    least.seconds += secondsOf(file);
    least.files.push(file);
  }
  return lists.map((list) => list.files).filter((files) => files.length > 0);
}

/** Sorts the lists so that the longest starts first and the run does not have to wait for it at the end. */
function longestFirst(lists) {
  const secondsOfAll = (files) => files.reduce((sum, file) => sum + secondsOf(file), 0);
  return lists.toSorted((one, other) => secondsOfAll(other) - secondsOfAll(one));
}

function secondsOf(file) {
  return seconds[file] ?? LEAST_SECONDS;
}

/** Writes the times of the files of this run; the others stay as they are. */
function keepSeconds() {
  const taken = readFileSync(COSTS, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const times = { ...seconds, ...Object.fromEntries(taken.map(({ file, ms }) => [file, Math.round(ms / 100) / 10])) };
  const kept = Object.entries(times)
    .filter(([, time]) => time > LEAST_SECONDS)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(KEPT, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/** Writes a module for each process, which runs the files of one share. */
function writeShards(shares) {
  removeLeft();
  mkdirSync(SHARDS, { recursive: true });
  process.once("exit", () => {
    if (existsSync(COSTS)) keepCosts();
    rmSync(SHARDS, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return shares.map((files, shard) => {
    const path = join(SHARDS, `${shard + 1}.js`);
    const call = `runFiles(${JSON.stringify(files)}, ${JSON.stringify(COSTS)});`;
    writeFileSync(path, `import { runFiles } from "../../../scripts/test-shard.mjs";\n${call}\n`);
    return path;
  });
}

function keepCosts() {
  mkdirSync(dirname(LAST_COSTS), { recursive: true });
  copyFileSync(COSTS, LAST_COSTS);
}

/** Removes the folders of killed runs. */
function removeLeft() {
  const folder = dirname(SHARDS);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
