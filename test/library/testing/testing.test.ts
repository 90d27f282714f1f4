import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../../src/base/assets.js";
import { isFoveaError } from "../../../src/library/connect.js";
import { phoneFixtures, phoneTests } from "../../../src/library/testing/testing.js";
import type { PhoneTestOptions } from "../../../src/library/types.js";

test("each device has its own tests, and errors in options are reported at once", () => {
  const names: string[] = [];
  phoneTests({ device: "nowhere" }).each({ old: { virtual: { api: 26 } }, real: { device: "A" } }, (_, name) => {
    names.push(name);
  });
  assert.deepEqual(names, ["old", "real"]);
  const wrong: readonly PhoneTestOptions[] = [
    { clear: true },
    { per: "file" as "worker" },
    { keep: "none" as "all" },
    { device: "A", virtual: {} },
    { devise: "A" } as object,
    JSON.parse("null"),
  ];
  for (const options of wrong)
    for (const make of [phoneTests, phoneFixtures])
      assert.throws(
        () => make(options),
        (error) => isFoveaError(error, "INVALID_ARGUMENT"),
        JSON.stringify(options),
      );
});

test("a test on no device and a test without a function are refused, since they would pass", () => {
  const onPhone = phoneTests({ virtual: {} });
  const register = () => assert.fail("there is nothing to register");
  for (const devices of [{}, JSON.parse("null")])
    assert.throws(() => onPhone.each(devices, register), { code: "INVALID_ARGUMENT" });
  assert.throws(() => onPhone(JSON.parse('"x"')), { code: "INVALID_ARGUMENT" });
});

test("Vitest can read which fixtures a test needs", () => {
  const { phone, phoneOfWorker } = phoneFixtures({ virtual: {} });
  assert.match(String(phone[0]), /^async \(\{ task, phoneOfWorker \}, use\)/);
  assert.match(String(phoneOfWorker[0]), /^async \(\{\}, use\)/);
  assert.deepEqual([phone[1], phoneOfWorker[1]], [{ scope: "test" }, { scope: "worker" }]);
});

test("the manual shows the samples exactly as check-package.mjs compiles and runs them", () => {
  const page = readFileSync(join(packageRoot(), "docs", "testing.md"), "utf8");
  for (const name of ["node-test/test/terms.test.mts", "vitest/test/terms.test.ts"])
    assert.ok(page.includes(readFileSync(join(packageRoot(), "examples", name), "utf8")), name);
});
