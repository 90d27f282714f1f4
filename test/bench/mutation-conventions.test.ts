import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Mutation, mutated, readMutations } from "../../bench/mutations/table.js";
import { packageRoot } from "../../src/base/assets.js";

const ROOT = packageRoot();

test("each row of the mutation table changes a text that occurs once, and names a test file", () => {
  const rows = readMutations();
  assert.ok(rows.length >= 80, `${rows.length} rows`);
  assert.deepEqual(rows.flatMap(problemOf), []);
});

test("the mutation table has a row in each folder of the program, and in the companion", () => {
  const files = readMutations().map(({ file }) => file);
  const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of [...folders, { name: "../packages/virtual-android" }, { name: "../android-a11y-service" }]) {
    const from = join("src", name);
    assert.ok(
      files.some((file) => file.startsWith(from)),
      from,
    );
  }
});

test("readMutations also reads rows from a comment of a test file", () => {
  const own = readMutations().filter(({ test }) => test === "test/vision/detectors/none.test.ts");
  assert.deepEqual(
    own.map(({ file }) => file),
    ["src/vision/detectors/none.ts"],
  );
});

function problemOf(row: Mutation): readonly string[] {
  if (!existsSync(join(ROOT, row.test))) return [`there is no ${row.test}`];
  try {
    mutated(row);
    return [];
  } catch (error) {
    return [`${row.file}: ${row.from}: ${String(error)}`];
  }
}
