import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/base/assets.js";
import { tempFolder } from "../support/temp-folder.js";

interface Script {
  withRecorded(text: string, recorded: object): { readonly text: string; readonly missing: readonly string[] };
  figuresOf(page: string): readonly { readonly figure: string; readonly line: number }[];
}

/** Scripts have no types. */
const SCRIPT = pathToFileURL(join(packageRoot(), "scripts", "figures.mjs")).href;

const RECORDED = {
  "speed --runs 3": {
    figures: {
      "a call, p50": { value: 0.0364, unit: "ms" },
      "made: caught": { value: 0.9811, unit: "share" },
      calls: { value: 12_500, unit: "calls" },
    },
  },
};

test("a recorded figure is written between its marks, with its unit, and nothing else of the page changes", async () => {
  const { withRecorded }: Script = await import(SCRIPT);
  const page = [
    "took <!--= speed --runs 3 = a call, p50 -->9 s<!--=--> each, <!--= speed --runs 3 = a call, p50 = 1 digits --><!--=-->",
    "| <!--= speed --runs 3 = made: caught -->?<!--=--> | of <!--= speed --runs 3 = calls -->1<!--=--> |",
    "as `<!--= speed --runs 3 = calls -->…<!--=-->` in code",
  ].join("\n");
  const { text, missing } = withRecorded(page, RECORDED);
  assert.deepEqual(missing, []);
  assert.equal(
    text,
    [
      "took <!--= speed --runs 3 = a call, p50 -->0.036 ms<!--=--> each, <!--= speed --runs 3 = a call, p50 = 1 digits -->0.0 ms<!--=-->",
      "| <!--= speed --runs 3 = made: caught -->98.1 %<!--=--> | of <!--= speed --runs 3 = calls -->12,500<!--=--> |",
      "as `<!--= speed --runs 3 = calls -->…<!--=-->` in code",
    ].join("\n"),
  );
  assert.deepEqual(withRecorded(text, RECORDED).text, text);
});

test("a mark of a figure that no bench recorded is a problem, and its text stays", async () => {
  const { withRecorded }: Script = await import(SCRIPT);
  const page = "took <!--= speed = a call, p50 -->9 s<!--=-->";
  assert.deepEqual(withRecorded(page, RECORDED), { text: page, missing: ["speed = a call, p50"] });
});

test("a figure between marks needs no other entry, and one outside marks does", async () => {
  const { figuresOf }: Script = await import(SCRIPT);
  using folder = tempFolder();
  const page = join(folder.path, "page.md");
  writeFileSync(page, "# A\n<!--= speed = a call, p50 -->9 s<!--=--> and 7 ms\n");
  assert.deepEqual(
    figuresOf(page).map(({ figure, line }) => [figure, line]),
    [["7 ms", 2]],
  );
});
