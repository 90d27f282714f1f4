import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("the vault's window is secure, and so are windows it opens", () => {
  using device = openPhone({ app: "com.fovea.vault" });
  assert.equal(device.phone.state().focusedWindow?.isSecure, true);
  device.tap("Bank card");
  assert.ok(device.texts().includes("Bank card: 4000 0000 0000 1111"));
  device.wait(10_000);
  assert.ok(device.texts().includes("Tap a card to see its number"));
});
