import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../../support/drive.js";
import { driveCompanion } from "../../support/drive-companion.js";

const PATIENCE_MS = 300;
const config = { actionTimeoutMs: PATIENCE_MS };
const LONG = { actionTimeoutMs: 15_000 };

for (const [way, start] of [
  ["adb alone", async (own: object = config) => await drive({ app: "com.fovea.form", config: own })],
  ["the companion", async (own: object = config) => await driveCompanion({ app: "com.fovea.form", config: own })],
] as const) {
  test(`a target that is missing on a screen that has long been unchanged is refused without waiting (${way})`, async () => {
    await using driven = await start();
    await driven.did("observe");
    await driven.refused("WAIT_TIMEOUT", "wait_for", { condition: "app x.y", timeout_ms: PATIENCE_MS + 1 });
    const text = await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: "Nowhere" });
    assert.match(text, /not waited for: the screen has been the same for [\d.]+ s, and nothing on it is loading/);
    assert.match(text, /^Next: .*Pass timeout_ms to wait for it anyway\.$/m);
    const own = await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: "Nowhere", timeout_ms: 1_000 });
    assert.match(own, /; waited [\d.]+ s for it|HIERARCHY_UNSETTLED/);
  });

  test(`a missing target is waited for where the screen changed by itself and no answer showed that yet (${way})`, async () => {
    await using driven = await start();
    await driven.did("observe");
    await driven.refused("WAIT_TIMEOUT", "wait_for", { condition: "app x.y", timeout_ms: PATIENCE_MS + 1 });
    driven.phone.hooks.tap("I agree to the terms");
    const text = await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: "Nowhere" });
    assert.match(text, /; waited [\d.]+ s for it/);
  });

  test(`tap does not wait for a label that a still screen shows with another role (${way})`, async () => {
    await using driven = await start(LONG);
    await driven.did("observe");
    const text = await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: 'button "I agree to the terms"' });
    assert.match(
      text,
      /similar: e\d+ checkbox "I agree to the terms"; waited (?:\d|1[0-3])(?:\.\d)? s for it, and no longer: the screen has been/,
    );
    const own = { target: 'button "I agree to the terms"', timeout_ms: 1_500 };
    assert.match(await driven.refused("ELEMENT_NOT_FOUND", "tap", own), /; waited [\d.]+ s for it$/m);
  });

  test(`tap in a batch waits for a label that the screen shows with another role (${way})`, async () => {
    await using driven = await start({ actionTimeoutMs: 2_500 });
    await driven.did("observe");
    const steps = [
      { tool: "tap", target: 'checkbox "I agree to the terms"' },
      { tool: "tap", target: 'button "I agree to the terms"' },
    ];
    assert.match(
      await driven.refused("ELEMENT_NOT_FOUND", "batch", { steps }),
      /; waited [\d.]+ s for it; done before/,
    );
  });
}
