// Runs many test files in one process: each file is a suite, so that its hooks apply only to its own tests.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { stopFollowing } from "./test-hooks.mjs";

const { after, before, describe } = await import("node:test"); // after test-hooks.mjs

/** Clock ticks per second in /proc: Linux reports this rate to programs on every machine. */
const TICKS = 100;

/** The cache of V8's compiled modules, for processes that start later and for later runs. */
const COMPILED = join(import.meta.dirname, "../dist/test-compiled");

/** The first V8 that supports the flag; older ones print a warning on stderr. */
const ACCOUNTING_V8 = 13;
const GROWING_PERCENT = 100;

/**
 * A picture takes ten megabytes outside of the heap, and V8 collects the whole heap for each 64 MB of them: that took
 * two fifths of the processor time of a test process. With this flag V8 counts pictures as part of the heap, which is
 * large in a process of many files, and collects when both together have doubled.
 */
function collectLess() {
  if (Number.parseInt(process.versions.v8, 10) < ACCOUNTING_V8) return;
  setFlagsFromString("--external-memory-accounted-in-global-limit");
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}

/** Loads all files before the first test starts, because loading blocks the process longer than some deadlines. */
export function runFiles(files, costs) {
  collectLess();
  enableCompileCache(COMPILED);
  let left = files.length;
  let start = () => {};
  const allLoaded = new Promise((resolve) => {
    start = resolve;
  });
  for (const file of files) {
    describe(file, async () => {
      measure(file, costs);
      try {
        await import(`../dist/test/${file}.test.js`);
      } finally {
        left -= 1;
        if (left === 0) start();
      }
      await allLoaded;
    });
  }
}

/** Records the processor time of a file's tests, in this process and in its child processes that have ended. */
function measure(file, costs) {
  let began = { cpuMs: 0, ms: 0 };
  before(() => {
    stopFollowing(); // all suites are defined before the first test runs
    began = spent();
  });
  after(() => {
    const now = spent();
    const cost = { file, cpuMs: Math.round(now.cpuMs - began.cpuMs), ms: Math.round(now.ms - began.ms) };
    appendFileSync(costs, `${JSON.stringify(cost)}\n`);
  });
}

function spent() {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000 + childrenMs(), ms: performance.now() };
}

/** Processor time of ended child processes, if the system reports it: Node does not. */
function childrenMs() {
  if (!existsSync("/proc/self/stat")) return 0;
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return ((Number(fields[13]) + Number(fields[14])) / TICKS) * 1000;
}
