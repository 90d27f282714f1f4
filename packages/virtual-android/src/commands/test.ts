import type { SystemCommand } from "../system/system.js";
import { runTest } from "../toybox/run-test.js";

/** toybox's `test`, for calls without a shell. */
export const test: SystemCommand = { name: "test", run: (call) => runTest(call, call.argv.slice(1)) };
