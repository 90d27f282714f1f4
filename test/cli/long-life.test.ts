import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { growthFlag, LONG_LIFE_FLAGS } from "../../src/cli/long-life.js";

test("growthFlag lets the young generation of a server's heap grow to 16 MB, and not further", () => {
  const sizes = [1, 8, 15, 16, 64].map((mb) => growthFlag(mb * 2 ** 20).at(-1));
  assert.deepEqual(sizes, ["2", "2", "2", "1", "1"]);
});

/** Keeps 32 MB, makes 280 MB that are soon no longer in use, and prints the most bytes that were held at once. */
const WASTEFUL = `
  const { getHeapStatistics, setFlagsFromString } = require("node:v8");
  for (const flag of process.argv.slice(1)) setFlagsFromString(flag);
  const kept = Array.from({ length: 4 }, () => new Array(1_000_000).fill(0.5));
  const ring = [];
  let most = 0;
  for (let count = 0; count < 350; count += 1) {
    ring[count % 8] = new Array(100_000).fill(count + 0.5);
    most = Math.max(most, getHeapStatistics().used_heap_size);
  }
  console.log(most, kept.length);
`;

test("the V8 flags of a server keep unused memory below 145 MB, and this Node accepts each flag", () => {
  const said = execFileSync(process.execPath, ["-e", WASTEFUL, "--", ...LONG_LIFE_FLAGS], { encoding: "utf8" });
  const mostMb = Number.parseInt(said, 10) / 2 ** 20;
  // Without the flags it is 170.
  assert.ok(mostMb < 145, `${mostMb} MB`);
  execFileSync(process.execPath, [...LONG_LIFE_FLAGS, "-e", ""]);
});
