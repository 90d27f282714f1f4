import assert from "node:assert/strict";
import childProcess, { type SpawnOptions } from "node:child_process";
import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { mock, test } from "node:test";
import { startServer } from "../../../src/devices/adb/start-server.js";
import { coded } from "../../support/coded.js";
import { never } from "../../support/never.js";

/** Starts it with a program in adb's place that ends with this code; gives what was to be run. */
async function startedWith(code: number) {
  const spawned: { file: string; args: readonly string[]; options: SpawnOptions }[] = [];
  const run = (file: string, args: readonly string[], options: SpawnOptions) => {
    spawned.push({ file, args, options });
    const child = Object.assign(new EventEmitter(), { unref: () => {} });
    setImmediate(() => child.emit("exit", code, null));
    return child;
  };
  const replaced = mock.method(childProcess, "spawn", run);
  syncBuiltinESMExports();
  try {
    const env = { ANDROID_ADB_SERVER_PORT: "1", Path: "C:\\bin" };
    const starting = startServer("C:\\sdk\\adb.exe", 5137, env, never());
    const refused = code === 0 ? await starting.then(() => null) : await coded(starting);
    return { ...spawned[0], refused };
  } finally {
    replaced.mock.restore();
    syncBuiltinESMExports();
  }
}

test("the adb server outlives the process that starts it, and opens no window on Windows", async () => {
  const { file, args, options } = await startedWith(0);
  assert.deepEqual([file, args], ["C:\\sdk\\adb.exe", ["-P", "5137", "start-server"]]);
  assert.deepEqual(options, { detached: true, windowsHide: true, stdio: "ignore", env: { Path: "C:\\bin" } });
});

test("an adb that cannot start its server is reported with how it ended", async () => {
  const { refused } = await startedWith(1);
  assert.equal(refused?.code, "ADB_SERVER_UNREACHABLE");
  assert.match(refused?.message ?? "", /start-server` ended with 1/);
});

/* mutations
- file: src/devices/adb/start-server.ts
  from: "windowsHide: true, "
  to: ""
  name: "the adb server outlives the process that starts it, and opens no window on Windows"
*/
