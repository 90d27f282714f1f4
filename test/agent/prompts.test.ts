import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";

const PROMPTS = join(packageRoot(), "packages", "fovea-agent", "src", "prompts");
const SNAPSHOT = join(packageRoot(), "test", "agent", "prompts.snapshot.txt");

/** All files of prompts, each under its name. */
function prompts(): string {
  return readdirSync(PROMPTS)
    .toSorted()
    .map((name) => `== ${name}\n${readFileSync(join(PROMPTS, name), "utf8")}`)
    .join("");
}

test("the prompts equal the snapshot, and each prompt file has a version number in its name", () => {
  if (process.env["FOVEA_UPDATE_SNAPSHOTS"] === "1") writeFileSync(SNAPSHOT, prompts());
  assert.equal(prompts(), readFileSync(SNAPSHOT, "utf8"), "FOVEA_UPDATE_SNAPSHOTS=1 writes it again");
  for (const name of readdirSync(PROMPTS)) assert.match(name, /^[a-z-]+-v[1-9]\d*\.ts$/);
});
