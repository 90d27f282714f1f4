import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("work is shown only when it is done, and a late answer appears by itself", () => {
  using device = openPhone({ app: "com.fovea.sluggish" });
  device.tap("Answer in 3 seconds");
  assert.ok(device.texts().includes("Waiting…"));
  device.wait(3000);
  assert.ok(device.texts().includes("Here is the late answer"));
  const before = device.phone.pixels();
  device.phone.hooks.tap("Work for 2 seconds");
  device.wait(1900);
  assert.equal(device.texts().length, 0);
  assert.equal(before?.width, 1080);
  device.wait(200);
  assert.ok(device.texts().includes("Worked 1 times"));
});
