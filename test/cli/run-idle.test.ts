import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SMALL } from "../support/drive.js";
import { NO_ADB, runFovea } from "../support/fovea-process.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const HEAD = "appId: com.fovea.notes\n---\n";
const OLD = '<testsuites tests="1" failures="0"/>';

test("fovea run fails where nothing was tested, and its report has the reason", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const [folder, junit] = [join(product.folder, "flows"), join(product.folder, "x.xml")];
  mkdirSync(folder);
  const empty = join(folder, "empty.yaml");
  writeFileSync(empty, `${HEAD}[]\n`);
  const foreign = join(product.folder, "foreign.yaml");
  writeFileSync(foreign, `${HEAD}- extractTextWithAI: {query: a, optional: false}\n`);
  const flags = [...productFlags(product), "--junit", junit];

  const alone = await runFovea(["run", empty, ...flags]);
  assert.equal(alone.code, 1, alone.stdout);
  assert.match(alone.stdout, /\nskipped: empty: nothing was done: it has no commands\n/);
  assert.match(alone.stdout, /\nnothing was tested: none of 1 flows did anything; 0 of 0 steps done/);
  assert.match(readFileSync(junit, "utf8"), /tests="1" failures="0" errors="0" skipped="1"/);
  assert.match(readFileSync(junit, "utf8"), /<skipped message="nothing was done: it has no commands"/);

  const unsupported = await runFovea(["run", empty, foreign, "--skip-unsupported", ...flags]);
  assert.equal(unsupported.code, 1, unsupported.stdout);
  assert.match(unsupported.stdout, /\nnothing was tested: none of 2 flows/);

  writeFileSync(join(folder, "works.yaml"), `${HEAD}- assertVisible: Shopping\n`);
  const beside = await runFovea(["run", folder, ...flags]);
  assert.equal(beside.code, 0, beside.stdout);
  assert.match(beside.stdout, /\npassed: 1 of 2 flows, 1 not run; 1 of 1 steps done/);
});

test("fovea run removes an earlier report where there is no flow to run or a flow is wrong", async () => {
  await using product = await startProduct(SMALL);
  const [folder, junit] = [join(product.folder, "flows"), join(product.folder, "x.xml")];
  mkdirSync(folder);
  const refused = async (words: readonly string[], says: RegExp, counts: string, inReport: RegExp) => {
    writeFileSync(junit, OLD);
    const { code, stderr } = await runFovea(["run", folder, ...words, ...NO_ADB, "--junit", junit]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, says);
    const report = readFileSync(junit, "utf8");
    assert.ok(report.includes(counts), report);
    assert.match(report, inReport);
  };
  const none = 'tests="1" failures="0" errors="1"';
  await refused(
    [],
    /^NO_FLOW: no flow is in .*\nNext: Give `fovea run` a file/,
    none,
    /<error type="NO_FLOW" message="no flow is in /,
  );
  writeFileSync(join(folder, "a.yaml"), `${HEAD}- back\n`);
  const tags = /NO_FLOW: none of the 1 flows has one of the tags smoke/;
  await refused(["--include-tags", "smoke"], tags, none, /<error type="NO_FLOW" message="none of the 1 flows/);
  writeFileSync(join(folder, "b.yaml"), `${HEAD}- nope\n`);
  await refused(
    [],
    /FLOW_INVALID: .*b\.yaml:3: nope/,
    'tests="2" failures="0" errors="2"',
    /<error type="FLOW_INVALID" message="not run: /,
  );
  assert.match(readFileSync(junit, "utf8"), /<error type="FLOW_INVALID" message="[^ "]*b\.yaml:3: nope/);
});

test("fovea run --check accepts a flow without commands, as Maestro does, and says that it has none", async () => {
  await using product = await startProduct(SMALL);
  const file = join(product.folder, "empty.yaml");
  writeFileSync(file, `${HEAD}[]\n`);
  const { code, stdout } = await runFovea(["run", "--check", file, ...NO_ADB]);
  assert.equal(code, 0);
  assert.match(stdout, /^! \S+empty\.yaml: it has no commands\n1 of 1 flows can be run\n$/);
  writeFileSync(file, `${HEAD}- nope\n`);
  const wrong = await runFovea(["run", "--check", file, ...NO_ADB]);
  assert.doesNotMatch(wrong.stdout, /it has no commands/);
});
