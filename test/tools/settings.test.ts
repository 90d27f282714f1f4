import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";

const DEVICE = { config: { tools: ["device"] } } as const;

test("settings reads and changes a setting on the list, and restores it at the end", async () => {
  await using driven = await drive(DEVICE);
  const { settings } = driven.phone.state();
  const value = () => driven.phone.state().settings.system.get("screen_brightness");
  assert.equal(await driven.did("settings", { name: "system/screen_brightness" }), "system/screen_brightness: 102");
  const text = await driven.did("settings", { name: "system/screen_brightness", value: "200" });
  assert.match(
    text,
    /^changed the setting system\/screen_brightness\n(?:.*\n)*setting system\/screen_brightness: 102 -> 200\n/,
  );
  assert.equal(value(), "200");
  await driven.did("settings", { name: "system/screen_brightness", unset: true });
  assert.equal(value(), undefined);
  assert.equal(settings.system.get("screen_brightness"), "102");
  await driven.product.sessions.changes[Symbol.asyncDispose]();
  assert.equal(value(), "102");
  assert.deepEqual(await hintsOf(driven, "settings"), [false, false, true, true]);
});

test("settings not on the list are neither read nor changed, and those that would disconnect adb are never allowed", async () => {
  await using driven = await drive({
    config: { tools: ["device"], allowSettings: ["global/zen_mode", "global/adb_enabled"] },
  });
  const before = driven.phone.state().settings;
  await driven.refused("SETTING_NOT_ALLOWED", "settings", { name: "secure/android_id" });
  await driven.refused("SETTING_NOT_ALLOWED", "settings", { name: "global/adb_enabled", value: "0" });
  await driven.refused("INVALID_ARGUMENT", "settings", { name: "system/screen_brightness", value: "300" });
  await driven.refused("INVALID_ARGUMENT", "settings", { name: "screen_brightness", value: "30" });
  await driven.refused("INVALID_ARGUMENT", "settings", { name: "system/$(reboot)", value: "1" });
  await driven.refused("INVALID_ARGUMENT", "settings", { name: "system/a/b", value: "1" });
  await driven.refused("INVALID_ARGUMENT", "settings", { name: "system/font_scale", value: "1", unset: true });
  assert.deepEqual(driven.phone.state().settings, before);
  await driven.did("settings", { name: "global/zen_mode", value: "1" });
  assert.equal(driven.phone.state().settings.global.get("zen_mode"), "1");
});

test("settings refuses invalid values in its own text, and does not report an unchanged value as changed", async () => {
  await using driven = await drive(DEVICE);
  const refused = async (name: string, value: string) =>
    await driven.refused("INVALID_ARGUMENT", "settings", { name, value });
  for (const value of ["0.4", "3.1", "0", "4"])
    assert.match(await refused("system/font_scale", value), /\nNext: Its values are 0\.5 to 3\.$/);
  assert.match(await refused("system/screen_off_timeout", "123456789"), /1000 to 99999999/);
  const text = await driven.did("settings", { name: "system/screen_brightness", value: "102" });
  assert.match(text, /^changed nothing: already in that state\nsetting system\/screen_brightness: 102 already\n/);
  const size = await driven.refused("INVALID_ARGUMENT", "display", { size: "big" });
  assert.match(size, /width and height in pixels, as 1080x1920/);
});

test("settings reports phones whose vendor blocks secure settings, with the setting that allows them", async () => {
  await using driven = await drive(DEVICE);
  driven.phone.vendor.refusesSecureSettings = true;
  const text = await driven.refused("STATE_REFUSED", "settings", { name: "global/auto_time", value: "0" });
  assert.match(text, /Permission denial: writing to settings requires/);
  assert.match(text, /USB debugging/);
});
