import type { SystemCommand } from "../system/system.js";
import { runTest } from "../toybox/run-test.js";

/** toybox's `[`, a form of `test`. */
export const bracket: SystemCommand = {
  name: "[",
  async run(call) {
    if (call.argv.at(-1) === "]") return await runTest(call, call.argv.slice(1, -1));
    await call.stderr.write("[: Missing ']'\n");
    return 2;
  },
};
