import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";

const TYPES = join(packageRoot(), "src", "library", "types.ts");
const SNAPSHOT = join(packageRoot(), "test", "library", "api.snapshot.txt");

/** The declarations without their comments. */
function declarations(): string {
  const text = readFileSync(TYPES, "utf8")
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\/\/.*$/gm, "");
  return `${text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n")}\n`;
}

test("the public types are those of the snapshot: a change of it is a change of the library, and stands in the changelog", () => {
  if (process.env["FOVEA_UPDATE_SNAPSHOTS"] === "1") writeFileSync(SNAPSHOT, declarations());
  assert.equal(declarations(), readFileSync(SNAPSHOT, "utf8"), "FOVEA_UPDATE_SNAPSHOTS=1 writes it anew");
});

test("the public types import nothing, so that they are published as they are", () => {
  const text = readFileSync(TYPES, "utf8");
  assert.doesNotMatch(text, /^\s*import\b|\bimport\(|\bfrom "/m);
  for (const name of ["observe", "update", "find", "verify"]) assert.match(text, new RegExp(`^  ${name}\\(`, "m"));
});
