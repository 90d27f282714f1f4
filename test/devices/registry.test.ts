import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import type { DeviceEvent } from "../../src/devices/device-events.js";
import { openDevices } from "../../src/devices/devices.js";
import { readScript } from "../../src/devices/script.js";
import { runShell, SHELL_LIMITS } from "../../src/devices/shell.js";
import { coded } from "../support/coded.js";
import { delay } from "../support/delay.js";
import { startFakeAdbServer } from "../support/fake-adb-server.js";
import { phoneRun } from "../support/fake-phone.js";
import { never } from "../support/never.js";

const PHONE = "FAKE0001 device product:fake model:Fake_Phone device:fake transport_id:1";
const soon = () => AbortSignal.timeout(60_000);

test("a phone that this user may not open is listed and refused with how to get the permission", async () => {
  const rows =
    "????????????           no permissions (user in plugdev group; are your udev rules wrong?); see [http://x/y.html] usb:1-2 transport_id:3";
  await using server = await startFakeAdbServer({ rows });
  await using registry = openDevices({ port: server.port });
  const [entry] = await registry.list(never());
  assert.deepEqual(
    [entry?.state, entry?.connection, entry?.problem?.code],
    ["noPermissions", "usb", "DEVICE_NO_PERMISSIONS"],
  );
  const error = await coded(registry.get(undefined, never()));
  assert.equal(error.code, "DEVICE_NO_PERMISSIONS");
  assert.match(error.hint, /udev/);
});

test("an unknown state is kept as the server sent it", async () => {
  await using server = await startFakeAdbServer({ rows: "X hibernating usb:1-1 transport_id:1" });
  await using registry = openDevices({ port: server.port });
  const [entry] = await registry.list(never());
  assert.deepEqual(
    [entry?.state, entry?.stateText, entry?.problem?.code],
    ["unknown", "hibernating", "DEVICE_NOT_READY"],
  );
});

test("several unusable devices are NO_DEVICE, which names each with its state", async () => {
  await using server = await startFakeAdbServer({ rows: "A unauthorized transport_id:1\nB recovery transport_id:2" });
  await using registry = openDevices({ port: server.port });
  const error = await coded(registry.get(undefined, never()));
  assert.equal(error.code, "NO_DEVICE");
  assert.match(error.message, /A \(unauthorized\), B \(recovery\)/);
});

test("the serial of the options is used where a call names none", async () => {
  const rows = `${PHONE}\nFAKE0002 device transport_id:2`;
  const run = async (
    ...[process, serial]: Parameters<NonNullable<Parameters<typeof startFakeAdbServer>[0]>["run"] & {}>
  ) => await phoneRun({ properties: { "ro.serialno": serial } })(process);
  await using server = await startFakeAdbServer({ rows, run });
  await using registry = openDevices({ port: server.port, serial: "FAKE0002" });
  assert.equal((await registry.get(undefined, never())).serial, "FAKE0002");
  assert.equal((await registry.get("FAKE0001", never())).serial, "FAKE0001");
});

test("a device that goes offline for a moment during a call is waited for", async () => {
  await using server = await startFakeAdbServer({ rows: PHONE.replace(" device ", " offline "), run: phoneRun({}) });
  await using registry = openDevices({ port: server.port });
  const getting = registry.get(undefined, never());
  await pollUntil(() => server.trackers > 0 || undefined, 2, soon());
  server.setRows(PHONE);
  assert.equal((await getting).serial, "FAKE0001");
});

test("a device that stays offline is DEVICE_OFFLINE", async () => {
  await using server = await startFakeAdbServer({ rows: PHONE.replace(" device ", " offline ") });
  await using registry = openDevices({ port: server.port });
  assert.equal((await coded(registry.get("FAKE0001", never()))).code, "DEVICE_OFFLINE");
});

test("one phone that hangs delays neither the list nor calls for other phones for long", async () => {
  const rows = `${PHONE}\nHUNG device transport_id:2`;
  let asked = 0;
  await using server = await startFakeAdbServer({
    rows,
    run: (process, serial) => {
      if (serial !== "HUNG") return phoneRun({})(process);
      asked += 1;
      return new Promise(() => {});
    },
  });
  await using registry = openDevices({ port: server.port });
  const startedAt = performance.now();
  const entries = await registry.list(soon());
  const first = performance.now() - startedAt;
  const hung = entries.find(({ serial }) => serial === "HUNG");
  assert.deepEqual([hung?.booted, hung?.problem?.code], [null, "TIMEOUT"]);
  const againAt = performance.now();
  assert.equal((await registry.get(undefined, soon())).serial, "FAKE0001");
  assert.equal((await registry.list(soon())).length, 2);
  assert.equal(asked, 1, "a phone that hangs is asked once");
  assert.ok(performance.now() - againAt < first, "a phone that hangs is waited for once");
});

test("all watchers share one tracking connection, which is opened again when it is lost", async () => {
  await using server = await startFakeAdbServer({ rows: PHONE, run: phoneRun({}) });
  await using registry = openDevices({ port: server.port });
  const events: DeviceEvent[] = [];
  using _one = registry.watch((event) => events.push(event));
  using _two = registry.watch(() => {});
  await Promise.all([registry.list(never()), registry.get(undefined, never())]);
  await pollUntil(() => events.length === 1 || undefined, 2, soon());
  assert.equal(server.trackers, 1);
  assert.equal(server.requests.filter((request) => request === "host:track-devices-l").length, 1);
});

test("an adb server from before 2018 is tracked by the short list that it supports", async () => {
  let trackers: Socket[] = [];
  await using server = await startFakeAdbServer({
    rows: "OLD1 device",
    run: phoneRun({}),
    answer: (request, { socket, value, fail }) => {
      if (request === "host:track-devices-l") fail("unknown host service");
      else if (request === "host:track-devices") {
        value("OLD1\tdevice\n");
        trackers = [...trackers, socket];
      } else return false;
      return true;
    },
  });
  await using registry = openDevices({ port: server.port });
  const heard: string[] = [];
  using _watch = registry.watch(({ kind, device }) => heard.push(`${kind} ${device.serial} ${device.state}`));
  await pollUntil(() => heard.length === 1 || undefined, 2, soon());
  assert.equal((await (await registry.get("OLD1", soon())).facts(soon())).apiLevel, 33);
  trackers[0]?.write("0000");
  await pollUntil(() => heard.length === 2 || undefined, 2, soon());
  assert.deepEqual(heard, ["added OLD1 device", "removed OLD1 device"]);
});

test("a device that has just connected can be used before the tracker reports it", async () => {
  let rows = "";
  await using server = await startFakeAdbServer({
    run: phoneRun({}),
    answer: (request, conversation) => {
      if (request !== "host:devices-l") return false;
      conversation.value(rows);
      return true;
    },
  });
  await using registry = openDevices({ port: server.port });
  await registry.list(soon());
  await pollUntil(() => server.trackers > 0 || undefined, 2, soon());
  rows = PHONE;
  const device = await registry.get(undefined, soon());
  assert.equal((await device.facts(soon())).model, "Fake Phone");
});

test("a watcher is called after `watch` has returned, and not after it was stopped", async () => {
  await using server = await startFakeAdbServer({ rows: "" });
  await using registry = openDevices({ port: server.port });
  const heard: string[] = [];
  const watch = registry.watch(({ kind }) => heard.push(kind));
  await pollUntil(() => server.trackers > 0 || undefined, 2, soon());
  server.setRows("A recovery transport_id:1");
  await pollUntil(() => heard.length === 1 || undefined, 2, soon());
  watch[Symbol.dispose]();
  const later: string[] = [];
  using _other = registry.watch(({ kind }) => later.push(kind));
  assert.equal(later.length, 0, "a device that is already connected is reported later");
  server.setRows("");
  await pollUntil(() => later.includes("removed") || undefined, 2, soon());
  assert.deepEqual(heard, ["added"]);
});

test("at most the allowed number of streams is open on a device, and a waiting call can be cancelled", async () => {
  let open = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const run: ReturnType<typeof phoneRun> = phoneRun({
    run: async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise<void>((resolve) => release.push(resolve));
      open -= 1;
      return 0;
    },
  });
  await using server = await startFakeAdbServer({ rows: PHONE, run });
  await using registry = openDevices({ port: server.port, maxStreams: 2 });
  const device = await registry.get(undefined, never());
  const calls = Array.from({ length: 5 }, () => runShell(device, readScript(["x"]), SHELL_LIMITS, never()));
  const controller = new AbortController();
  const reason = new Error("not waiting");
  const waiting = runShell(device, readScript(["x"]), SHELL_LIMITS, controller.signal);
  await pollUntil(() => open >= 2 || undefined, 2, soon());
  for (let exchange = 0; exchange < 5; exchange += 1) await registry.list(never()); // time enough for a third to open
  assert.equal(open, 2);
  controller.abort(reason);
  await assert.rejects(waiting, (error) => error === reason);
  let isDone = false;
  const all = Promise.all(calls).finally(() => {
    isDone = true;
  });
  await pollUntil(
    () => {
      release.shift()?.();
      return isDone || undefined;
    },
    2,
    soon(),
  );
  assert.deepEqual(
    (await all).map(({ exitCode }) => exitCode),
    [0, 0, 0, 0, 0],
  );
  assert.equal(most, 2);
});

test("fifty calls on one signal raise no warning and leave no listeners behind", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  await using server = await startFakeAdbServer({ rows: PHONE, run: phoneRun({ run: async () => 0 }) });
  await using registry = openDevices({ port: server.port });
  const device = await registry.get(undefined, never());
  const signals = [never(), never()] as const;
  await Promise.all(Array.from({ length: 50 }, () => runShell(device, readScript(["x"]), SHELL_LIMITS, signals[0])));
  await Promise.all(Array.from({ length: 50 }, () => registry.list(signals[1])));
  await pollUntil(() => server.openConnections === 0 || undefined, 5, soon());
  process.off("warning", note);
  assert.deepEqual(warnings, []);
});

test("a server that other programs restart is waited for, and not started by Fovea", async () => {
  const first = await startFakeAdbServer({ rows: PHONE, run: phoneRun({}) });
  const { port } = first;
  await using registry = openDevices({ port, env: { PATH: process.env["PATH"] } });
  await registry.list(never());
  await first[Symbol.asyncDispose]();
  const listing = registry.list(never());
  await new Promise(setImmediate);
  await using _second = await startFakeAdbServer({ port, rows: PHONE, run: phoneRun({}) });
  assert.equal((await listing).length, 1);
  assert.equal(registry.hostSpawns, 0);
});

test("a device that was lost a moment ago and is back is found, although its row was out of date", async () => {
  let failures = 1;
  await using server = await startFakeAdbServer({
    rows: PHONE,
    run: phoneRun({}),
    answer: (request, conversation) => {
      if (!request.endsWith(":features") || failures === 0) return false;
      failures -= 1;
      conversation.fail("device offline");
      return true;
    },
  });
  await using registry = openDevices({ port: server.port });
  assert.equal((await registry.get(undefined, never())).serial, "FAKE0001");
  assert.equal(failures, 0);
});

test("a remote target whose connection stays offline is disconnected and connected again", async () => {
  const offline = "10.0.0.9:5555 offline transport_id:1";
  const server = await startFakeAdbServer({
    rows: offline,
    run: phoneRun({}),
    answer: (request, conversation) => {
      if (request === "host:disconnect:10.0.0.9:5555") {
        server.setRows("");
        conversation.value("disconnected 10.0.0.9:5555");
        return true;
      }
      if (request !== "host:connect:10.0.0.9:5555") return false;
      const isThere = server.rows !== "";
      if (!isThere) server.setRows("10.0.0.9:5555 device transport_id:2");
      conversation.value(`${isThere ? "already connected" : "connected"} to 10.0.0.9:5555`);
      return true;
    },
  });
  await using _server = server;
  await using registry = openDevices({ port: server.port, remoteTargets: ["10.0.0.9"] });
  assert.equal((await registry.get("10.0.0.9:5555", soon())).serial, "10.0.0.9:5555");
});

test("a device that has just booted gets more time to accept a service", async () => {
  await using server = await startFakeAdbServer({
    rows: PHONE,
    run: phoneRun({ uptimeS: 30, run: async () => 0 }),
    answer: async (request) => {
      if (request.includes("exec slow")) await delay(2_200);
      return false;
    },
  });
  await using registry = openDevices({ port: server.port });
  const device = await registry.get(undefined, never());
  assert.equal((await runShell(device, readScript(["slow"]), SHELL_LIMITS, never())).exitCode, 0);
});
