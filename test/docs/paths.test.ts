import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/base/assets.js";
import { tempFolder } from "../support/temp-folder.js";

const ROOT = packageRoot();
const PAGES = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
/** Where the files are that pages name by the end of their path. */
const FOLDERS = [
  ...["", "src", "packages/virtual-android", "packages/virtual-android/src", "packages/fovea-agent/src"],
  ...["android-a11y-service", "docs"],
];

test("each file that a page names exists", () => {
  const missing: string[] = [];
  for (const page of PAGES) {
    const named = readFileSync(join(ROOT, page), "utf8").matchAll(
      /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|sh|ya?ml|tsv))`/g,
    );
    for (const [, path = ""] of named) {
      if (path.startsWith("./") || /\bNAME\b/.test(path)) continue; // one of the reader's own
      if (!FOLDERS.some((folder) => existsSync(join(ROOT, folder, path)))) missing.push(`${page}: ${path}`);
    }
  }
  assert.deepEqual(missing, []);
});

/** Scripts have no types. */
async function script<T>(name: string): Promise<T> {
  return await import(pathToFileURL(join(ROOT, "scripts", name)).href);
}

test("each link from one page to another leads to an existing page and heading", async () => {
  const { brokenLinks } = await script<{ brokenLinks(pages?: readonly string[]): readonly string[] }>("links.mjs");
  assert.deepEqual(brokenLinks(), []);
  using folder = tempFolder();
  const page = join(folder.path, "page.md");
  writeFileSync(page, "# A & b\n[there](#a--b) [no heading](#c) [no page](gone.md) [elsewhere](https://example.org)");
  assert.deepEqual(brokenLinks([page]), [`${page}: #c`, `${page}: gone.md`]);
});

test("each figure of a page has an entry: the command that measured it, or that it is fixed", async () => {
  const { figureProblems } = await script<{ figureProblems(results?: object): readonly string[] }>("figures.mjs");
  assert.deepEqual(figureProblems(), []);
  const none = figureProblems({ measured: [], fixed: { "docs/ocr.md": ["1,234 MB"] } });
  assert.ok(none.some((line) => /^README\.md:\d+: "300 tokens" has no entry/.test(line)));
  assert.ok(none.some((line) => line.endsWith('"1,234 MB" is gone from docs/ocr.md')));
  const measured = {
    page: "docs/ocr.md",
    section: "A",
    command: "b",
    date: "2026-11-29",
    machine: "c",
    figures: ["1 ms"],
  };
  const unknown = figureProblems({ measured: [{ ...measured, commit: "0000000ff" }], fixed: {} });
  assert.ok(unknown.some((line) => line.endsWith("# A names the commit 0000000ff, which git does not have")));
});
