import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";
import { SIMPLE_COMMANDS } from "../../src/replay/flow/simple-commands.js";

const DOC = readFileSync(join(packageRoot(), "docs", "flows.md"), "utf8");

/** The words in backticks of the first column of the table of commands. */
function commandsInDoc(): readonly string[] {
  const table = DOC.slice(DOC.indexOf("| command | fields |"), DOC.indexOf("Every command takes"));
  const cells = table.split("\n").map((line) => line.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word));
}

test("the manual's table of commands is what flows take", () => {
  assert.deepEqual(commandsInDoc().toSorted(), [...Object.keys(SIMPLE_COMMANDS), "repeat", "runFlow"].toSorted());
});

test("the flow in the manual is one", async () => {
  const [, text = ""] = /```yaml\n([\s\S]*?)```/.exec(DOC) ?? [];
  const flow = await parseFlow({ file: "doc.yaml", text }, { variables: new Map(), load: async () => assert.fail() });
  assert.equal(flow.steps.length, 5);
});
