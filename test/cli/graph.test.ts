import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { parseGraph } from "../../src/graph/graph-json.js";
import { capture } from "../support/capture-terminal.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-graph-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const EXAMPLES = join(packageRoot(), "protocol", "v0.1", "examples");
const [ONE, OTHER] = [join(EXAMPLES, "create-account"), join(EXAMPLES, "redacted-messages")] as const;
const NOW = ["--now", "2027-01-01T00:00:00Z"];

async function run(...words: readonly string[]) {
  const { terminal, stdout, stderr } = capture();
  const code = await runCommandLine({ words: ["graph", ...words], terminal }, new AbortController().signal);
  return { code, out: stdout(), err: stderr() };
}

test("graph build gives the same bytes for the same traces and time, in any order and from any folder", async () => {
  const [first, second, third] = ["a.json", "b.json", "c.json"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const built = await run("build", ONE, OTHER, "-o", first, ...NOW);
  assert.match(built.out, /a\.json: 2 runs, 12 steps, 3 screens, \d+ ways, /);
  assert.equal((await run("build", OTHER, ONE, "--out", second, ...NOW)).code, 0);
  cpSync(EXAMPLES, join(folder, "elsewhere"), { recursive: true });
  assert.equal((await run("build", join(folder, "elsewhere"), "--out", third, ...NOW)).code, 0);
  assert.equal(readFileSync(second, "utf8"), readFileSync(first, "utf8"));
  assert.equal(readFileSync(third, "utf8"), readFileSync(first, "utf8"));
});

test("graph show lists screens and edges, also as JSON that can be read again", async () => {
  const path = join(folder, "shown.json");
  await run("build", ONE, "-o", path, ...NOW);
  const { out } = await run("show", path);
  assert.match(out, /^s[0-9a-f]{8} screen "Create account", .* in com\.fovea\.form, 8 visits$/m);
  assert.match(out, /^ {2}a[0-9a-f]{12} tap checkbox "i agree to the terms" -> s[0-9a-f]{8}, 1 times, 1 ok 0 failed/m);
  const json = await run("show", path, "--json");
  assert.equal(parseGraph(json.out, "it").vertices.length, 1);
});

test("graph suggest and path name the edges and runs they rest on, and say where nothing is known", async () => {
  const path = join(folder, "asked.json");
  await run("build", ONE, OTHER, "-o", path, ...NOW);
  const { vertices, edges } = parseGraph(readFileSync(path, "utf8"), path);
  const form = vertices.find(({ print }) => print.title === "Create account")?.id ?? "";
  const [found] = JSON.parse((await run("suggest", path, form, "--count", "1", "--json")).out);
  assert.ok(edges.some(({ id, from }) => found.edges.includes(id) && from === form));
  assert.deepEqual(found.runs, ["2026-11-23T01:35:30.131Z EXAMPLE1"]);
  assert.match(
    (await run("suggest", path, form, "--goal", "agree to the terms")).out,
    /^\d+ % tap checkbox "i agree to the terms" \(by a/,
  );
  const edge = edges.find(({ from, to }) => from !== to) ?? assert.fail();
  assert.match((await run("path", path, edge.from, edge.to)).out, /^1 steps, arrives \d+ % of the time\n1\. back -> /);
  const back = await run("path", path, edge.to, edge.from);
  assert.equal(back.code, 1);
  assert.match(back.out, /^no way is known: no run (?:went from|reached) .*record a run that goes there/);
  const isOfOther = (id: string) => vertices.find((one) => one.id === id)?.print.app === "com.fovea.messages";
  const apart = vertices.find(({ id }) => isOfOther(id))?.id ?? assert.fail();
  const never = await run("path", path, form, apart);
  assert.match(never.out, /^no way is known: no run was at both \(s\w+: "2026-11-23T01:35:30\.131Z EXAMPLE1"; s\w+: "/);
  assert.equal((await run("suggest", path, "s0")).code, 2);
});

test("a file that is not a graph, or is of a newer version, is refused with the reason", async () => {
  const bad = join(folder, "bad.json");
  for (const [text, why] of [
    ["{", /is not JSON/],
    ['{"version":2}', /is a graph of version 2, and this Fovea reads up to 1/],
    ['{"version":1}', /is not a graph: builtAt/],
  ] as const) {
    writeFileSync(bad, text);
    const { code, err } = await run("show", bad);
    assert.equal(code, 1);
    assert.ok(err.includes("GRAPH_UNREADABLE"), err);
    assert.match(err, why);
  }
  assert.match((await run("show", join(folder, "none.json"))).err, /GRAPH_UNREADABLE/);
});

test("graph build refuses a trace that is invalid, missing or given twice", async () => {
  const steps = join(folder, "steps.jsonl");
  writeFileSync(steps, '{"timestamp":1}\n');
  const out = join(folder, "none-built.json");
  assert.match((await run("build", steps, "-o", out)).err, /is not valid: \d+ problems, the first in line 1/);
  assert.match((await run("build", join(folder, "nowhere"), "-o", out)).err, /TRACE_UNREADABLE/);
  assert.match((await run("build", ONE, ONE, "-o", out)).err, /is given twice/);
  assert.throws(() => readFileSync(out));
});

test("graph refuses unknown arguments with a usage error", async () => {
  const path = join(folder, "usage.json");
  for (const words of [
    [],
    ["draw"],
    ["build"],
    ["build", ONE],
    ["show"],
    ["show", path, "x"],
    ["show", path, "--raw"],
    ["path", path],
    ["suggest", path, "s1", "--now", "2027-01-01"],
    ["build", ONE, "-o", path, "--now", "soon"],
  ]) {
    assert.equal((await run(...words)).code, 2, words.join(" "));
  }
  writeFileSync(path, "kept");
  assert.equal((await run("build", ONE, "-o", path)).code, 2);
  assert.equal(readFileSync(path, "utf8"), "kept");
  assert.match((await run("--help")).out, /fovea graph build/);
});
