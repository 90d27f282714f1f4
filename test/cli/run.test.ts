import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { packageRoot } from "../../src/base/assets.js";
import { folderNameOf } from "../../src/recorder/trace-writer.js";
import { readRecording } from "../../src/replay/read-recording.js";
import { parseTarget } from "../../src/screen/selector.js";
import { SMALL } from "../support/drive.js";
import { FoveaProcess, NO_ADB, runFovea, spawnFovea } from "../support/fovea-process.js";
import { headed } from "../support/headed-flow.js";
import { startProduct } from "../support/product.js";
import { readRecorded } from "../support/recorded.js";
import { productFlags } from "../support/serve-process.js";

const EXAMPLE = join(packageRoot(), "docs", "examples", "sign-up.yaml");

test("fovea run passes the example of the manual in its own process, and leaves a report and a screenshot", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const [junit, shots] = [join(product.folder, "out.xml"), join(product.folder, "shots")];
  const flags = [...productFlags(product), "--junit", junit, "--screenshots", shots, "--env", "NAME=Other"];
  const { code, stdout, stderr } = await spawnFovea(["run", EXAMPLE, ...flags]);
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  assert.match(stdout, /^Sign up \(.*sign-up\.yaml\) on /);
  assert.match(stdout, /\n {2}ok {7}sign-up\.yaml:12 {2}inputText \(5 characters\) \(\d/);
  assert.match(stdout, /\npassed: 11 of 11 steps done, /);
  const xml = readFileSync(junit, "utf8");
  assert.equal(XMLValidator.validate(xml), true);
  const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(xml);
  assert.deepEqual([testsuites["@_tests"], testsuites["@_failures"]], ["1", "0"]);
  assert.equal(testsuites.testsuite.testcase["@_name"], "Sign up");
  assert.match(testsuites.testsuite.testcase["system-out"], /^passed sign-up\.yaml:12 inputText \(5 characters\)/m);
  assert.deepEqual([...readFileSync(join(shots, "form.png")).subarray(1, 4)], [...Buffer.from("PNG")]);
});

test("fovea run --trace writes a trace that can be replayed", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const folder = join(product.folder, "trace");
  const ran = await runFovea(["run", EXAMPLE, ...productFlags(product), "--trace", folder]);
  assert.equal(ran.code, 0, ran.stdout);
  await using recording = await readRecording(join(folder, folderNameOf(product.serial)));
  const targets = recording.steps.flatMap(({ args }) => (typeof args["target"] === "string" ? [args["target"]] : []));
  assert.equal(targets.length >= 4, true, String(targets));
  for (const target of targets) assert.equal(parseTarget(target).kind, "element");
  // The first step was done on a screen that nobody had looked at; what it led to says the time anyway.
  const [first] = recording.steps;
  assert.ok(first?.after);
  assert.deepEqual([first.before.isKnown, first.after.deviceMs === null], [false, false]);
});

test("fovea run --trace through the companion has a screenshot after each action", async () => {
  await using product = await startProduct({ ...SMALL, speed: 4, onDevice: "enabled" });
  const folder = join(product.folder, "trace");
  const ran = await runFovea(["run", EXAMPLE, ...productFlags(product), "--trace", folder]);
  assert.equal(ran.code, 0, ran.stdout);
  const { steps } = readRecorded(join(folder, folderNameOf(product.serial)));
  assert.equal(steps.length, 9);
  // The first two are of one command, and nothing was known of the screen before it.
  for (const { visual_state: state } of steps.slice(2)) assert.notEqual(state.screenshot_path, "");
});

test("fovea run on a folder runs every flow, and exits with 1 where one fails", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const folder = join(product.folder, "flows");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.yaml"), headed("- assertVisible: Nowhere\n- back"));
  writeFileSync(join(folder, "b.yml"), headed("- runFlow: {file: parts/c.yaml, env: {WHAT: Shopping}}"));
  mkdirSync(join(folder, "parts"));
  writeFileSync(join(folder, "parts", "c.yaml"), headed(`- assertVisible: \${WHAT}`));
  const flags = [...productFlags(product), "--lookup-timeout", "100"];
  const { code, stdout } = await runFovea(["run", folder, ...flags]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /FAILED {3}a\.yaml:3 {2}assertVisible "Nowhere" .*\n {11}EXPECTATION_FAILED: .*\n {11}the screen then:/,
  );
  assert.match(stdout, /\n {2}skipped {2}a\.yaml:4 {2}back: not done: an earlier step failed\n/);
  assert.match(stdout, /(?:^|\n)b \(.*b\.yml\) on .*\n {2}ok {7}c\.yaml:3 {2}assertVisible "Shopping"/);
  assert.match(stdout, /\nFAILED: 1 of 2 flows; 1 of 3 steps done, 1 skipped, /);
  const asData = await runFovea(["run", join(folder, "b.yml"), "--json", ...flags]);
  assert.equal(asData.code, 0);
  const { reports } = JSON.parse(asData.stdout);
  assert.equal(reports[0].steps[0].outcome, "passed");
});

test("fovea run exits with 2 for wrong flows and wrong arguments before it looks for a device", async () => {
  await using product = await startProduct(SMALL);
  const file = join(product.folder, "x.yaml");
  writeFileSync(file, headed("- back\n- nope"));
  for (const [words, says] of [
    [["run", file], /FLOW_INVALID: .*x\.yaml:4: nope: no such command/],
    [["run", join(product.folder, "none.yaml")], /FLOW_INVALID: .*none\.yaml cannot be read/],
    [["run", product.folder.concat("/output")], /FLOW_INVALID: .*cannot be read/],
    [["run"], /the flow is missing/],
    [["run", EXAMPLE, "--env", "x"], /--env takes NAME=VALUE/],
    [["run", EXAMPLE, "--junit", "/nowhere/at/all/x.xml"], /--junit: there is no folder/],
  ] as const) {
    const { code, stderr } = await runFovea([...words, ...NO_ADB]);
    assert.equal(code, 2, `${words}: ${stderr}`);
    assert.match(stderr, says);
  }
});

test("fovea run --check reports what is wrong with flows by file and line, and looks for no device", async () => {
  await using product = await startProduct(SMALL);
  const [good, bad] = [join(product.folder, "a.yaml"), join(product.folder, "b.yaml")];
  writeFileSync(good, "appId: com.x\n---\n- back");
  writeFileSync(bad, "appId: com.x\n---\n- back\n- nope");
  const { code, stdout } = await runFovea(["run", "--check", good, bad, ...NO_ADB]);
  assert.equal(code, 2);
  assert.match(stdout, /^\S+b\.yaml:4: nope: no such command .*\n1 of 2 flows can be run\n$/);
  const asData = await runFovea(["run", "--check", "--json", good, ...NO_ADB]);
  assert.equal(asData.code, 0);
  assert.deepEqual(JSON.parse(asData.stdout), { files: [{ file: good, mistakes: [] }] });
});

test("fovea run leaves a report with the reason where it is interrupted or finds no phone", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const [file, xml] = [join(product.folder, "x.yaml"), join(product.folder, "x.xml")];
  writeFileSync(
    file,
    headed("- assertVisible: Shopping\n- extendedWaitUntil: {visible: Nowhere, timeout: 60000}\n- back"),
  );
  await using fovea = new FoveaProcess(["run", file, EXAMPLE, ...productFlags(product), "--junit", xml]);
  await fovea.says(/assertVisible/);
  fovea.child.kill("SIGTERM");
  assert.equal(await fovea.ended(), 1, fovea.stderr);
  const cut = readFileSync(xml, "utf8");
  assert.match(cut, /<testsuites name="fovea" tests="2" failures="0" errors="2" skipped="0"/);
  assert.match(
    cut,
    /<error type="CANCELLED" message="x\.yaml:4 .*: the run was interrupted while the step was running:/,
  );
  assert.match(cut, /<error type="CANCELLED" message="not run to its end: /);
  const { code, stderr } = await runFovea([
    "run",
    file,
    "--junit",
    xml,
    ...productFlags(product),
    "--device",
    "nobody",
  ]);
  assert.equal(code, 1);
  const [, reason = "?"] = /^([A-Z_]+): /.exec(stderr) ?? [];
  assert.match(
    readFileSync(xml, "utf8"),
    new RegExp(`tests="1" failures="0" errors="1" skipped="0"[^]*<error type="${reason}"`),
  );
});

test("fovea run without --yes deletes no data where no user can be asked", async () => {
  await using product = await startProduct(SMALL);
  const file = join(product.folder, "x.yaml");
  writeFileSync(file, headed("- clearState: com.fovea.notes"));
  const refused = await runFovea(["run", file, ...productFlags(product)]);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /CONSENT_IMPOSSIBLE: /);
  const { code, stdout } = await runFovea(["run", file, "--yes", ...productFlags(product)]);
  assert.equal(code, 0, stdout);
});
