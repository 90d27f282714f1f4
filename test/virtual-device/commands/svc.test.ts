import assert from "node:assert/strict";
import { test } from "node:test";
import { svc } from "../../../packages/virtual-android/src/commands/svc.js";
import { openPhone, runCommand } from "../../support/virtual-phone.js";

test("svc wifi turns Wi-Fi off and on, in settings and on the screen", async () => {
  using device = openPhone();
  const before = device.phone.pixels();
  await runCommand(device, svc, ["wifi", "disable"]);
  assert.equal(device.phone.state().settings.global.get("wifi_on"), "0");
  assert.notDeepEqual(device.phone.pixels()?.rgba, before?.rgba);
  await runCommand(device, svc, ["wifi", "enable"]);
  assert.deepEqual(device.phone.pixels()?.rgba, before?.rgba);
});

test("svc power stayon keeps the screen on while the phone is plugged in, and wakes it", async () => {
  using device = openPhone({ apiLevel: 30 });
  device.phone.key("SLEEP", "down-up");
  await runCommand(device, svc, ["power", "stayon", "true"]);
  assert.equal(device.phone.state().settings.global.get("stay_on_while_plugged_in"), "7");
  assert.equal(device.phone.state().power.wakefulness, "Awake");
  await runCommand(device, svc, ["power", "stayon", "false"]);
  assert.equal(device.phone.state().settings.global.get("stay_on_while_plugged_in"), "0");
});

test("svc with other arguments prints the usage", async () => {
  using device = openPhone();
  for (const args of [[], ["wifi"], ["power", "stayon", "maybe"], ["fly", "enable"]]) {
    assert.match((await runCommand(device, svc, args)).stderr, /^Available commands:\n/);
  }
});
