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

test("adding and removing Fovea's service leaves all other services in their order", () => {
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

test("Fovea's service is found and removed at any place, in either form, however often it is listed", () => {
  fc.assert(
    fc.property(others, others, fc.constantFrom(SHORT, LONG), (front, back, ours) => {
      const value = [...front, ours, ...back].join(":");
      assert.ok(hasService(value));
      assert.equal(withService(value), value);
      assert.equal(withoutService(`${value}:${SHORT}`), [...front, ...back].join(":"));
    }),
  );
});

test("an unset setting has no entries, and neither has the text null that some tools write", () => {
  for (const value of ["", "null", ":"]) assert.equal(withService(value), SHORT);
  assert.equal(withService("null:a/b"), `a/b:${SHORT}`);
});

test("only Fovea's own component counts as Fovea's", () => {
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
