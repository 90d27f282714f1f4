import assert from "node:assert/strict";
import { test } from "node:test";
import { EVERYDAY_USES } from "../../../src/cli/docs/everyday-tools.js";
import { type Driven, drive } from "../../support/drive.js";
import { driveCompanion } from "../../support/drive-companion.js";

/** Calls that act on the screen itself are refused where the active app is on another display. */
const REFUSED: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["scroll_to", { target: '"Done"' }],
  ["orientation", { to: "landscape" }],
  ["display", { size: "600x1000" }],
  ["display", { density: 240 }],
  ["record_screen", { action: "start" }],
  ["notifications", { tap: "Storage is low" }],
  ["notifications", { dismiss: "Storage is low" }],
];

/** These calls are about the device, an app or a user, on any display; keys go to the display that has the focus. */
const OF_NO_DISPLAY: ReadonlySet<string> = new Set([
  "app_info",
  "biometrics",
  "clipboard",
  "crashes",
  "emulator",
  "files",
  "focus",
  "list_apps",
  "location",
  "logs",
  "network",
  "open_app",
  "open_url",
  "performance",
  "permissions",
  "settings",
  "swipe",
]);

/** Android 8 is the first whose shell can start an app on another display (`am start --display`). */
const RELEASES = [26, 29, 33, 36] as const;

for (const apiLevel of RELEASES) {
  test(`rotating, resizing, recording or scrolling display 1 is refused while the app is on display 2 (API ${apiLevel})`, async () => {
    await using driven = await drive({ app: "com.fovea.form", apiLevel, config: { tools: ["device", "media"] } });
    const { phone } = driven;
    phone.hooks.notify({ app: "Settings", symbol: "info", title: "Storage is low", text: "Free some" });
    putOnSecondDisplay(driven);
    const before = phone.state().display;
    for (const [tool, args] of REFUSED) {
      const text = await driven.refused("OTHER_DISPLAY", tool, args);
      assert.match(text, /com\.fovea\.notes\/\S+ is on display 1 of /, `${tool} ${JSON.stringify(args)}`);
      assert.match(text, /\nNext: .*press_key with key home/);
      // With a companion, too, only the first display is rotated, resized and recorded, and has the shade.
      if (tool !== "scroll_to") assert.doesNotMatch(text, /fovea setup/, tool);
    }
    assert.deepEqual(phone.state().display, before);
    assert.deepEqual(phone.managers.secondDisplay.touches, []);
  });

  test(`OTHER_DISPLAY does not advise setup where a companion runs (API ${apiLevel})`, async () => {
    await using driven = await driveCompanion({
      app: "com.fovea.form",
      apiLevel,
      config: { tools: ["device", "media"] },
    });
    driven.phone.hooks.notify({ app: "Settings", symbol: "info", title: "Storage is low", text: "Free some" });
    putOnSecondDisplay(driven);
    for (const [tool, args] of REFUSED) {
      const { text } = await driven.mcp.call(tool, args);
      assert.doesNotMatch(text, /fovea setup/, `${tool} ${JSON.stringify(args)}`);
    }
    assert.deepEqual(driven.phone.managers.secondDisplay.touches, []);
  });

  test(`a screenshot says that it shows display 1 while display 2 has the focus, and has no marks (API ${apiLevel})`, async () => {
    await using driven = await drive({ app: "com.fovea.form", apiLevel });
    putOnSecondDisplay(driven);
    const said =
      /^\(picture: \d+x\d+\)\n! the picture shows the first display, and com\.fovea\.notes\/\S+ on display 1 has the focus$/m;
    assert.match(await driven.did("screenshot"), said);
    assert.match(await driven.did("screenshot", { size: "400", save_as: `front-${apiLevel}.png` }), said);
    const observed = await driven.did("observe", { image: true });
    assert.match(observed, said);
    assert.match(observed, /^com\.fovea\.notes\/\S+ on display 1 \| 1280x720 /);
    const refused = await driven.refused("OTHER_DISPLAY", "screenshot", { marks: true });
    assert.match(refused, /\nNext: [^\n]*press_key with key home/);
    assert.doesNotMatch(refused, /touch|fovea setup/);
    // Services see the windows of other displays from Android 11 on.
    if (apiLevel <= 29) await driven.refused("OTHER_DISPLAY", "verify", { condition: '"Create account"' });
    await driven.refused("OTHER_DISPLAY", "observe", { zoom: "0,0,400,400" });
    await driven.did("press_key", { key: "home" });
    assert.match(await driven.did("screenshot"), /^\(picture: \S+(?: of a|, in)/);
  });

  test(`tools that open an app say on which display it opened, and which app took a link (API ${apiLevel})`, async () => {
    await using driven = await drive({ app: "com.fovea.form", apiLevel });
    putOnSecondDisplay(driven);
    const notes = /^changed: .* -> com\.fovea\.notes\/\S+ on display 1\b/m;
    assert.match(await driven.did("open_url", { url: "https://example.org/" }), /^taken by com\.fovea\.browser$/m);
    assert.equal(driven.phone.state().topFocusedDisplayId, 0);
    assert.match(await driven.did("open_app", { package: "com.fovea.notes" }), notes);
    assert.match(
      await driven.did("open_app", { package: "com.fovea.form" }),
      /^changed: .* -> com\.fovea\.form\/[^ ,]+,/m,
    );
    assert.match(await driven.did("open_app", { package: "Notes" }), notes);
    assert.deepEqual(driven.phone.managers.secondDisplay.touches, []);
  });
}

test("a second display changes nothing on Android 7, whose shell cannot start an app on it", async () => {
  await using driven = await drive({ app: "com.fovea.form", apiLevel: 24 });
  driven.phone.putSetting("global", "overlay_display_devices", "1280x720/240");
  await driven.did("tap", { target: 'radio "Plus"' });
  assert.match(await driven.did("screenshot"), /^\(picture: \S+(?: of a|, in)/);
});

test("tools that need no display work while the app in front is on the second display", async () => {
  await using driven = await drive({ app: "com.fovea.form", config: { tools: ["device"] } });
  putOnSecondDisplay(driven);
  await driven.did("settings", { name: "system/screen_brightness", value: "120" });
  await driven.did("display", { dark: "on" });
  await driven.did("location", { at: "1,1" });
});

test("every everyday tool is listed either as needing no display or as refused on a second display", () => {
  const named = new Set([...REFUSED.map(([tool]) => tool), ...OF_NO_DISPLAY]);
  assert.deepEqual(
    [...new Set(EVERYDAY_USES.map(({ tool }) => tool))].filter((tool) => !named.has(tool)),
    [],
  );
});

function putOnSecondDisplay({ phone }: Driven): void {
  phone.putSetting("global", "overlay_display_devices", "1280x720/240");
  const component = phone.state().packages.find(({ packageName }) => packageName === "com.fovea.notes");
  const notes = `com.fovea.notes/${component?.launcherActivity}`;
  const intent = { action: null, data: null, component: notes, packageName: null, categories: [] };
  assert.equal(phone.launchOnSecondDisplay(intent), notes);
}
