import assert from "node:assert/strict";
import { test } from "node:test";
import { WireError } from "../../../packages/virtual-android/src/companion/wire/wire-error.js";
import { drive } from "../../support/drive.js";
import { driveCompanion, HOSTS } from "../../support/drive-companion.js";
import { recordInput } from "../../support/recorder.js";

const first = (text: string) => text.split("\n")[0] ?? "";

for (const host of HOSTS) {
  test(`press_key sends back, home, recents and notifications as system actions, and other keys as keys (${host})`, async () => {
    await using driven = await driveCompanion({ host, app: "com.fovea.form" });
    await driven.did("observe");
    const { received, clear } = recordInput(driven.phone);
    assert.equal(first(await driven.did("press_key", { key: "home" })), "pressed KEYCODE_HOME by action");
    assert.equal(driven.phone.state().focusedActivity?.packageName, "com.android.launcher3");
    assert.equal(first(await driven.did("press_key", { key: "notifications" })), "opened notifications by action");
    assert.equal(first(await driven.did("press_key", { key: "back" })), "pressed KEYCODE_BACK by action");
    assert.equal(first(await driven.did("press_key", { key: "recents" })), "pressed KEYCODE_APP_SWITCH by action");
    assert.deepEqual(driven.asked, ["globalAction", "globalAction", "globalAction", "globalAction"]);
    clear();
    assert.equal(first(await driven.did("press_key", { key: "volume_up" })), "pressed KEYCODE_VOLUME_UP");
    assert.equal(first(await driven.did("press_key", { key: "back", count: 2 })), "pressed KEYCODE_BACK 2 times");
    assert.equal(first(await driven.did("press_key", { key: "home", long: true })), "pressed and held KEYCODE_HOME");
    assert.deepEqual(
      received.map(({ words }) => words),
      ["VOLUME_UP", "BACK", "BACK", "HOME long"],
    );
    assert.equal(driven.asked.length, 4);
  });
}

test("press_key sends a key where the system refuses the action, and sends none where the connection was lost", async () => {
  await using driven = await driveCompanion({ host: "shell", app: "com.fovea.form" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  driven.instead(() => ({ globalAction: async () => ({ result: { performed: false, seq: 1 } }) }));
  assert.match(
    await driven.did("press_key", { key: "back" }),
    /^pressed KEYCODE_BACK\n! done through `input`.*the system refused/,
  );
  assert.deepEqual(
    received.map(({ words }) => words),
    ["BACK"],
  );
  const doubt = new WireError("TIMEOUT", "not done in time", { mayHaveHappened: true });
  driven.instead(() => ({ globalAction: () => Promise.reject(doubt) }));
  assert.match(await driven.refused("TIMEOUT", "press_key", { key: "back" }), /\(it may have happened\)/);
  assert.equal(received.length, 1);
});

test("without the companion press_key refuses a key that no key code exists for, and names another way", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const text = await driven.refused("UNSUPPORTED_ON_DEVICE", "press_key", { key: "quick_settings" });
  assert.match(text, /no key opens quick_settings .*\nNext: Swipe down from the top of the screen; or: `fovea doctor`/);
});
