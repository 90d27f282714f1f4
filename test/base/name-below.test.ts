import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import { test } from "node:test";
import { nameBelow } from "../../src/base/name-below.js";

test("a file below a folder has the same name with slashes on all hosts, even where Windows writes backslashes", () => {
  assert.equal(nameBelow("C:\\flows", "C:\\flows\\log in\\a.yaml", win32), "log in/a.yaml");
  assert.equal(nameBelow("/flows", "/flows/log in/a.yaml", posix), "log in/a.yaml");
  assert.equal(nameBelow("/flows", "/flows/a\\b.yaml", posix), "a\\b.yaml");
});

/* mutations
- file: src/base/name-below.ts
  from: ".split(sep).join("
  to: ".split('/').join("
  name: "a file below a folder has the same name with slashes on all hosts, even where Windows writes backslashes"
*/
