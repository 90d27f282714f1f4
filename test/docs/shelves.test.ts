import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";

const DOCS = join(packageRoot(), "docs");

test("each page is on one of the shelves of docs/README.md", () => {
  const shelves = readFileSync(join(DOCS, "README.md"), "utf8");
  const pages = readdirSync(DOCS).filter((name) => name.endsWith(".md") && name !== "README.md");
  const rows = shelves.split("\n").filter((line) => line.startsWith("| ["));
  const linked = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/\]\(([a-z0-9-]+\.md)\)/g)].map(([, name]) => name),
  );
  assert.deepEqual(linked.toSorted(), pages.toSorted());
});
