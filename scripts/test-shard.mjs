// What runs in a process that is shared by many test files: each is a suite, which keeps its hooks to its own tests.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { stopFollowing } from "./test-hooks.mjs";

const { after, before, describe } = await import("node:test"); // after test-hooks.mjs

/** Clock ticks of the kernel in a second: what Linux gives programs, whatever its own pace. */
const TICKS = 100;

/** No test starts before all files are loaded: loading stops the process for as long as some deadlines are. */
export function runFiles(files, costs) {
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

/** Of children that were waited for, where the system says it: Node does not. */
function childrenMs() {
  if (!existsSync("/proc/self/stat")) return 0;
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return ((Number(fields[13]) + Number(fields[14])) / TICKS) * 1000;
}
