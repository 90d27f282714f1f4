import assert from "node:assert/strict";
import { test } from "node:test";
import { isFoveaError } from "../../../src/base/errors.js";
import { adbEnvironment } from "../../../src/devices/adb/environment.js";

test("adb's environment variables name its server and the device", () => {
  assert.deepEqual(adbEnvironment({}), {});
  assert.deepEqual(adbEnvironment({ ANDROID_SERIAL: "X", ADB_SERVER_SOCKET: "", ANDROID_ADB_SERVER_PORT: "" }), {
    serial: "X",
  });
  assert.deepEqual(adbEnvironment({ ANDROID_ADB_SERVER_PORT: "5038" }), { port: 5038 });
  assert.deepEqual(adbEnvironment({ ANDROID_ADB_SERVER_ADDRESS: "farm", ANDROID_ADB_SERVER_PORT: "1" }), {
    host: "farm",
    port: 1,
  });
  assert.deepEqual(adbEnvironment({ ADB_SERVER_SOCKET: "tcp:5039" }), { port: 5039 });
  assert.deepEqual(adbEnvironment({ ADB_SERVER_SOCKET: "tcp:farm:5039" }), { host: "farm", port: 5039 });
  assert.deepEqual(adbEnvironment({ ADB_SERVER_SOCKET: "tcp:[::1]:5039" }), { host: "::1", port: 5039 });
});

test("ADB_SERVER_SOCKET overrides the port, as it does for adb", () => {
  assert.deepEqual(adbEnvironment({ ADB_SERVER_SOCKET: "tcp:1", ANDROID_ADB_SERVER_PORT: "2" }), { port: 1 });
});

for (const env of [
  { ADB_SERVER_SOCKET: "localfilesystem:/tmp/adb.sock" },
  { ADB_SERVER_SOCKET: "vsock:2:5037" },
  { ADB_SERVER_SOCKET: "tcp:farm" },
  { ADB_SERVER_SOCKET: "tcp:70000" },
  { ANDROID_ADB_SERVER_PORT: "0" },
  { ANDROID_ADB_SERVER_PORT: "5037x" },
]) {
  test(`the environment ${JSON.stringify(env)} is refused with the name of the variable`, () => {
    assert.throws(
      () => adbEnvironment(env),
      (error) =>
        isFoveaError(error, "INVALID_ARGUMENT") && error.message.includes(Object.entries(env).join().replace(",", "=")),
    );
  });
}

test("a server on a unix socket is refused, and the error names the alternative", () => {
  assert.throws(
    () => adbEnvironment({ ADB_SERVER_SOCKET: "localfilesystem:/tmp/adb.sock" }),
    (error) => isFoveaError(error) && error.hint.includes("tcp:HOST:PORT"),
  );
});
