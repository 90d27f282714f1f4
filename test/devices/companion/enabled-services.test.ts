import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hasService, isService, withoutService, withService } from "../../../src/devices/companion/enabled-services.js";

const SHORT = "dev.fovea.service/.FoveaAccessibilityService";
const LONG = "dev.fovea.service/dev.fovea.service.FoveaAccessibilityService";
const other = fc
  .tuple(fc.stringMatching(/^[a-z.]{1,12}$/), fc.stringMatching(/^[.A-Za-z$é ]{1,12}$/))
  .map(([name, type]) => `${name}/${type}`);
const others = fc.array(other, { maxLength: 5 });

test("adding and removing our service leaves all others as they were, in their order", () => {
  fc.assert(
    fc.property(others, (list) => {
      const before = list.join(":");
      const added = withService(before);
      assert.equal(added, [...list, SHORT].join(":"));
      assert.equal(withService(added), added);
      assert.equal(withoutService(added), before);
      assert.equal(withoutService(before), before);
    }),
  );
});

test("our service is found and removed wherever it stands, in either form, however often", () => {
  fc.assert(
    fc.property(others, others, fc.constantFrom(SHORT, LONG), (front, back, ours) => {
      const value = [...front, ours, ...back].join(":");
      assert.ok(hasService(value));
      assert.equal(withService(value), value);
      assert.equal(withoutService(`${value}:${SHORT}`), [...front, ...back].join(":"));
    }),
  );
});

test("what is not set is not an entry, and neither is the word null that careless tools leave", () => {
  for (const value of ["", "null", ":"]) assert.equal(withService(value), SHORT);
  assert.equal(withService("null:a/b"), `a/b:${SHORT}`);
});

test("only our own component is ours", () => {
  assert.ok(isService(SHORT) && isService(LONG) && isService(` ${SHORT}`));
  for (const component of [
    "dev.fovea.service/.Other",
    "dev.fovea.service2/.FoveaAccessibilityService",
    "x",
    "",
    `${SHORT}2`,
  ])
    assert.ok(!isService(component), component);
});
