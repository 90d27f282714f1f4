import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { GRAMMAR } from "../../src/replay/flow/grammar.js";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";

const DOC = readFileSync(join(packageRoot(), "docs", "flows.md"), "utf8");

/** The words in backticks of the first column of the table of commands. */
function commandsInDoc(): readonly string[] {
  const table = DOC.slice(DOC.indexOf("| command | fields |"), DOC.indexOf("Every command takes"));
  const cells = table.split("\n").map((line) => line.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w[\w ]*)`/g)].map(([, word = ""]) => word));
}

test("the manual's table of commands is the grammar", () => {
  assert.deepEqual(commandsInDoc().toSorted(), Object.keys(GRAMMAR).toSorted());
});

test("the flow in the manual is one", async () => {
  const [, text = ""] = /```yaml\n([\s\S]*?)```/.exec(DOC) ?? [];
  const flow = await parseFlow({ file: "doc.yaml", text }, { load: async () => assert.fail() });
  assert.equal(flow.steps.length, 5);
});
