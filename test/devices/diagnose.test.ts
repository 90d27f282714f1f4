import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { diagnose } from "../../src/devices/diagnose.js";
import { startFakeAdbServer } from "../support/fake-adb-server.js";
import { phoneRun } from "../support/fake-phone.js";
import { never } from "../support/never.js";
import { freePort } from "../support/real-adb.js";

const PATH = process.env["PATH"] ?? "";

test("diagnose on a host without server and without adb says how to install adb, and starts nothing", async () => {
  const port = await freePort();
  const report = await diagnose({ companion: "service", port, env: { PATH: "/nowhere" } }, never());
  assert.deepEqual(report.adb, { path: null, searched: ["/nowhere/adb"] });
  assert.deepEqual(report.server, { address: `127.0.0.1:${port}`, version: null });
  assert.deepEqual(
    report.problems.map(({ code }) => code),
    ["ADB_NOT_FOUND"],
  );
  assert.match(report.problems[0]?.hint ?? "", /platform-tools/);
});

test("diagnose on a host with adb and no running server says how to start it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-path-"));
  const adb = join(folder, "adb");
  writeFileSync(adb, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const report = await diagnose({ companion: "service", port: await freePort(), env: { PATH: folder } }, never());
  rmSync(folder, { recursive: true });
  assert.equal(report.adb.path, adb);
  assert.equal(report.server.version, null);
  assert.deepEqual(
    report.problems.map(({ code }) => code),
    ["ADB_SERVER_UNREACHABLE"],
  );
});

test("diagnose on a server without devices says how to connect one", async () => {
  await using server = await startFakeAdbServer();
  const report = await diagnose({ companion: "service", port: server.port, env: { PATH } }, never());
  assert.equal(report.server.version, 41);
  assert.deepEqual([report.devices, report.problems.map(({ code }) => code)], [[], ["NO_DEVICE"]]);
});

test("each device that cannot be used is its own problem", async () => {
  await using server = await startFakeAdbServer({ rows: "A unauthorized transport_id:1\nB offline transport_id:2" });
  const report = await diagnose({ companion: "service", port: server.port, env: { PATH } }, never());
  assert.deepEqual(
    report.problems.map(({ code }) => code),
    ["DEVICE_UNAUTHORIZED", "DEVICE_OFFLINE"],
  );
  assert.deepEqual(
    report.devices.map(({ serial }) => serial),
    ["A", "B"],
  );
});

test("a named device that is missing or not usable is the problem, whatever else is ready", async () => {
  const rows = "FAKE0001 device transport_id:1\nB offline transport_id:2";
  await using server = await startFakeAdbServer({ rows, run: phoneRun({}) });
  const codesFor = async (serial: string) => {
    const { problems } = await diagnose({ companion: "service", port: server.port, serial, env: { PATH } }, never());
    return problems.map(({ code }) => code);
  };
  assert.deepEqual(await codesFor("NOPE"), ["DEVICE_NOT_FOUND"]);
  assert.deepEqual(await codesFor("B"), ["DEVICE_OFFLINE"]);
  assert.deepEqual(await codesFor("FAKE0001"), []);
});

test("a server on another host has to be started there, whatever this host has", async () => {
  const host = "fovea.invalid";
  const report = await diagnose({ companion: "service", host, env: { PATH: "/nowhere" } }, never());
  assert.equal(report.server.address, `${host}:5037`);
  assert.equal(report.problems[0]?.code, "ADB_SERVER_UNREACHABLE");
  assert.match(report.problems[0]?.hint ?? "", /on that host/);
});

test("an IPv6 address is distinguished from its port", async () => {
  const port = await freePort();
  const report = await diagnose({ companion: "service", host: "::1", port, env: { PATH: "/nowhere" } }, never());
  assert.equal(report.server.address, `[::1]:${port}`);
});

test("with a usable device there is no problem, and the report is plain data", async () => {
  await using server = await startFakeAdbServer({ rows: "A device transport_id:1\nB offline", run: phoneRun({}) });
  const report = await diagnose({ companion: "service", port: server.port, env: { PATH } }, never());
  assert.deepEqual(report.problems, []);
  assert.deepEqual(JSON.parse(JSON.stringify(report)), report);
});

test("a program that answers and is not an adb server is ADB_PROTOCOL", async () => {
  await using server = await startFakeAdbServer({
    answer: (_request, { socket }) => socket.end("HTTP/1.1 400") !== null,
  });
  const report = await diagnose({ companion: "service", port: server.port, env: { PATH } }, never());
  assert.deepEqual(
    report.problems.map(({ code }) => code),
    ["ADB_PROTOCOL"],
  );
});

test("a cancelled diagnosis ends with the caller's reason", async () => {
  await using server = await startFakeAdbServer({ answer: () => true });
  const controller = new AbortController();
  const reason = new Error("enough");
  const work = diagnose({ companion: "service", port: server.port }, controller.signal);
  setImmediate(() => controller.abort(reason));
  await assert.rejects(work, (error) => error === reason);
});
