import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDeviceRows } from "../../src/devices/adb/device-row.js";
import type { BootReport } from "../../src/devices/boot-report.js";
import { type DescribedRow, toEntries } from "../../src/devices/device-entry.js";
import { BOOT_ID } from "../support/fake-phone.js";

const OTHER_BOOT = BOOT_ID.replaceAll("7", "8");

interface Reported {
  readonly hardwareSerial?: string | null;
  readonly bootId?: string | null;
  readonly isEmulator?: boolean;
  readonly firstBoot?: string | null;
}

function described(serial: string, reported: Reported = {}): DescribedRow {
  const { hardwareSerial = "HW1", bootId = BOOT_ID, isEmulator = false, firstBoot = "1700000000000" } = reported;
  const [row] = parseDeviceRows(`${serial} device transport_id:1`);
  assert.ok(row);
  const facts = { model: "M", manufacturer: "A", apiLevel: 33, release: "13", features: new Set<string>() };
  const report: BootReport = {
    facts: { ...facts, hardwareSerial, bootId, isEmulator },
    isBooted: true,
    uptimeS: 1,
    firstBoot,
  };
  return { row, isAllowed: true, report, failure: null };
}

const serialsOf = (...rows: readonly DescribedRow[]) => toEntries(rows).map((one) => [one.serial, ...one.otherSerials]);

test("a phone by mDNS name, by address and by USB is one entry under its USB serial", () => {
  const rows = [described("adb-HW1-x._adb-tls-connect._tcp"), described("10.0.0.2:5555"), described("HW1")];
  assert.deepEqual(serialsOf(...rows), [["HW1", "10.0.0.2:5555", "adb-HW1-x._adb-tls-connect._tcp"]]);
});

test("emulators with the same serial number are different devices, and the same emulator twice is one", () => {
  const first = described("emulator-5554", { isEmulator: true, hardwareSerial: "EMULATOR33" });
  const second = described("emulator-5556", { isEmulator: true, hardwareSerial: "EMULATOR33", bootId: OTHER_BOOT });
  const again = described("127.0.0.1:5555", { isEmulator: true, hardwareSerial: "EMULATOR33" });
  assert.deepEqual(serialsOf(first, second, again), [["emulator-5554", "127.0.0.1:5555"], ["emulator-5556"]]);
  const unknown = { isEmulator: true, hardwareSerial: "EMULATOR33", bootId: null };
  assert.equal(serialsOf(described("emulator-5554", unknown), described("emulator-5556", unknown)).length, 2);
});

test("containers that share a kernel, and so its boot id, are different devices", () => {
  const rows = [described("10.0.0.2:5555"), described("10.0.0.3:5555", { firstBoot: "1700000009999" })];
  assert.equal(serialsOf(...rows).length, 2);
});

test("devices without a serial number, or with another boot id, are never merged", () => {
  const nameless = { hardwareSerial: null };
  assert.equal(serialsOf(described("a:1", nameless), described("b:1", nameless)).length, 2);
  assert.equal(serialsOf(described("a:1"), described("b:1", { bootId: OTHER_BOOT })).length, 2);
});

test("phones whose boot id cannot be read are merged by their serial number", () => {
  assert.equal(serialsOf(described("HW1", { bootId: null }), described("b:1", { bootId: null })).length, 1);
});

test("two devices with one serial are both listed, and both refused because adb cannot distinguish them", () => {
  const entries = toEntries([described("0123456789ABCDEF"), described("0123456789ABCDEF", { hardwareSerial: "HW2" })]);
  assert.deepEqual(
    entries.map(({ problem }) => problem?.code),
    ["DEVICE_REQUIRED", "DEVICE_REQUIRED"],
  );
  assert.match(entries[0]?.problem?.message ?? "", /cannot be distinguished/);
});
