import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { capture } from "../support/capture-terminal.js";
import { SMALL } from "../support/drive.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";
import { WAYS_APP, waysApp } from "../support/ways-app.js";

const root = mkdtempSync(join(tmpdir(), "fovea-memory-cli-"));
after(() => rmSync(root, { recursive: true, force: true }));

const EXAMPLES = join(packageRoot(), "protocol", "v0.1", "examples");
const [KEPT, OTHER] = [join(root, "kept"), join(root, "other")] as const;
const LIMITS = ["--max-days", "3650"];

async function run(folder: string | null, ...words: readonly string[]) {
  const { terminal, stdout, stderr } = capture();
  const where = folder === null ? [] : ["--memory", folder];
  const code = await runCommandLine({ words: ["memory", ...words, ...where], terminal }, new AbortController().signal);
  return { code, out: stdout(), err: stderr() };
}

test("traces are imported once, shown, found, exported, imported into another memory, and forgotten", async () => {
  assert.equal(
    (await run(KEPT, "import", EXAMPLES, ...LIMITS)).out,
    "2 new runs, 0 already there, 0 dropped by age or size\n",
  );
  assert.equal(
    (await run(KEPT, "import", EXAMPLES, ...LIMITS)).out,
    "0 new runs, 2 already there, 0 dropped by age or size\n",
  );
  assert.match(
    (await run(KEPT, "show")).out,
    /^2 runs \(0 imported\), 12 steps, .*\n3 screens, .*\napps: com\.android\.launcher3, com\.fovea\.form, com\.fovea\.messages\n$/,
  );
  assert.match(
    (await run(KEPT, "show", "create", "account")).out,
    /^s[0-9a-f]{8} screen "Create account", .* in com\.fovea\.form$/m,
  );
  const none = await run(KEPT, "show", "no", "such", "words");
  assert.deepEqual([none.code, none.out], [1, 'no known screen says "no such words"\n']);
  const absent = join(root, "absent");
  for (const words of [["show"], ["forget", "--all"], ["export", join(root, "x.jsonl")]]) {
    const missed = await run(absent, ...words);
    assert.match(missed.err, /^MEMORY_UNREADABLE: there is no memory in .*\nNext: .*memory import/);
    assert.equal(existsSync(absent), false);
  }

  const file = join(root, "exported.jsonl");
  assert.equal((await run(KEPT, "export", file)).out, `${file}: 2 runs\n`);
  assert.equal((await run(KEPT, "export", file)).code, 2);
  assert.deepEqual(JSON.parse((await run(OTHER, "import", file, "--json", ...LIMITS)).out).added.length, 2);
  const shown = JSON.parse((await run(OTHER, "show", "--json")).out);
  assert.deepEqual([shown.runs, shown.imported, shown.repaired], [2, 2, { lines: 0, index: false }]);

  assert.match((await run(OTHER, "forget", "--app", "com.fovea.form")).out, /^1 runs are forgotten/);
  assert.deepEqual(JSON.parse((await run(OTHER, "show", "--json")).out).apps, [
    "com.android.launcher3",
    "com.fovea.messages",
  ]);
  const again = await run(OTHER, "forget", "--app", "com.fovea.form");
  assert.deepEqual([again.code, /nothing is remembered of "com\.fovea\.form"/.test(again.err)], [1, true]);
  assert.equal(JSON.parse((await run(OTHER, "forget", "--all", "--json")).out).forgotten, 1);
  const empty = await run(OTHER, "export", join(root, "none.jsonl"));
  assert.deepEqual([empty.code, /the memory is empty/.test(empty.err)], [1, true]);
});

test("a folder of traces is imported with its archives, each run once, and damaged runs are reported each time", async () => {
  const [folder, traces] = [join(root, "damaged"), join(root, "traces")];
  cpSync(join(EXAMPLES, "create-account"), join(traces, "one"), { recursive: true });
  const packed = capture();
  const archive = ["trace", "export", join(EXAMPLES, "redacted-messages"), join(traces, "two.fovea")];
  assert.equal(await runCommandLine({ words: archive, terminal: packed.terminal }, new AbortController().signal), 0);
  cpSync(join(traces, "two.fovea"), join(traces, "two-again.fovea"));
  assert.match((await run(folder, "import", `${traces}/`, ...LIMITS)).out, /^2 new runs, 0 already there/);
  const [name = ""] = readdirSync(join(folder, "runs"));
  const lines = readFileSync(join(folder, "runs", name), "utf8").split("\n");
  writeFileSync(join(folder, "runs", name), [...lines.slice(0, 3), '{"at":', ...lines.slice(4)].join("\n"));
  for (const time of ["first", "second"])
    assert.match((await run(folder, "show")).out, /1 line of its runs is damaged and left out/, time);
});

test("a damaged export, one of a newer version and a file that is not a trace are refused, and nothing is imported", async () => {
  const folder = join(root, "refused");
  const good = readFileSync(join(root, "exported.jsonl"), "utf8");
  const bad = join(root, "bad.jsonl");
  for (const [text, code] of [
    [good.replace('\n{"at"', '\n{"at'), "MEMORY_UNREADABLE"],
    [good.replace('"fovea_memory":2', '"fovea_memory":3'), "MEMORY_NEWER"],
    ['{"timestamp":1}\n', "TRACE_UNREADABLE"],
  ] as const) {
    writeFileSync(bad, text);
    const { code: exit, err } = await run(folder, "import", bad);
    assert.equal(exit, 1);
    assert.ok(err.includes(code), err);
  }
  assert.match((await run(folder, "show")).out, /^0 runs/);
});

test("fovea memory refuses unknown arguments with a usage error before anything is done", async () => {
  for (const words of [
    [],
    ["learn"],
    ["import"],
    ["forget"],
    ["forget", "--all", "--run", "a"],
    ["forget", "x", "--all"],
    ["forget", "--before", "soon"],
    ["show", "--all"],
    ["export"],
    ["export", "a", "b"],
  ]) {
    assert.equal((await run(KEPT, ...words)).code, 2, words.join(" "));
  }
  assert.match((await run(null, "show")).err, /--memory DIR is missing/);
  assert.match((await run(null, "--help")).out, /fovea memory import/);
});

test("fovea memory shows what is known of the phone's screen and the path to a goal, and takes the phone there", async () => {
  const folder = join(root, "asked");
  await using product = await startProduct({ ...SMALL, app: WAYS_APP, moreApps: () => [waysApp().make()] });
  const flags = [...productFlags(product), "--memory", folder];
  const typed = async (...words: readonly string[]) => {
    const { terminal, stdout, stderr } = capture();
    const code = await runCommandLine({ words: [...words, ...flags], terminal }, new AbortController().signal);
    return { code, out: stdout(), err: stderr() };
  };
  assert.match((await typed("memory", "recall", "address")).err, /^MEMORY_UNREADABLE: there is no memory in /);
  assert.equal(existsSync(folder), false);
  for (const words of [
    ["tap", '"Go to Basket"'],
    ["tap", '"Go to Address"'],
    ["press", "back"],
    ["press", "back"],
  ])
    assert.equal((await typed(...words)).code, 0);
  const known = await typed("memory", "recall", "the", "address", "--count", "1");
  assert.match(known.out, /s\w+ screen "Address"/, known.err);
  assert.equal(JSON.parse((await typed("memory", "predict", "--json")).out).length > 0, true);
  const went = await typed("memory", "go-to", "address");
  assert.match(went.out, /^1 tap button "go to basket" -> s\w+\n2 tap button "go to address"/, went.err);
  assert.ok(product.phone.hooks.find("Welcome to Address"));
  const unknown = await typed("memory", "go-to", "garden", "furniture");
  assert.deepEqual([unknown.code, /^SCREEN_UNKNOWN: /.test(unknown.err)], [1, true], unknown.err);
  const wrong: readonly (readonly string[])[] = [["go-to"], ["predict", "--note", "x"], ["recall", "--count", "many"]];
  for (const words of wrong) assert.equal((await typed("memory", ...words)).code, 2, words.join(" "));
});
