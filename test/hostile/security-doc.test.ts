import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";

const text = readFileSync(join(packageRoot(), "docs/security.md"), "utf8");
/** A claim with the lines that it goes on for. */
const claims = text.split(/\n(?=- |#|\n)/).filter((part) => part.startsWith("- "));

test("every test file that the security page names exists", () => {
  const named = [...text.matchAll(/test\/[\w/.-]+\.test\.ts/g)].map(([file]) => file);
  assert.ok(named.length > 30);
  assert.deepEqual(
    named.filter((file) => !existsSync(join(packageRoot(), file))),
    [],
  );
});

test("every claim of the security page that something is impossible names a test", () => {
  const held = claims.filter((claim) => claim.startsWith("- Cannot"));
  assert.ok(held.length > 12);
  assert.deepEqual(
    held.filter((claim) => !/test\/[\w/.-]+\.test\.ts/.test(claim)),
    [],
  );
});
