import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { PhoneOptions } from "../../src/virtual-device/create-phone.js";
import { openPhone } from "../support/virtual-phone.js";

/**
 * The pixels of some screens, as the sha256 of their bytes: they have to be the same on every machine and release of
 * Node. A change of how something looks changes them on purpose: look at the pictures, then write the new values here.
 */
const PINNED: readonly (readonly [string, Partial<PhoneOptions>, string])[] = [];

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

test("two phones that went the same way show the same pixels", () => {
  const walk = () => {
    using device = openPhone({ app: "com.android.settings", seed: 5 });
    device.tap("Region");
    device.swipe({ x: 540, y: 1800 }, { x: 540, y: 900 }, { ms: 100 });
    return device.phone.pixels()?.rgba;
  };
  assert.deepEqual(walk(), walk());
});
