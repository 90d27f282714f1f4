import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseDeviceRows } from "../../../src/devices/adb/device-row.js";
import { anyCharacter } from "../../support/any-character.js";

const rowOf = (line: string) => parseDeviceRows(`${line}\n`)[0];

test("a USB phone is parsed with its path, names and transport", () => {
  const line = "0123ABCD               device usb:1-1.4 product:redfin model:Pixel_5 device:redfin transport_id:12";
  assert.deepEqual(rowOf(line), {
    serial: "0123ABCD",
    state: "device",
    stateText: "device",
    transportId: "12",
    connection: "usb",
    model: "Pixel_5",
    product: "redfin",
  });
});

for (const [line, serial, state, connection] of [
  [
    "emulator-5554          device product:sdk model:sdk device:generic transport_id:1",
    "emulator-5554",
    "device",
    "emulator",
  ],
  ["192.168.1.20:5555      offline transport_id:3", "192.168.1.20:5555", "offline", "network"],
  ["[fe80::1%eth0]:5555    device transport_id:3", "[fe80::1%eth0]:5555", "device", "network"],
  [
    "adb-0123ABCD-q1w2e3._adb-tls-connect._tcp device transport_id:4",
    "adb-0123ABCD-q1w2e3._adb-tls-connect._tcp",
    "device",
    "network",
  ],
  [
    "adb-0123 (2)._adb-tls-connect._tcp. device transport_id:4",
    "adb-0123 (2)._adb-tls-connect._tcp.",
    "device",
    "network",
  ],
  ["X unauthorized usb:3-2 transport_id:5", "X", "unauthorized", "usb"],
  ["X authorizing transport_id:5", "X", "authorizing", "usb"],
  ["X connecting transport_id:5", "X", "connecting", "usb"],
  ["X recovery product:a model:b device:c transport_id:5", "X", "recovery", "usb"],
  ["X sideload transport_id:5", "X", "sideload", "usb"],
  ["X bootloader transport_id:5", "X", "bootloader", "usb"],
  ["X rescue transport_id:5", "X", "rescue", "usb"],
  ["X host transport_id:5", "X", "host", "usb"],
  ["X noperm usb:1-1", "X", "noPermissions", "usb"],
  ["X detached usb:1-1", "X", "unknown", "usb"],
  ["(no serial number) device usb:1-1 transport_id:9", "(no serial number)", "device", "usb"],
] as const) {
  test(`the row "${line.replace(/\s+/g, " ")}" is ${state} by ${connection}`, () => {
    const row = rowOf(line);
    assert.deepEqual([row?.serial, row?.state, row?.connection], [serial, state, connection]);
  });
}

test("a state of several words is kept as the server sends it", () => {
  const text =
    "no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html]";
  const row = rowOf(`????????????           ${text} usb:1-2 transport_id:7`);
  assert.deepEqual(
    [row?.serial, row?.state, row?.stateText, row?.transportId],
    ["????????????", "noPermissions", text, "7"],
  );
});

test("the parser never throws, and returns one row for each line that is not blank", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const lines = text.split("\n").filter((line) => line.trim() !== "");
      assert.equal(parseDeviceRows(text).length, lines.length);
    }),
  );
});
