import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";

const ROOT = packageRoot();
/** The most files that one of each may need. */
const MOST: Readonly<Record<string, number>> = { tool: 4, probe: 5, detector: 5, app: 4, command: 4 };

interface Row {
  readonly kind: string;
  readonly byHand: number;
  readonly files: readonly string[];
}

/** The table of what a new one of each touches, with the example in place of NAME. */
function rows(): readonly Row[] {
  const text = readFileSync(join(ROOT, "docs/develop.md"), "utf8");
  const adding = text.slice(text.indexOf("## Adding"), text.indexOf("## Measuring"));
  const cells = [...adding.matchAll(/^\| (\w+) \| (\d+) \| (.+) \| (.*) \| `([\w-]+)` \|$/gm)];
  return cells.map(([, kind = "", byHand, files = "", generated = "", example = ""]) => {
    const named = (cell: string) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path.replace("NAME", example));
    for (const path of named(generated)) assert.ok(existsSync(join(ROOT, path)), `develop.md, ${kind}: ${path}`);
    return { kind, byHand: Number(byHand), files: named(files) };
  });
}

test("the table of what to add has each kind, and no more files than allowed", () => {
  assert.deepEqual(
    rows()
      .map(({ kind }) => kind)
      .sort(),
    Object.keys(MOST).sort(),
  );
  for (const { kind, byHand, files } of rows()) {
    assert.equal(files.length, byHand, `docs/develop.md, ${kind}: the number is not that of its files`);
    assert.ok(byHand <= (MOST[kind] ?? 0), `${kind}: ${byHand} files`);
  }
});

test("each file in the table exists, with the example's name for NAME", () => {
  const missing = rows().flatMap(({ kind, files }) =>
    files.filter((file) => !existsSync(join(ROOT, file))).map((file) => `docs/develop.md, ${kind}: ${file}`),
  );
  assert.deepEqual(missing, []);
});
