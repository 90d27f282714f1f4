import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { GRAMMAR, SELECTOR_FIELDS } from "../../src/replay/flow/grammar.js";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";

const DOC = readFileSync(join(packageRoot(), "docs", "flows.md"), "utf8");

/** The words in backticks of the first column of the table of commands. */
function commandsInDoc(): readonly string[] {
  const table = DOC.slice(DOC.indexOf("| command | fields |"), DOC.indexOf("Every command takes"));
  const cells = table.split("\n").map((line) => line.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w[\w ]*)`/g)].map(([, word = ""]) => word));
}

test("the manual's table of commands equals the grammar", () => {
  assert.deepEqual(commandsInDoc().toSorted(), Object.keys(GRAMMAR).toSorted());
});

test("every field of a command is in its row, and the fields of selectors are where selectors are explained", () => {
  const rows = DOC.split("\n").filter((line) => line.startsWith("| `"));
  const missing = Object.entries(GRAMMAR).flatMap(([command, { fields }]) => {
    const row = rows.find((line) => line.split("|")[1]?.includes(`\`${command}\``)) ?? "";
    const isSelector = Object.keys(SELECTOR_FIELDS).every((field) => Object.hasOwn(fields, field));
    const own = isSelector ? [] : Object.keys(fields).filter((field) => !ELSEWHERE.has(field));
    return own.filter((field) => !row.includes(`\`${field}\``)).map((field) => `${command}: ${field}`);
  });
  const selectors = DOC.slice(DOC.indexOf("## Selectors"));
  const unnamed = Object.keys(SELECTOR_FIELDS).filter((field) => !selectors.includes(`\`${field}\``));
  assert.deepEqual([...missing, ...unnamed], []);
});

/** Fields of every command, or without effect: they have their own line. */
const ELSEWHERE: ReadonlySet<string> = new Set(["label", "optional", "waitToSettleTimeoutMs"]);

test("the flow in the manual is valid", async () => {
  const [, text = ""] = /```yaml\n([\s\S]*?)```/.exec(DOC) ?? [];
  const flow = await parseFlow({ file: "doc.yaml", text }, { load: async () => assert.fail() });
  assert.equal(flow.steps.length, 5);
});
