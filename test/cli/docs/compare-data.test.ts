import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../../src/base/assets.js";
import { PEERS, ROWS, SOURCES } from "../../../src/cli/docs/compare-data.js";
import { readToolList } from "../../../src/server/tool-list.js";

test("each cell of Fovea that says yes names an existing test", () => {
  for (const { feature, fovea } of ROWS) {
    if (!fovea.test) {
      assert.equal(fovea.value, "no", feature);
      continue;
    }
    const text = readFileSync(join(packageRoot(), "test", `${fovea.test.file}.test.ts`), "utf8");
    assert.ok(text.includes(fovea.test.name), `${feature}: ${fovea.test.file} has no test "${fovea.test.name}"`);
  }
});

test("each cell of another tool has a source with a date, and every source is used", () => {
  const used = new Set<string>();
  for (const { feature, peers } of ROWS)
    for (const peer of PEERS) {
      const cell = peers[peer];
      if (cell === null) continue;
      assert.match(SOURCES[cell.source].read, /^20\d\d-\d\d(?:-\d\d)?$/, feature);
      used.add(cell.source);
    }
  assert.deepEqual([...used].toSorted(), Object.keys(SOURCES).toSorted());
});

test("the rows about tools agree with the list of tools", () => {
  const names = readToolList().map(({ name }) => name);
  for (const name of [
    "files",
    "network",
    "notifications",
    "record_screen",
    "performance",
    "app_info",
    "biometrics",
    "emulator",
  ])
    assert.ok(names.includes(name), name);
});
