import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/base/assets.js";

const TYPES = join(packageRoot(), "src", "library", "types");
const SNAPSHOT = join(packageRoot(), "test", "library", "api.snapshot.txt");

const parts = () =>
  readdirSync(TYPES)
    .toSorted()
    .map((name) => readFileSync(join(TYPES, name), "utf8"));

/** The declarations without their comments. */
function declarations(): string {
  const text = parts()
    .join("\n")
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\/\/.*$/gm, "")
    .replaceAll(/^import type [^;]*;$/gm, "");
  return `${text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n")}\n`;
}

test("the public types equal the snapshot, so that each change of them is noticed and is in the changelog", () => {
  if (process.env["FOVEA_UPDATE_SNAPSHOTS"] === "1") writeFileSync(SNAPSHOT, declarations());
  assert.equal(declarations(), readFileSync(SNAPSHOT, "utf8"), "FOVEA_UPDATE_SNAPSHOTS=1 writes it again");
});

test("types.ts exports all public types, which import only each other", () => {
  const page = readFileSync(`${TYPES}.ts`, "utf8");
  const exported = [...page.matchAll(/^export type \* from "\.\/types\/([a-z]+)\.js";$/gm)].map(
    ([, name]) => `${name}.ts`,
  );
  assert.deepEqual(exported.toSorted(), readdirSync(TYPES).toSorted());
  const lines = parts().flatMap((text) => text.match(/^.*\bimport\b.*$|^.*\bfrom ".*$/gm) ?? []);
  assert.deepEqual(
    lines.filter((line) => !/^(?:import type \{.*|\} from "\.\/[a-z]+\.js";)$/.test(line)),
    [],
  );
  const all = parts().join("\n");
  for (const name of ["observe", "update", "find", "verify"]) assert.match(all, new RegExp(`^  ${name}\\(`, "m"));
});

test("every declared value is exported, and every exported value is declared", async () => {
  const { declarationsOf }: { declarationsOf(entry: string, types: string): string } = await import(
    pathToFileURL(join(packageRoot(), "scripts/declarations.mjs")).href
  );
  const modules = {
    "fovea-mcp": () => import("../../src/library/connect.js"),
    "fovea-mcp/testing": () => import("../../src/library/testing/testing.js"),
    "virtual-android": () => import("../../packages/virtual-android/src/index.js"),
  };
  for (const [entry, load] of Object.entries(modules)) {
    const declared = [...declarationsOf(entry, "./types.js").matchAll(/^export declare const (\w+):/gm)];
    const exported = Object.keys(await load()).toSorted();
    assert.deepEqual(declared.map(([, name]) => name).toSorted(), exported, entry);
  }
});
