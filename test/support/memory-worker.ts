import { parseArgs } from "node:util";
import { Memory } from "../../src/memory/memory.js";
import { longRun } from "./memory-runs.js";

/** Endlessly adds runs to a memory and removes some, and prints each finished change; for tests that kill it. */
const { folder = "", name = "" } = parseArgs({
  options: { folder: { type: "string" }, name: { type: "string" } },
}).values;

const memory = new Memory(folder, () => 0);
for (let number = 0; ; number += 1) {
  const id = `${name}-${number}`;
  memory.keep([longRun(id)], "trace");
  process.stdout.write(`kept ${id}\n`);
  memory.graph();
  if (number % 3 === 2) {
    memory.forget({ run: `${name}-${number - 1}` });
    process.stdout.write(`gone ${name}-${number - 1}\n`);
  }
}
