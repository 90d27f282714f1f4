import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { App } from "../../packages/virtual-android/src/apps/app.js";
import type { PhoneOptions } from "../../packages/virtual-android/src/create-phone.js";
import { openPhone } from "../support/virtual-phone.js";

/** The apps of the pinned home screen: a new app needs no new picture. */
const HOME = ["settings", "messages", "form", "notes", "browser", "clock", "player", "dialogs", "world"].concat([
  "gestures",
  "game",
  "vault",
  "stress",
  "endless",
  "sluggish",
]);
const onlyThese = (app: App): App =>
  HOME.some((name) => app.packageName.endsWith(`.${name}`))
    ? app
    : { ...app, activities: app.activities.map((activity) => ({ ...activity, isLauncher: false })) };

/**
 * The pixels of some screens, as the sha256 of their bytes: they have to be the same on every machine and release of
 * Node. A change of how something looks changes them on purpose: look at the pictures, then write the new values here.
 */
const PINNED: readonly (readonly [string, Partial<PhoneOptions>, string])[] = [
  [
    "the home screen of Android 13",
    { apiLevel: 33, rework: onlyThese },
    "58777be5ce65cbbc0af6f2b1265e9f85efe0ada4ac7b9ad98fb2d39cb955ea94",
  ],
  [
    "the settings of Android 9",
    { apiLevel: 28, app: "com.android.settings" },
    "6c9d952bd44b233ccdaf1f62482e580db316d425ecf04d850ba66ca7bc101ad5",
  ],
  [
    "the form of Android 16 in dark theme",
    { apiLevel: 36, app: "com.fovea.form", isDark: true },
    "2fb5ff9fe8e505a94809c59f515c042da78e2a696692af4ca5d6253733250c67",
  ],
  [
    "the messages of Android 7 on a small screen",
    { apiLevel: 24, app: "com.fovea.messages", size: { width: 720, height: 1280 }, density: 320 },
    "a6c4384000fd419b8996a26b2e033417ca1f9af2c6d1fe6a76cd0e7dc643fd6f",
  ],
  [
    "a screen with many scripts",
    { app: "com.fovea.world" },
    "d43420a777572ca8310d7de928f2cdddaba0433251b2ff2e22bedf6f65a14fe1",
  ],
  [
    "the large board at 640 dpi",
    { app: "com.fovea.stress", size: { width: 1440, height: 3120 }, density: 640 },
    "36bdbd598be7b954eb74a7dbfbcd8600757008b7a45db0fdd9d32059a71abb6e",
  ],
  [
    "the game in landscape",
    { app: "com.fovea.game" },
    "dd5f77d08e4b18a9bdc44a00cdc0b018e16328ceed443b694a748e94f7499bda",
  ],
  [
    "the player in landscape",
    { app: "com.fovea.player", rotation: 1 },
    "260027fe50a7c52a7172efc3913540f43ac6dcd9bfec11f9d58af5a6108da78b",
  ],
  [
    "the form with a large font",
    { app: "com.fovea.form", fontScale: 1.3 },
    "12561975f3353648ee54747777245d07da2f87147c635759a918c23d5af768c0",
  ],
];

for (const [name, options, expected] of PINNED) {
  test(`${name} has the same pixels on every machine`, () => {
    using device = openPhone(options);
    const pixels = device.phone.pixels();
    assert.equal(
      createHash("sha256")
        .update(pixels?.rgba ?? "")
        .digest("hex"),
      expected,
    );
  });
}

test("two phones with the same history show the same pixels", () => {
  const walk = () => {
    using device = openPhone({ app: "com.android.settings", seed: 5 });
    device.tap("Region");
    device.swipe({ x: 540, y: 1800 }, { x: 540, y: 900 }, { ms: 100 });
    return device.phone.pixels()?.rgba;
  };
  assert.deepEqual(walk(), walk());
});
