import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/base/assets.js";

interface PublicType {
  readonly name: string;
  readonly doc: string;
  readonly members: readonly { readonly name: string; readonly doc: string; readonly isCall: boolean }[];
}

interface Reference {
  publicTypes(): readonly PublicType[];
  referencePage(types?: readonly PublicType[]): string;
}

const ROOT = packageRoot();
const { publicTypes, referencePage }: Reference = await import(pathToFileURL(join(ROOT, "scripts/reference.mjs")).href);
const TYPES = publicTypes();

test("every public type, and every call of it, has a description", () => {
  const bare = TYPES.flatMap(({ name, doc, members }) => [
    ...(doc === "" ? [name] : []),
    ...members.flatMap((member) => (member.isCall && member.doc === "" ? [`${name}.${member.name}`] : [])),
  ]);
  assert.deepEqual(bare, []);
});

test("the reference has each type of the snapshot, and how it is imported", () => {
  const page = referencePage(TYPES);
  const snapshot = readFileSync(join(ROOT, "test/library/api.snapshot.txt"), "utf8");
  const names = [...snapshot.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
  assert.ok(names.length > 100, String(names.length));
  assert.deepEqual(
    names.filter((name) => !page.includes(`\n### ${name}\n`)),
    [],
  );
  for (const value of ["connect", "expect", "listDevices", "phoneTests", "phoneFixtures"])
    assert.match(page, new RegExp(`^\\| \`${value}\` \\| \`fovea-mcp`, "m"));
});
