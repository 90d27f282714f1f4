import assert from "node:assert/strict";
import { test } from "node:test";
import { isTruthy } from "../../src/replay/flow/truth.js";

test("the same texts count as true as in Maestro", () => {
  for (const no of ["", "  ", "false", "False", "undefined", "null", "0", "0.0", "-0", " 0 ", "0e5"])
    assert.equal(isTruthy(no), false, JSON.stringify(no));
  for (const yes of ["true", "x", "1", "0x", "NaN", "[]", "Undefined", "Null", "00a"])
    assert.equal(isTruthy(yes), true, JSON.stringify(yes));
});
