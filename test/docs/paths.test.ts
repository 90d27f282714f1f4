import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";

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

test("each file that a page names is there", () => {
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

test("each link from one page to another leads to a page and a heading that are there", () => {
  const broken: string[] = [];
  for (const page of PAGES) {
    for (const [, target = ""] of readFileSync(join(ROOT, page), "utf8").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = "", heading] = target.split("#");
      const file = path === "" ? join(ROOT, page) : join(ROOT, dirname(page), path);
      const isThere = existsSync(file) && (heading === undefined || anchorsOf(file).has(heading));
      if (!isThere) broken.push(`${page}: ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, heading = ""] of readFileSync(file, "utf8").matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.toLowerCase().replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
    let number = 0;
    while (found.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1;
    found.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return found;
}
