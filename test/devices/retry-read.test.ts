import assert from "node:assert/strict";
import { test } from "node:test";
import { openDevices } from "../../src/devices/devices.js";
import { retryRead } from "../../src/devices/retry-read.js";
import { actScript, readScript } from "../../src/devices/script.js";
import { SHELL_LIMITS } from "../../src/devices/shell.js";
import { coded } from "../support/coded.js";
import { startFakeAdbServer } from "../support/fake-adb-server.js";
import { phoneRun } from "../support/fake-phone.js";
import { never } from "../support/never.js";

/** A phone whose commands lose their connection this many times before they work. */
async function losing(times: number) {
  let runs = 0;
  const run = phoneRun({
    run: async ({ stdout }) => {
      runs += 1;
      await stdout("ok");
      return runs <= times ? null : 0;
    },
  });
  const server = await startFakeAdbServer({ rows: "FAKE0001 device transport_id:1", run });
  const registry = openDevices({ port: server.port });
  return {
    device: await registry.get(undefined, never()),
    runs: () => runs,
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("a read that lost its connection is tried once more", async () => {
  await using at = await losing(1);
  const { stdout } = await retryRead(at.device, readScript(["id"]), SHELL_LIMITS, never());
  assert.deepEqual([stdout.toString(), at.runs()], ["ok", 2]);
});

test("a read is not tried a third time", async () => {
  await using at = await losing(9);
  const error = await coded(retryRead(at.device, readScript(["id"]), SHELL_LIMITS, never()));
  assert.deepEqual([error.code, at.runs()], ["DEVICE_DISCONNECTED", 2]);
});

test("a read that failed for another reason is not tried again", async () => {
  await using at = await losing(0);
  const error = await coded(retryRead(at.device, readScript(["id"]), { ...SHELL_LIMITS, maxBytes: 1 }, never()));
  assert.deepEqual([error.code, at.runs()], ["OUTPUT_TOO_LARGE", 1]);
});

test("the compiler refuses to repeat an action", async () => {
  await using at = await losing(0);
  // @ts-expect-error an `act` script is no `read` script
  await retryRead(at.device, actScript(["id"]), SHELL_LIMITS, never());
});
