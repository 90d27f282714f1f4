import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { instants, TINY, type Trial, tapAfterChange } from "../support/blind-tap.js";
import { drive, refIn } from "../support/drive.js";
import { never } from "../support/never.js";
import { type Product, startProduct } from "../support/product.js";
import { recordInput } from "../support/recorder.js";

const SEED = 20_260;

/** Makes `count` taps at random instants, and gives the result of each. */
async function trials(product: Product, count: number, seed: number): Promise<readonly Trial[]> {
  const found: Trial[] = [];
  const waits = fc.sample(fc.nat(900), { numRuns: count, seed });
  for (const [place, instant] of fc.sample(instants("all"), { numRuns: count, seed }).entries()) {
    found.push(
      await tapAfterChange(product, instant, async () => {
        instant.change.apply(product.phone);
        // During the transition, or after it.
        await product.phone.clock.sleep(waits[place] ?? 0, never());
      }),
    );
  }
  return found;
}

function wrong(found: readonly Trial[]): readonly string[] {
  return found
    .filter(({ outcome }) => outcome === "on another" || outcome === "twice")
    .map(({ change, wanted, what, outcome }) => `${change.name}: wanted ${wanted}, touched ${outcome}: ${what}`);
}

const PHONES = [
  { apiLevel: 33, animationScale: 0 },
  { apiLevel: 36, animationScale: 1 },
  { apiLevel: 30, animationScale: 1 },
  { apiLevel: 24, animationScale: 0 },
] as const;

for (const [place, { apiLevel, animationScale }] of PHONES.entries()) {
  test(`tap touches nothing where the screen changed after it was observed (API ${apiLevel})`, async () => {
    await using product = await startProduct({ ...TINY, lock: "swipe", apiLevel, animationScale });
    const found = await trials(product, 30, SEED + place);
    assert.deepEqual(wrong(found), []);
    const unchanged = found.filter(({ change }) => change.name === "nothing");
    assert.deepEqual(
      unchanged.map(({ outcome }) => outcome),
      unchanged.map(() => "on the same"),
      "elements that did not change are tapped",
    );
    assert.ok(found.filter(({ outcome }) => outcome === "on the same").length >= 5, "not everything is refused");
    assert.deepEqual(product.device.log.defects, []);
  });
}

test("tap touches nothing on a phone that was locked with a PIN after the observation, and says why", async () => {
  await using driven = await drive({ app: "com.fovea.messages", lock: "pin" });
  const ref = refIn(await driven.did("observe"), /row "Dad"/);
  driven.phone.hooks.lock();
  const { received } = recordInput(driven.phone);
  const text = await driven.refused("DEVICE_LOCKED", "tap", { target: ref });
  assert.match(text, /is locked, and e\d+ row "Dad".* is not on its lock screen; nothing was touched/);
  await driven.refused("DEVICE_LOCKED", "tap", { target: 'row "Library"' });
  assert.deepEqual(received, []);
});
