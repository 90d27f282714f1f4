import assert from "node:assert/strict";
import { test } from "node:test";
import type { WindowType } from "../../src/screen/facts.js";
import type { Observation } from "../../src/screen/observation.js";
import { expectedFacts, expectedWindow } from "../support/expected-facts.js";
import { nullsWithoutError } from "../support/nulls-without-error.js";
import { codesOf, observeProduct } from "../support/observe-product.js";
import { type Product, type ProductOptions, startProduct } from "../support/product.js";
import { untilStable } from "../support/until-stable.js";

const FAMILIES = [24, 28, 30, 33, 36] as const;

const MAIL = {
  action: "android.intent.action.SENDTO",
  data: "mailto:a@b.org",
  component: null,
  packageName: null,
  categories: [],
} as const;

interface Scene {
  readonly name: string;
  readonly options: ProductOptions;
  readonly arrange?: (product: Product) => Promise<void>;
  readonly type: WindowType;
  readonly codes?: readonly string[];
  readonly check?: (observation: Observation, product: Product) => void;
}

const SCENES: readonly Scene[] = [
  { name: "an app", options: { app: "com.fovea.form" }, type: "application" },
  {
    name: "the launcher",
    options: {},
    type: "application",
    check: (seen) => assert.equal(seen.activeWindow?.package, "com.android.launcher3"),
  },
  ...([1, 2, 3] as const).map((rotation) => ({
    name: `an app at rotation ${rotation}`,
    options: { app: "com.fovea.form", rotation },
    type: "application" as const,
    check: (seen: Observation) => assert.equal(seen.rotation, rotation),
  })),
  {
    name: "three navigation buttons in landscape",
    options: { app: "com.fovea.form", navigation: "buttons", rotation: 3 },
    type: "application",
  },
  {
    name: "an app in full screen",
    options: { app: "com.fovea.game" },
    type: "application",
    check: (seen) =>
      assert.deepEqual(
        [seen.systemInsets?.statusBars?.visible, seen.systemInsets?.navigationBars?.visible],
        [false, false],
      ),
  },
  {
    name: "a size and density that differ from the panel's",
    options: { app: "com.fovea.form" },
    arrange: ({ phone }) => {
      phone.setSizeOverride({ width: 720, height: 1280 });
      phone.setDensityOverride(320);
      return Promise.resolve();
    },
    type: "application",
    check: (seen) => assert.deepEqual([seen.screenSize, seen.density], [{ width: 720, height: 1280 }, 320]),
  },
  {
    name: "the keyboard",
    options: { app: "com.fovea.form" },
    arrange: async (product) => await untilStable(product, () => product.phone.hooks.tap("Given and family name")),
    type: "application",
    check: (seen) => {
      assert.equal(seen.ime?.visible, true);
      assert.match(seen.focusedElement?.resourceId ?? "", /id\/name$/);
    },
  },
  {
    name: "the keyboard in landscape",
    options: { app: "com.fovea.form", rotation: 1 },
    arrange: async (product) => await untilStable(product, () => product.phone.hooks.tap("Given and family name")),
    type: "application",
  },
  {
    name: "the notification shade",
    options: { app: "com.fovea.form" },
    arrange: async (product) => await untilStable(product, () => product.phone.setShade("notifications")),
    type: "notificationShade",
    check: (seen) => assert.equal(seen.activeWindow?.app?.package, "com.fovea.form"),
  },
  {
    name: "a permission dialog",
    options: { app: "com.fovea.dialogs" },
    arrange: async (product) => await untilStable(product, () => product.phone.hooks.tap("Camera permission")),
    type: "permissionDialog",
  },
  {
    name: "the system's question which app to use",
    options: { app: "com.fovea.form" },
    arrange: async (product) => await untilStable(product, () => void product.phone.startActivity(MAIL)),
    type: "intentChooser",
    check: (seen) => assert.equal(seen.intentChooserDetected, true),
  },
  {
    name: "a crash dialog",
    options: { app: "com.fovea.form" },
    arrange: async (product) => await untilStable(product, () => product.phone.hooks.crashApp("com.fovea.form")),
    type: "crashDialog",
  },
  {
    name: "an app that does not respond",
    options: { app: "com.fovea.sluggish" },
    arrange: async (product) => {
      await untilStable(product, () => product.phone.hooks.tap("Hang for a minute"));
      product.phone.hooks.tap("Work for 2 seconds");
      await product.device.phone.stillness();
    },
    type: "anrDialog",
  },
  {
    name: "a dialog of an app",
    options: { app: "com.fovea.dialogs" },
    arrange: async (product) => await untilStable(product, () => product.phone.hooks.tap("Alert")),
    type: "application",
    check: (seen) => assert.ok(seen.elements.some((element) => element.labels.includes("Discard draft?"))),
  },
  {
    name: "the lock screen",
    options: { app: "com.fovea.form", lock: "swipe" },
    arrange: async (product) => await untilStable(product, () => product.phone.hooks.lock()),
    type: "keyguard",
    codes: ["DEVICE_LOCKED"],
  },
  {
    name: "the lock screen with a PIN",
    options: { app: "com.fovea.form", lock: "pin" },
    arrange: async (product) => await untilStable(product, () => product.phone.hooks.lock()),
    type: "keyguard",
    codes: ["DEVICE_LOCKED"],
  },
  {
    name: "an alarm over the lock screen",
    options: { lock: "pin" },
    arrange: async (product) => {
      await untilStable(product, () => product.phone.hooks.lock());
      await untilStable(product, () => product.phone.hooks.open("com.fovea.clock/.AlarmActivity"));
    },
    type: "application",
    codes: [],
  },
];

for (const apiLevel of FAMILIES) {
  for (const { name, options, arrange, type, codes = [], check } of SCENES) {
    test(`on API ${apiLevel} the facts equal the phone's own for ${name}`, async () => {
      await using product = await startProduct({ apiLevel, speed: 40, ...options });
      await untilStable(product);
      await arrange?.(product);
      await untilStable(product);
      const seen = await observeProduct(product, { screenshot: false, frameStats: "off" });
      const state = product.phone.state();
      const { displayId, screenSize, density, rotation, systemInsets, ime, power, keyguard, activeWindow } = seen;
      const facts = { displayId, screenSize, density, rotation, systemInsets, ime, power, keyguard };
      assert.deepEqual(facts, expectedFacts(state));
      assert.deepEqual(
        { ...activeWindow, app: activeWindow?.app?.package },
        { ...activeWindow, ...expectedWindow(state) },
      );
      assert.equal(activeWindow?.type, type);
      assert.deepEqual(codesOf(seen), codes);
      assert.deepEqual(nullsWithoutError(seen, seen.errors), []);
      check?.(seen, product);
    });
  }
}
