import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeviceName } from "../../src/base/device-names.js";

test("isDeviceName knows Windows device names with any ending, and no other names", () => {
  for (const name of ["con", "NUL", "aux.png", "Prn.tar.gz", "COM1", "lpt9.mp4"]) assert.ok(isDeviceName(name), name);
  for (const name of ["console", "nulls.png", "com.png", "com10", "my.con", "auxiliary"])
    assert.ok(!isDeviceName(name), name);
});
