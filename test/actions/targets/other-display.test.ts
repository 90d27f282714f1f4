import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../../support/drive.js";

for (const apiLevel of [26, 28, 29, 33, 36]) {
  test(`an app on a second display is named, and its elements are never touched on the first one (API ${apiLevel})`, async () => {
    await using driven = await drive({ app: "com.fovea.form", apiLevel });
    const { phone } = driven;
    phone.putSetting("global", "overlay_display_devices", "1280x720/240");
    const component = phone.state().packages.find(({ packageName }) => packageName === "com.fovea.notes");
    assert.ok(component?.launcherActivity);
    const notes = `com.fovea.notes/${component.launcherActivity}`;
    const intent = { action: null, data: null, component: notes, packageName: null, categories: [] };
    assert.equal(phone.launchOnSecondDisplay(intent), notes);
    // Which window is active is left out: it changes while the app's start ends.
    const shown = () =>
      phone.accessibilityWindows().flatMap(({ title, root }) => (title.includes("fovea.form") ? [root] : []));
    const first = shown();
    assert.equal(first.length, 1);
    for (const [tool, args] of [
      ["tap", { target: "200,600" }],
      ["tap", { target: '"Notes"' }],
      ["tap", { target: "50%,50%", hold_ms: 800 }],
      ["swipe", { direction: "up" }],
      ["swipe", { from: "50%,70%", to: "50%,40%" }],
      ["drag", { from: "50%,70%", to: "50%,40%" }],
      ["type_text", { target: "200,600", text: "x" }],
    ] as const) {
      const text = await driven.refused("OTHER_DISPLAY", tool, args);
      assert.match(text, /com\.fovea\.notes\/\S+ is on display 1 of /, tool);
    }
    assert.deepEqual(shown(), first);
    assert.deepEqual(phone.managers.secondDisplay.touches, []);
    await driven.did("press_key", { key: "tab" });
    assert.deepEqual(phone.managers.secondDisplay.keys, ["TAB"]);
    await driven.did("press_key", { key: "home" });
    assert.equal(phone.state().topFocusedDisplayId, 0);
    await driven.did("open_app", { package: "com.fovea.form" });
    await driven.did("tap", { target: 'radio "Plus"' });
  });
}
