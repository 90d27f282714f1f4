import assert from "node:assert/strict";
import { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { mock, test } from "node:test";
import { pollUntil } from "../../../src/base/signals.js";
import { DEADLINES } from "../../../src/devices/adb/deadlines.js";
import { openDevices } from "../../../src/devices/devices.js";
import { readScript } from "../../../src/devices/script.js";
import { runShell, SHELL_LIMITS } from "../../../src/devices/shell.js";
import { coded } from "../../support/coded.js";
import { type Conversation, startFakeAdbServer } from "../../support/fake-adb-server.js";
import { phoneRun } from "../../support/fake-phone.js";
import { never } from "../../support/never.js";

// What a real adb server cannot be brought to do, from a scripted one.

const ROW = "FAKE0001 device product:fake model:Fake_Phone device:fake transport_id:1";
const soon = () => AbortSignal.timeout(60_000);
const ECHO = readScript(["echo", "hello"]);

/** A device whose service requests are answered by `serve`. */
async function serving(serve: (conversation: Conversation) => void | Promise<void>) {
  const server = await startFakeAdbServer({
    rows: ROW,
    run: phoneRun({}),
    answer: async (request, conversation) => {
      if (!request.includes("exec echo")) return false;
      await serve(conversation);
      return true;
    },
  });
  const registry = openDevices({ port: server.port });
  const device = await registry.get(undefined, never());
  return {
    server,
    device,
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

for (const [text, code] of [
  ["device 'FAKE0001' not found", "DEVICE_NOT_FOUND"],
  ["Device not found", "DEVICE_NOT_FOUND"],
  ["no devices/emulators found", "DEVICE_NOT_FOUND"],
  ["no device with transport id '7'", "DEVICE_NOT_FOUND"],
  ["more than one device/emulator", "DEVICE_REQUIRED"],
  ["device offline (transport offline)", "DEVICE_OFFLINE"],
  ["DEVICE OFFLINE", "DEVICE_OFFLINE"],
  ["device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set", "DEVICE_UNAUTHORIZED"],
  ["device still authorizing", "DEVICE_NOT_READY"],
  ["device still connecting", "DEVICE_NOT_READY"],
  ["insufficient permissions for device: user in plugdev group", "DEVICE_NO_PERMISSIONS"],
  ["closed", "DEVICE_DISCONNECTED"],
  ["something that nobody has seen", "SERVICE_REFUSED"],
  ["error: protocol fault (couldn't read status)", "DEVICE_DISCONNECTED"],
] as const) {
  test(`the adb refusal "${text.split("\n")[0]}" is reported as ${code}`, async () => {
    await using scene = await serving((conversation) => conversation.fail(text));
    const error = await coded(runShell(scene.device, ECHO, SHELL_LIMITS, never()));
    assert.deepEqual([error.code, error.context.device], [code, "FAKE0001"]);
    assert.ok(error.message.includes(text), error.message);
  });
}

test("an answer that is not adb's is ADB_PROTOCOL, and its connection is closed", async () => {
  await using scene = await serving(({ socket }) => void socket.write("SSH-2.0-OpenSSH_9.2\r\n"));
  const error = await coded(runShell(scene.device, ECHO, SHELL_LIMITS, never()));
  assert.equal(error.code, "ADB_PROTOCOL");
  assert.match(error.message, /SSH-/);
  await pollUntil(() => scene.server.openConnections === 0 || undefined, 5, soon());
});

test("a connection that ends before the answer is DEVICE_DISCONNECTED", async () => {
  for (const answer of ["", "OK", "FAIL00", "FAIL0010half"]) {
    await using scene = await serving(({ socket }) => void socket.end(answer));
    assert.equal((await coded(runShell(scene.device, ECHO, SHELL_LIMITS, never()))).code, "DEVICE_DISCONNECTED");
  }
});

test("a device that never accepts the service fails at the service deadline, and not later", async () => {
  await using scene = await serving(() => {});
  const startedAt = performance.now();
  const error = await coded(runShell(scene.device, ECHO, SHELL_LIMITS, never()));
  const took = performance.now() - startedAt;
  assert.equal(error.code, "TIMEOUT");
  assert.match(error.message, new RegExp(`took longer than ${DEADLINES.service} ms`));
  assert.ok(took > DEADLINES.service - 100, `${took} ms`);
  await pollUntil(() => scene.server.openConnections === 0 || undefined, 5, soon());
});

test("an abort in any phase leaves no connection open and throws the caller's reason", async () => {
  for (const phase of ["host:transport:", "shell,v2,raw:exec echo"]) {
    const reason = new Error(`enough of ${phase}`);
    const controller = new AbortController();
    let isArmed = false;
    await using server = await startFakeAdbServer({
      rows: ROW,
      run: phoneRun({}),
      answer: (request) => {
        if (!isArmed || !request.startsWith(phase)) return false;
        setImmediate(() => controller.abort(reason));
        return true;
      },
    });
    await using registry = openDevices({ port: server.port });
    const device = await registry.get(undefined, never());
    isArmed = true;
    await assert.rejects(runShell(device, ECHO, SHELL_LIMITS, controller.signal), (error) => error === reason);
    await pollUntil(() => server.openConnections === 0 || undefined, 5, soon());
    await assert.rejects(runShell(device, ECHO, SHELL_LIMITS, controller.signal), (error) => error === reason);
    assert.equal(server.openConnections, 0);
  }
});

test("a malformed list of devices is ADB_PROTOCOL, never an empty list", async () => {
  for (const [answer, code] of [
    ["OKAYzzzz", "ADB_PROTOCOL"],
    ["HTTP/1.1 400 Bad Request\r\n\r\n", "ADB_PROTOCOL"],
    ["FAIL0014unknown host service", "ADB_PROTOCOL"],
    ["OKAY00ffFAKE0001 device", "ADB_SERVER_UNREACHABLE"],
    ["OK", "ADB_SERVER_UNREACHABLE"],
    ["", "ADB_SERVER_UNREACHABLE"],
  ] as const) {
    await using server = await startFakeAdbServer({
      answer: (request, { socket }) => request === "host:devices-l" && socket.end(answer) !== null,
    });
    await using registry = openDevices({ port: server.port });
    assert.equal((await coded(registry.list(never()))).code, code, answer);
  }
});

test("a version that is not a number is ADB_PROTOCOL", async () => {
  await using server = await startFakeAdbServer({
    answer: (request, conversation) => {
      if (request === "host:version") conversation.value("what?");
      return request === "host:version";
    },
  });
  await using registry = openDevices({ port: server.port });
  assert.equal((await coded(registry.serverVersion(never()))).code, "ADB_PROTOCOL");
});

test("a server that accepts connections and never answers fails at its deadline", async () => {
  const mute = createServer(() => {}).listen(0, "127.0.0.1");
  await once(mute, "listening");
  const address = mute.address();
  assert.ok(typeof address === "object" && address !== null);
  {
    await using registry = openDevices({ port: address.port });
    const { code, message } = await coded(registry.list(never()));
    assert.equal(code, "TIMEOUT");
    assert.match(message, new RegExp(`took longer than ${DEADLINES.query} ms`));
  }
  mute.close();
});

test("a request longer than adb's four length digits allow is refused before anything is sent", async () => {
  await using scene = await serving(() => {});
  const count = scene.server.requests.length;
  const error = await coded(scene.device.openService(`shell,v2,raw:${"x".repeat(65_600)}`, never()));
  assert.equal(error.code, "INVALID_ARGUMENT");
  assert.equal(scene.server.requests.length, count);
});

test("adb before Android 7, without shell v2, is UNSUPPORTED_ON_DEVICE", async () => {
  await using server = await startFakeAdbServer({ rows: ROW, features: "cmd" });
  await using registry = openDevices({ port: server.port });
  const error = await coded(registry.get(undefined, never()));
  assert.equal(error.code, "UNSUPPORTED_ON_DEVICE");
  assert.match(error.hint, /Android 7/);
});

test("no call starts a process on this host, not even where the connection is refused", async () => {
  const spawned = mock.method(Object(ChildProcess.prototype), "spawn", () => assert.fail("a process was started"));
  try {
    await using scene = await serving((conversation) => conversation.fail("closed"));
    await coded(runShell(scene.device, ECHO, SHELL_LIMITS, never()));
    await scene.device.facts(never());
    await scene.server[Symbol.asyncDispose]();
    const error = await coded(runShell(scene.device, ECHO, SHELL_LIMITS, never()));
    assert.equal(error.code, "ADB_NOT_FOUND");
    assert.equal(spawned.mock.callCount(), 0);
  } finally {
    mock.restoreAll();
  }
});
