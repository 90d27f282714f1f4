import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import * as z from "zod";
import { MOST_TOKENS_EACH } from "../../bench/budgets/list-tokens.js";
import { parseGraph } from "../../src/graph/graph-json.js";
import { type Driven, drive } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";
import { EVERY_CALL } from "../support/every-call.js";
import { connectMcp, ERAS } from "../support/mcp-link.js";

const memory = mkdtempSync(join(tmpdir(), "fovea-with-"));
after(() => rmSync(memory, { recursive: true, force: true }));

/** The answers to one call of every tool, without what differs between two phones and two moments. */
async function everyAnswer(config: { readonly memory?: string }): Promise<readonly string[]> {
  // With the companion, by whose events answers do not depend on how fast the machine is.
  await using driven = await driveCompanion({ app: "com.fovea.form", config });
  const answers: string[] = [];
  // What came and went unseen by one of the two, as a clock's new minute, took a ref there.
  const refs = new Map<string, string>();
  const inOrder = (ref: string) => refs.get(ref) ?? refs.set(ref, `e#${refs.size + 1}`).get(ref) ?? ref;
  for (const [name, args] of EVERY_CALL) {
    const { text, isError } = await driven.mcp.call(name, args);
    answers.push(`${name} ${isError}\n${comparable(text, driven).replace(/\be\d+\b/g, inOrder)}`);
  }
  return answers;
}

function comparable(text: string, { product }: Driven): string {
  return text
    .replaceAll(/unchanged since o\d+ (?=by events)/g, "")
    .replaceAll(product.folder, "FOLDER")
    .replaceAll(product.serial, "SERIAL")
    .replace(/\d+(?:\.\d+)? (ms|s|frames?|looks?)\b/g, "N $1")
    .replace(/\b\d{1,3}% janky/g, "N% janky")
    .replace(/\b\d{1,2}:\d\d(?::\d\d)?/g, "TIME");
}

test("--memory only adds lines to answers, and without it no answer has any of them", async () => {
  const [without, withIt] = [await everyAnswer({}), await everyAnswer({ memory })];
  assert.ok(without.every((answer) => !/memory:|same action had no effect/.test(answer)));
  const added = /\n(?:memory: |! the same action had no effect on this screen ).*/g;
  assert.deepEqual(
    withIt.map((answer) => answer.replace(added, "")),
    without,
  );
  const said = withIt.filter((answer) => /\nmemory: /.test(answer)).map((answer) => answer.split(" ")[0]);
  assert.deepEqual(said, ["observe", "wait_for"]);
});

for (const era of ERAS) {
  test(`--memory adds four tools to the list, within its budget, and the graph as a resource (${era})`, async () => {
    await using driven = await drive({ app: "com.android.settings", era, config: { memory, guard: "confirm" } });
    await using plain = await connectMcp(driven.product, era);
    const { tools } = await plain.client.listTools();
    const names = tools.map(({ name }) => name);
    assert.deepEqual(names.slice(-4), ["recall", "predict_next_actions", "go_to", "run_skill"]);
    const tokens = encode(JSON.stringify(tools)).length;
    assert.ok(tokens <= MOST_TOKENS_EACH * tools.length, `${tokens} tokens of ${tools.length} tools`);
    await driven.did("observe");
    const uri = `fovea://devices/${driven.product.serial}/graph`;
    const { resources } = await driven.mcp.client.listResources();
    assert.ok(resources.some((one) => one.uri === uri && one.mimeType === "application/json"));
    const { contents } = await driven.mcp.client.readResource({ uri });
    const { text } = z.looseObject({ text: z.string() }).parse(contents[0]);
    const graph = parseGraph(text, "the resource");
    assert.deepEqual([...new Set(graph.vertices.map(({ print }) => print.app))], ["com.android.settings"]);
    const { at } = z.looseObject({ at: z.string() }).parse(JSON.parse(text));
    assert.ok(graph.vertices.some(({ id }) => id === at));
  });
}
