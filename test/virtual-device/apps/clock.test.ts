import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("an alarm is toggled by its own switch", () => {
  using device = openPhone({ app: "com.fovea.clock" });
  const isOn = () => device.nodes().find((node) => node.contentDescription === "Alarm 8:00")?.isChecked;
  assert.equal(isOn(), false);
  device.tap("Alarm 8:00");
  assert.equal(isOn(), true);
});

test("the stopwatch counts seconds, stops, and is reset", () => {
  using device = openPhone({ app: "com.fovea.clock" });
  device.tap("Stopwatch");
  const shown = () => device.nodes().find((node) => node.resourceId.endsWith("id/stopwatch"))?.text;
  device.phone.hooks.tap("Start");
  device.wait(65_200);
  assert.equal(shown(), "1:05");
  device.tap("Stop");
  device.wait(5000);
  assert.equal(shown(), "1:05");
  device.tap("Reset");
  assert.equal(shown(), "0:00");
});
