import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("the text changes until it is stopped, and again after it is started", () => {
  using device = openPhone({ app: "com.fovea.endless" });
  const status = () => device.nodes().find((node) => node.resourceId.endsWith("id/status"))?.text ?? "";
  const before = status();
  device.wait(300);
  assert.notEqual(status(), before);
  device.tap("Stop the text");
  assert.equal(status(), "Loading quietly…");
  device.tap("Start the text");
  assert.match(status(), /^Loading… \d+ KB$/);
});
