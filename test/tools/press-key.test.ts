import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { recordInput } from "../support/recorder.js";

test("press_key accepts short names, KEYCODE_ names and codes", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { received } = recordInput(driven.phone);
  const pressed = async (args: Readonly<Record<string, unknown>>) =>
    (await driven.did("press_key", args)).split("\n")[0];
  assert.equal(await pressed({ key: "volume_up" }), "pressed KEYCODE_VOLUME_UP");
  assert.equal(await pressed({ key: "KEYCODE_TAB", count: 3 }), "pressed KEYCODE_TAB 3 times");
  assert.equal(await pressed({ key: "61" }), "pressed KEYCODE_TAB");
  assert.equal(await pressed({ key: "Home" }), "pressed KEYCODE_HOME");
  const words = received.map((one) => one.words);
  assert.deepEqual(words, ["VOLUME_UP", "TAB", "TAB", "TAB", "TAB", "HOME"]);
  assert.equal(driven.phone.state().focusedActivity?.packageName, "com.android.launcher3");
});

test("press_key refuses an unknown key, with similar ones", async () => {
  await using driven = await drive();
  const { received } = recordInput(driven.phone);
  const text = await driven.refused("INVALID_ARGUMENT", "press_key", { key: "volume" });
  assert.match(text, /KEYCODE_VOLUME_UP/);
  await driven.refused("INVALID_ARGUMENT", "press_key", { key: "back; reboot" });
  await driven.refused("INVALID_ARGUMENT", "press_key", { key: "back", count: 51 });
  assert.deepEqual(received, []);
  assert.deepEqual(await hintsOf(driven, "press_key"), [false, true, false, true]);
});

test("press_key with long is a long press, and a key wakes a dark screen", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { received } = recordInput(driven.phone);
  await driven.did("press_key", { key: "volume_down", long: true });
  assert.equal(received.at(-1)?.words, "VOLUME_DOWN long");
  driven.phone.hooks.setAwake(false);
  await driven.did("press_key", { key: "wakeup" });
  assert.equal(driven.phone.state().power.isInteractive, true);
});

test("press_key refuses a key that came with a later release, and names the release", async () => {
  await using driven = await drive({ apiLevel: 24 });
  const text = await driven.refused("UNSUPPORTED_ON_DEVICE", "press_key", { key: "KEYCODE_EMOJI_PICKER" });
  assert.match(text, /API 24.*API 34|API 33|API 35/);
});
