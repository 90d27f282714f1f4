import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parseHierarchy } from "../../../src/observe/parse/hierarchy.js";

const MB = 1024 * 1024;

function heapAfterCollection(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  return process.memoryUsage().heapUsed;
}

test("keeping a label in memory does not keep the dump it was read from", () => {
  const before = heapAfterCollection();
  const kept = Array.from({ length: 12 }, (_, at) => {
    const node = `<node text="a label of many words, ${at}" class="a.B" content-desc="${"x".repeat(2 * MB)}" bounds="[0,0][9,9]" />`;
    return parseHierarchy(`<hierarchy rotation="0">${node}</hierarchy>`)?.nodes[0]?.text;
  });
  const grownMb = (heapAfterCollection() - before) / MB;
  assert.equal(kept[11], "a label of many words, 11");
  assert.ok(grownMb < 6, `twelve labels keep ${Math.round(grownMb)} MB`);
});
