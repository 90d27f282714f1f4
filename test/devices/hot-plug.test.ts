import assert from "node:assert/strict";
import { pollUntil } from "../../src/base/signals.js";
import type { DeviceEvent } from "../../src/devices/device-events.js";
import { type DeviceRegistry, openDevices } from "../../src/devices/devices.js";
import { readScript } from "../../src/devices/script.js";
import { runShell, SHELL_LIMITS } from "../../src/devices/shell.js";
import { coded } from "../support/coded.js";
import { startFakePhone } from "../support/fake-phone.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { freePort, RealAdb, startRealAdb } from "../support/real-adb.js";

const { test } = needsPrograms("adb", "mksh");

// The real adb server and its devices coming and going.

const ECHO = readScript(["echo", "hello"]);
const soon = () => AbortSignal.timeout(60_000);

async function say(registry: DeviceRegistry, serial: string): Promise<string> {
  const device = await registry.get(serial, never());
  return (await runShell(device, ECHO, SHELL_LIMITS, never())).stdout.toString();
}

test("watchers get devices that connect, disconnect and connect again", async () => {
  await using server = await startRealAdb();
  await using registry = openDevices({ port: server.port });
  const events: DeviceEvent[] = [];
  const reported = (kind: DeviceEvent["kind"], serial: string, since: number) =>
    pollUntil(
      () => events.slice(since).find((event) => event.kind === kind && event.device.serial === serial),
      5,
      soon(),
    );
  using _watch = registry.watch((event) => events.push(event));
  await using phone = await startFakePhone();
  await server.run("connect", phone.serial);
  const added = await reported("added", phone.serial, 0);
  assert.equal(added.device.state, "device");
  let since = events.length;
  await server.run("disconnect", phone.serial);
  await reported("removed", phone.serial, since);
  since = events.length;
  await server.run("connect", phone.serial);
  const back = await reported("added", phone.serial, since);
  assert.notEqual(back.device.transportId, added.device.transportId);
  const late: DeviceEvent[] = [];
  using _second = registry.watch((event) => late.push(event));
  await pollUntil(() => late.length > 0 || undefined, 1, soon());
  assert.deepEqual(late, [{ kind: "added", device: back.device }]);
});

test("an adb server killed during a call fails the call at once, and the next call works once the server is back", async () => {
  await using server = await startRealAdb();
  let isHanging: true | undefined;
  await using phone = await startFakePhone({
    run: async ({ command, signal, stdout }) => {
      if (command !== "exec hang") await stdout("hello\n");
      else {
        isHanging = true;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }
      return 0;
    },
  });
  await using registry = openDevices({ port: server.port, remoteTargets: [phone.serial] });
  const events: DeviceEvent[] = [];
  using _watch = registry.watch((event) => events.push(event));
  const device = await registry.get(phone.serial, never());
  const hanging = coded(runShell(device, readScript(["hang"]), SHELL_LIMITS, never()));
  await pollUntil(() => isHanging, 5, soon());
  await server.kill();
  assert.equal((await hanging).code, "DEVICE_DISCONNECTED");
  assert.equal((await coded(registry.list(never()))).code, "ADB_NOT_FOUND");
  await server.start();
  assert.equal(await say(registry, phone.serial), "hello\n");
  const kinds = await pollUntil(() => (events.length >= 3 ? events.map(({ kind }) => kind) : undefined), 5, soon());
  assert.deepEqual(kinds, ["added", "removed", "added"]);
  assert.equal(registry.hostSpawns, 0);
});

test("a missing adb server is started once by the user's adb, and no later call starts a process", async () => {
  const port = await freePort();
  await using server = new RealAdb(port); // for its environment, and to end what is started
  await using phone = await startFakePhone();
  {
    await using registry = openDevices({ port, env: server.env, remoteTargets: [phone.serial] });
    const [first, second] = await Promise.all([registry.list(never()), registry.list(never())]);
    assert.deepEqual(
      first.map(({ serial }) => serial),
      [phone.serial],
    );
    assert.equal(second.length, 1);
    await Promise.all(Array.from({ length: 10 }, () => say(registry, phone.serial)));
    assert.equal(registry.hostSpawns, 1);
    await server.run("kill-server");
    const error = await coded(registry.list(never()));
    assert.equal(error.code, "ADB_SERVER_UNREACHABLE");
    assert.match(error.message, /started once already/);
    assert.equal(registry.hostSpawns, 1);
  }
});

test("a missing adb server is ADB_NOT_FOUND without an adb, and ADB_SERVER_UNREACHABLE on another host", async () => {
  const port = await freePort();
  await using without = openDevices({ port, env: { PATH: "/nowhere" } });
  assert.equal((await coded(without.list(never()))).code, "ADB_NOT_FOUND");
  await using broken = openDevices({ port, env: { PATH: "/nowhere", ANDROID_HOME: "/nowhere" }, startServer: false });
  assert.equal((await coded(broken.list(never()))).code, "ADB_SERVER_UNREACHABLE");
  await using remote = openDevices({ host: "127.0.0.2", port, env: { PATH: process.env["PATH"] } });
  const error = await coded(remote.list(never()));
  assert.equal(error.code, "ADB_SERVER_UNREACHABLE");
  assert.match(error.message, /another host/);
  assert.equal(without.hostSpawns + broken.hostSpawns + remote.hostSpawns, 0);
});

test("closing the registry ends all open calls", async () => {
  await using server = await startRealAdb();
  await using phone = await startFakePhone();
  const registry = openDevices({ port: server.port, remoteTargets: [phone.serial] });
  const device = await registry.get(phone.serial, never());
  const running = coded(runShell(device, readScript(["sleep", "60"]), SHELL_LIMITS, never()));
  await pollUntil(() => phone.openStreams > 0 || undefined, 5, soon());
  await registry[Symbol.asyncDispose]();
  assert.equal((await running).code, "CANCELLED");
  assert.equal((await coded(registry.list(never()))).code, "CANCELLED");
  await pollUntil(() => phone.openStreams === 0 || undefined, 5, soon());
});
