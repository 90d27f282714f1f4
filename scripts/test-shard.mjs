// What runs in a process that is shared by many test files: each is a suite, which keeps its hooks to its own tests.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { stopFollowing } from "./test-hooks.mjs";

const { after, before, describe } = await import("node:test"); // after test-hooks.mjs

/** Clock ticks of the kernel in a second: what Linux gives programs, whatever its own pace. */
const TICKS = 100;

/** What V8 compiled of the modules, for the processes that begin later, and for later runs. */
const COMPILED = join(import.meta.dirname, "../dist/test-compiled");

/** The first V8 that knows the flag; an older one says on stderr that it does not. */
const ACCOUNTING_V8 = 13;
const GROWING_PERCENT = 100;

/**
 * A picture takes ten megabytes outside of the heap, and V8 collects the whole heap for each 64 MB of that: two fifths
 * of all that a process of tests computed. Counted with the heap, of which a process of many files has a lot, pictures
 * are collected when both together have doubled.
 */
function collectLess() {
  if (Number.parseInt(process.versions.v8, 10) < ACCOUNTING_V8) return;
  setFlagsFromString("--external-memory-accounted-in-global-limit");
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}

/** No test starts before all files are loaded: loading stops the process for as long as some deadlines are. */
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

/** Writes down what the tests of a file took of the processor, in this process and in its children that have ended. */
function measure(file, costs) {
  let began = { cpuMs: 0, ms: 0 };
  before(() => {
    stopFollowing(); // tests run when all suites are built
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
