import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBootReport } from "../../src/devices/boot-report.js";
import { BOOT_ID } from "../support/fake-phone.js";

const FEATURES = new Set(["shell_v2"]);

function report(properties: Readonly<Record<string, string>>, tail = "") {
  const lines = Object.entries(properties).map(([name, value]) => `[${name}]: [${value}]\n`);
  const found = parseBootReport(lines.join("") + tail, FEATURES);
  assert.ok(found);
  return found;
}

test("a fact that a device does not report is null", () => {
  assert.deepEqual(report({ "a.b": "c" }), {
    facts: {
      model: null,
      manufacturer: null,
      hardwareSerial: null,
      apiLevel: null,
      release: null,
      bootId: null,
      features: FEATURES,
      isEmulator: false,
      hasTimeout: false,
    },
    isBooted: false,
    uptimeS: null,
    firstBoot: null,
  });
  assert.equal(report({ "ro.build.version.sdk": "REL", "ro.product.model": "" }).facts.apiLevel, null);
  assert.equal(parseBootReport("sh: getprop: not found\n", FEATURES), null);
});

test("boot id, uptime and `timeout` are read after the properties, in any order", () => {
  const { facts, uptimeS } = report({ "a.b": "c" }, `${BOOT_ID}\n12.34 56.78\n/system/bin/timeout\n`);
  assert.deepEqual([facts.bootId, uptimeS, facts.hasTimeout], [BOOT_ID, 12.34, true]);
});

test("a property may contain line ends and brackets", () => {
  const { facts } = report({ "a.b": `one\n${BOOT_ID}\n[two]: x`, "ro.product.model": "M [x]", "z.z": "" });
  assert.deepEqual([facts.model, facts.bootId], ["M [x]", null]);
});

test("a forged property inside the value of another one changes no fact", () => {
  const forged = { "debug.x": "1]\n[ro.build.version.sdk]: [99]\n[sys.boot_completed]: [1" };
  const { facts, isBooted } = report({ ...forged, "ro.build.version.sdk": "34", "sys.boot_completed": "0" });
  assert.equal(facts.apiLevel, null);
  assert.equal(isBooted, false);
});

test("a device counts as booted only when its boot animation is over", () => {
  const booted = { "sys.boot_completed": "1" };
  assert.equal(report(booted).isBooted, true, "an image without boot animation");
  assert.equal(report({ ...booted, "init.svc.bootanim": "stopped" }).isBooted, true);
  assert.equal(report({ ...booted, "init.svc.bootanim": "running" }).isBooted, false);
  assert.equal(report({ "sys.boot_completed": "0", "init.svc.bootanim": "stopped" }).isBooted, false);
});

test("old and new emulators are recognised by their properties", () => {
  for (const [name, value] of [
    ["ro.boot.qemu", "1"],
    ["ro.kernel.qemu", "1"],
    ["ro.hardware", "ranchu"],
  ] as const) {
    assert.equal(report({ [name]: value }).facts.isEmulator, true, name);
  }
  assert.equal(report({ "ro.hardware": "qcom", "ro.kernel.qemu": "0" }).facts.isEmulator, false);
});
