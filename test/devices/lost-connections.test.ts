import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { openDevices } from "../../src/devices/devices.js";
import { actScript, readScript } from "../../src/devices/script.js";
import { runShell, SHELL_LIMITS } from "../../src/devices/shell.js";
import { coded } from "../support/coded.js";
import { type Conversation, startFakeAdbServer } from "../support/fake-adb-server.js";
import { phoneRun } from "../support/fake-phone.js";
import { never } from "../support/never.js";

const ROWS = "FAKE0001 device transport_id:1";
const run = phoneRun({
  run: async ({ stdout }) => {
    await stdout("ok");
    return 0;
  },
});

/** An adb server that answers the first request of a kind in this way, and everything else as it should. */
async function spoilingOnce(request: RegExp, spoil: (conversation: Conversation) => void) {
  let isSpoilt = false;
  const server = await startFakeAdbServer({
    rows: ROWS,
    run,
    answer: (asked, conversation) => {
      if (isSpoilt || !request.test(asked)) return false;
      isSpoilt = true;
      spoil(conversation);
      return true;
    },
  });
  const registry = openDevices({ port: server.port, startServer: false });
  return {
    server,
    registry,
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("a list that the adb server cuts off is requested once more", async () => {
  await using at = await spoilingOnce(/^host:devices-l$/, ({ socket }) => void socket.end("OKAY00"));
  const [entry] = await at.registry.list(never());
  assert.equal(entry?.serial, "FAKE0001");
  assert.equal(at.server.requests.filter((request) => request === "host:devices-l").length, 2);
});

test("a tracking connection that never sends its first list is opened again", async () => {
  await using at = await spoilingOnce(/^host:track-devices-l$/, () => {});
  await at.registry.list(never());
  await pollUntil(() => (at.server.trackers === 1 ? true : undefined), 20, AbortSignal.timeout(60_000));
});

test("a device that is offline for a moment is waited for, since nothing was sent to it yet", async () => {
  await using at = await spoilingOnce(/^shell,v2,raw:exec id$/, (one) =>
    one.fail("device offline (transport offline)"),
  );
  const device = await at.registry.get(undefined, never());
  const { stdout } = await runShell(device, readScript(["id"]), SHELL_LIMITS, never());
  assert.equal(stdout.toString(), "ok");
});

test("an action whose shell was closed before it was accepted may have happened, and is not sent again", async () => {
  await using at = await spoilingOnce(/^shell,v2,raw:exec input/, (one) => one.fail("closed"));
  const device = await at.registry.get(undefined, never());
  const error = await coded(runShell(device, actScript(["input", "tap", "1", "2"]), SHELL_LIMITS, never()));
  assert.deepEqual([error.code, error.context.mayHaveHappened], ["DEVICE_DISCONNECTED", true]);
  assert.equal(at.server.requests.filter((request) => request.includes("input")).length, 1);
});
