import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../src/base/assets.js";
import { sourceFiles } from "./support/import-graph.js";

/** Tools, commands and calls of the library are named after what they do, as the functions behind them are. */
const DOORS =
  /^(?:tools\/|cli\/(?:demo\/scenes\/|(?:app|file|tool)-commands|observe|record|record-screen|screenshot|setup)|library\/connect\.ts)/;

test("no two exported functions or constants have one name and different meanings", () => {
  const places = new Map<string, string[]>();
  const root = join(packageRoot(), "src");
  for (const file of sourceFiles()) {
    if (file.startsWith("..") || DOORS.test(file)) continue;
    const exported = readFileSync(join(root, file), "utf8").matchAll(
      /^export (?:async )?(?:function\*?|const) ([a-z]\w*)/gm,
    );
    for (const [, name = ""] of exported) places.set(name, [...(places.get(name) ?? []), file]);
  }
  assert.ok(places.size > 1_500, String(places.size));
  assert.deepEqual(
    [...places].filter(([, files]) => files.length > 1),
    [],
  );
});
