import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceStates } from "../../src/farm/device-states.js";
import type { DeviceFacts } from "../../src/farm/fabric.js";
import { meets, parseNeeds, writeNeeds } from "../../src/farm/needs.js";
import { factsOf } from "../support/farm-facts.js";
import { thrown } from "../support/thrown.js";

function phone(more: Partial<DeviceFacts> = {}) {
  const host = { schema: 1 as const, host: "h1", version: "0.1.0", devices: [factsOf("a", more)], ageMs: 0 };
  const [state] = deviceStates({ hosts: [host], leases: [], quarantines: [], drained: new Set() }, 0);
  assert.ok(state);
  return state;
}

test("needs are conditions separated by spaces, and are printed as they were parsed", () => {
  const text = "api>=34 form=tablet app=com.x battery>=30 storage<=10";
  assert.equal(writeNeeds(parseNeeds(`  ${text.replace(" ", "   ")} `)), text);
  assert.deepEqual(parseNeeds("api>=34"), [{ key: "api", op: ">=", value: "34" }]);
  assert.equal(writeNeeds(parseNeeds("")), "any phone");
});

test("an invalid need is refused with the part that is wrong", () => {
  for (const [text, part] of [
    ["api", '"api" is not a need'],
    ["api>=", '"api>=" is not a need'],
    ["colour=red", '"colour" is not a property that a need can name'],
    ["constructor=1", '"constructor" is not a property'],
    ["api>=x", 'api is a number, and "x" is not one'],
    ["form>=tablet", "form can be compared with = only"],
    ["a".repeat(1_001), "at most 1000 characters"],
  ] as const) {
    const error = thrown(() => parseNeeds(text));
    assert.ok(error.message.includes(part), error.message);
  }
});

test("a phone meets needs by its facts, and none by unknown facts", () => {
  const facts = { model: "Pixel 8 Pro", apps: { "com.x": "1.2" }, batteryPercent: 30 };
  const rows: readonly (readonly [string, boolean])[] = [
    ["api>=34", true],
    ["api<=33", false],
    ["api=34", true],
    ["battery>=30", true],
    ["battery>=31", false],
    ["model=Pixel_8_Pro", true],
    ["app=com.x", true],
    ["app=toString", false],
    ["app=com.y", false],
    ["host=h1 serial=a id=h1/a", true],
    ["form=phone api>=35", false],
  ];
  for (const [needs, is] of rows) assert.equal(meets(phone(facts), parseNeeds(needs)), is, needs);
  const unknown = phone({ api: null, form: null, batteryPercent: null });
  for (const needs of ["api>=0", "api<=99", "form=phone", "battery<=100"]) {
    assert.equal(meets(unknown, parseNeeds(needs)), false, needs);
  }
});
