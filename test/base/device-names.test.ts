import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeviceName } from "../../src/base/device-names.js";

test("names that Windows takes for devices are known, with any ending, and others are not taken for them", () => {
  for (const name of ["con", "NUL", "aux.png", "Prn.tar.gz", "COM1", "lpt9.mp4"]) assert.ok(isDeviceName(name), name);
  for (const name of ["console", "nulls.png", "com.png", "com10", "my.con", "auxiliary"])
    assert.ok(!isDeviceName(name), name);
});
