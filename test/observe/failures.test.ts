import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Observation } from "../../src/screen/observation.js";
import { type DirectPhone, startDirectPhone } from "../support/direct-phone.js";
import { codesOf } from "../support/observe-product.js";

const FAMILIES = [24, 28, 30, 33, 36] as const;
const FORM = { app: "com.fovea.form", size: { width: 360, height: 640 }, density: 160 } as const;
const CHOOSER_IDS = /^android:id\/(?:resolver_list|button_once|button_always)$/;

/** Changes the screen repeatedly for this time, so that it never becomes stable. */
function keepMoving({ phone }: DirectPhone, forMs: number): void {
  const step = 400;
  for (let at = 0; at < forMs; at += step) phone.hooks.after(at, () => phone.hooks.blockApp("com.fovea.form", 1));
}

/** The facts that the window manager reports in any case. */
function assertWindowKnown({ activeWindow, screenSize, rotation, systemInsets }: Observation): void {
  for (const fact of [activeWindow, screenSize, rotation, systemInsets]) assert.notEqual(fact, null);
}

for (const apiLevel of FAMILIES) {
  describe(`on API ${apiLevel}`, () => {
    test("a screen that is off is reported, and its screenshot is not used as content", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel });
      phone.phone.hooks.setAwake(false);
      await phone.time.pass(1000);
      const seen = await phone.observe();
      assert.ok(codesOf(seen).includes("SCREEN_OFF"));
      assert.ok(seen.error?.includes("SCREEN_OFF"));
      assert.deepEqual([seen.power?.interactive, seen.power?.displayState], [false, "OFF"]);
      assert.deepEqual([seen.hierarchySource, seen.elements], ["none", []]);
      assert.ok(codesOf(seen).includes("HIERARCHY_NULL_ROOT"));
      assert.ok(seen.screenshot === null || seen.screenshot.black);
      assert.ok(codesOf(seen).some((code) => code === "SCREENSHOT_BLACK" || code === "SCREENSHOT_FAILED"));
    });

    test("a screen that is off and locked with a PIN is reported as both", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel, lock: "pin" });
      phone.phone.hooks.lock();
      phone.phone.hooks.setAwake(false);
      await phone.time.pass(1000);
      const seen = await phone.observe();
      assert.ok(codesOf(seen).includes("SCREEN_OFF"));
      assert.ok(codesOf(seen).includes("DEVICE_LOCKED"));
      assert.equal(seen.keyguard?.showing, true);
    });

    test("a secure window has elements, and its black screenshot is reported as black", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel, app: "com.fovea.vault" });
      const seen = await phone.observe();
      assert.ok(seen.elements.some((element) => element.labels.includes("Bank card")));
      assert.equal(seen.screenshot?.black ?? true, true);
      assert.deepEqual(codesOf(seen), ["SCREENSHOT_BLACK"]);
    });

    test("another tool that holds UiAutomation is named, and every other part is there", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel });
      phone.phone.setUiAutomationConnected(true);
      const seen = await phone.observe();
      assert.deepEqual(codesOf(seen), ["UIAUTOMATION_BUSY"]);
      assertWindowKnown(seen);
      assert.equal(seen.screenshot?.black, false);
      phone.phone.setUiAutomationConnected(false);
      assert.deepEqual(codesOf(await phone.observe()), []);
    });

    test("an app without a hierarchy is a reported gap, and its window is known", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel });
      phone.phone.hooks.blockApp("com.fovea.form", 60_000);
      const seen = await phone.observe({ frameStats: "off" });
      assert.deepEqual(codesOf(seen), ["HIERARCHY_NULL_ROOT"]);
      assertWindowKnown(seen);
      assert.equal(seen.activeWindow?.package, "com.fovea.form");
    });

    test("a hierarchy that is missing only during a transition is read at the next attempt", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel });
      phone.phone.hooks.blockApp("com.fovea.form", 6500);
      const seen = await phone.observe({ frameStats: "off" });
      assert.deepEqual(codesOf(seen), []);
      assert.ok(seen.elements.length > 0);
    });

    test("a screen that never becomes stable is a reported gap, with what the attempts did to the device", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel });
      keepMoving(phone, 60_000);
      const seen = await phone.observe({ frameStats: "off" });
      assert.deepEqual(codesOf(seen), ["HIERARCHY_NOT_IDLE"]);
      assert.match(seen.parts.hierarchy?.sideEffect ?? "", /^possibly: accessibility services were suspended/);
      assertWindowKnown(seen);
    });

    test("a screen that becomes stable late is read with fewer parts", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel });
      keepMoving(phone, 12_000);
      const seen = await phone.observe({ frameStats: "off" });
      assert.deepEqual(codesOf(seen), []);
      assert.equal(seen.parts.hierarchy?.source, "uiautomator --compressed");
      assert.ok(seen.elements.some((element) => element.labels.includes("Create account")));
    });

    test("the system's app chooser is reported by package, activity and ids", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel });
      const mail = { action: "android.intent.action.SENDTO", data: "mailto:a@b.org" };
      phone.phone.startActivity({ ...mail, component: null, packageName: null, categories: [] });
      await phone.time.pass(1000);
      const seen = await phone.observe();
      assert.equal(seen.intentChooserDetected, true);
      assert.equal(seen.activeWindow?.type, "intentChooser");
      assert.ok(
        seen.viewHierarchy?.nodes.some((node) =>
          CHOOSER_IDS.test(node.resourceId?.replace(/^com\.android\.intentresolver:/, "android:") ?? ""),
        ),
      );
    });

    test("an app without frames has no frame statistics, instead of 0", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel });
      phone.phone.resetFrameStats("com.fovea.form");
      const seen = await phone.observe();
      const drawn = phone.phone.state().processes.find((process) => process.packageName === "com.fovea.form")?.frames;
      assert.equal(drawn?.totalFrames, 0);
      assert.equal(seen.frameStats?.percentilesMs.p50, null);
      assert.equal(seen.frameStats?.percentilesMs.p99, null);
    });

    test("the frame statistics equal the phone's own", async () => {
      await using phone = await startDirectPhone({ ...FORM, apiLevel });
      const seen = await phone.observe();
      const drawn = phone.phone.state().processes.find((process) => process.packageName === "com.fovea.form")?.frames;
      assert.deepEqual(
        [seen.frameStats?.package, seen.frameStats?.totalFrames],
        ["com.fovea.form", drawn?.totalFrames],
      );
      assert.deepEqual(
        [seen.frameStats?.jankyFrames, seen.frameStats?.viewCount],
        [drawn?.jankyFrames, drawn?.viewCount],
      );
      assert.deepEqual(
        [seen.frameStats?.missedVsync, seen.frameStats?.slowUiThread],
        [drawn?.missedVsync, drawn?.slowUiThread],
      );
    });
  });
}

test("a dialog with the texts of a chooser is not reported as a chooser", async () => {
  await using phone = await startDirectPhone({ ...FORM, app: "com.fovea.dialogs" });
  phone.phone.hooks.tap("Camera permission");
  await phone.time.pass(1000);
  const seen = await phone.observe();
  assert.equal(seen.activeWindow?.type, "permissionDialog");
  assert.equal(seen.intentChooserDetected, false);
});

test("a focus that the window manager reports only at the second reading is not an error", async () => {
  await using phone = await startDirectPhone({ ...FORM, animationScale: 1 });
  const { cost } = await phone.observe({ screenshot: false });
  phone.phone.hooks.open("com.fovea.notes"); // The first window dump comes while nothing has the focus.
  assert.equal(phone.phone.state().focusedWindow, null);
  const seen = await phone.observe({ screenshot: false });
  assert.deepEqual(codesOf(seen), []);
  assert.deepEqual([seen.activeWindow?.basis, seen.activeWindow?.package], ["focus", "com.fovea.notes"]);
  assert.equal(seen.cost.adbStreams, cost.adbStreams + 1);
});
