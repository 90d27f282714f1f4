import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { startVirtualAdbServer } from "../../packages/virtual-android/src/virtual-adb-server.js";
import { SMALL } from "../support/drive.js";
import { NO_ADB, runFovea } from "../support/fovea-process.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

/** Writes a workspace into the phone's own folder; gives its path. */
function workspaceOn({ folder }: Product, files: Readonly<Record<string, string>>): string {
  const root = join(folder, "workspace");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

function flow(steps: string, head = ""): string {
  return `appId: com.fovea.notes\n${head}\n---\n${steps}\n`;
}

const PASSES = flow("- assertVisible: Shopping");

test("fovea run uses configuration, tags and variables of a workspace", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const given = `assertTrue: \${WHAT == 'given' && MAESTRO_LEVEL == '7' && TITLE == 'Shopping'}`;
  const folder = workspaceOn(product, {
    "config.yaml": 'flows: ["**"]\nenv: {WHAT: config, TITLE: Shopping}\nexecutionOrder: {flowsOrder: [Second, first]}',
    "first.yaml": flow("- runFlow: parts/login.yaml"),
    "deep/second.yaml": flow(`- ${given}`, "name: Second"),
    "parts/login.yaml": flow(`- assertVisible: \${TITLE}`, "tags: [part]"),
  });
  const flags = [...productFlags(product), "--exclude-tags", "part", "-e", "WHAT=given"];
  const { code, stdout } = await runFovea(["run", folder, ...flags], { env: { MAESTRO_LEVEL: "7" } });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^Second \([^)]*second\.yaml\) on [\s\S]*\nfirst \([^)]*first\.yaml\) on /);
  assert.match(stdout, /\npassed: 2 of 2 flows; 2 of 2 steps done, \d/);
});

test("fovea run reports flows that cannot be read, and runs the others where requested", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const folder = workspaceOn(product, {
    "good.yaml": PASSES,
    "model.yaml": flow("- extractTextWithAI: {query: a, optional: false}"),
    "wrong.yaml": flow("- nope"),
  });
  const junit = join(product.folder, "x.xml");
  const flags = [...productFlags(product), "--junit", junit];
  const refused = await runFovea(["run", folder, "--skip-unsupported", ...flags]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /FLOW_INVALID: .*wrong\.yaml:4: nope/);
  const skipped = await runFovea(["run", join(folder, "good.yaml"), join(folder, "model.yaml"), ...flags]);
  assert.match(skipped.stderr, /FLOW_UNSUPPORTED: .*model\.yaml:4: extractTextWithAI: no model is configured/);
  const { code, stdout } = await runFovea(["run", folder, "--continue", "--skip-unsupported", ...flags]);
  assert.equal(code, 1, stdout);
  assert.match(stdout, /skipped: model: .*model\.yaml:4: extractTextWithAI/);
  assert.match(stdout, /FAILED: wrong: .*wrong\.yaml:4: nope/);
  assert.match(readFileSync(junit, "utf8"), /tests="3" failures="0" errors="1" skipped="1"/);
});

test("fovea run calls a flow that passes at its second attempt flaky, and ends one that takes too long", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const folder = workspaceOn(product, {
    "flaky.yaml": flow(
      "- tapOn: {text: Shopping, optional: true}\n- assertVisible: Milk.*\n- back\n- assertNotVisible: Milk.*",
    ),
    "slow.yaml": flow("- extendedWaitUntil: {visible: Nowhere, timeout: 60000}"),
  });
  const flags = [...productFlags(product), "--lookup-timeout", "300"];
  const first = await runFovea(["run", join(folder, "flaky.yaml"), "--retries", "1", "--json", ...flags]);
  const { flows } = JSON.parse(first.stdout);
  assert.equal(first.code, flows[0].outcome === "failed" ? 1 : 0);
  const slow = await runFovea(["run", join(folder, "slow.yaml"), "--time-limit", "1", ...flags]);
  assert.equal(slow.code, 1);
  assert.match(slow.stdout, /TIMEOUT: the flow slow took longer than 1000 ms while the step was running/);
});

test("fovea run shares flows between several phones, and reports where there are too few phones", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes", serialNumber: "FIRST" });
  await using second = await startProduct({ ...SMALL, app: "com.fovea.notes", serialNumber: "SECOND" });
  await using server = await startVirtualAdbServer({
    devices: [{ device: product.device }, { device: second.device }],
  });
  const index = `- assertVisible: Shopping\n- assertTrue: \${MAESTRO_SHARD_ID - 1 == MAESTRO_SHARD_INDEX}`;
  const folder = workspaceOn(product, { "a.yaml": flow(index), "b.yaml": flow(index), "c.yaml": flow(index) });
  const junit = join(product.folder, "x.xml");
  const flags = [...productFlags(product), "--adb-port", String(server.port), "--junit", junit];
  const { code, stdout, stderr } = await runFovea(["run", folder, "--shards", "2", ...flags]);
  assert.equal(code, 0, stdout + stderr);
  for (const { serial } of [product.device, second.device])
    assert.ok(stdout.includes(`\n[${serial}] `) || stdout.startsWith(`[${serial}] `), stdout);
  assert.match(stdout, /\npassed: 3 of 3 flows; 6 of 6 steps done/);
  const few = await runFovea(["run", folder, "--shards", "3", ...flags]);
  assert.equal(few.code, 1);
  assert.match(few.stderr, /DEVICE_NOT_FOUND: --shards 3 needs as many usable phones; there are 2: /);
  assert.match(readFileSync(junit, "utf8"), /tests="3" failures="0" errors="3"/);
});

test("fovea run prints what scripts log", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const folder = workspaceOn(product, { "a.yaml": flow(`- evalScript: \${console.log('seen', 1)}`) });
  const { stdout } = await runFovea(["run", folder, ...productFlags(product)]);
  assert.match(stdout, /\n {11}log: seen 1\n/);
});

test("fovea run refuses wrong options before it does anything", async () => {
  for (const [flag, value, says] of [
    ["--retries", "99", /--retries is a whole number from 0 to 10/],
    ["--shards", "0", /--shards is a whole number from 1 to 100/],
    ["--time-limit", "0", /--time-limit is a whole number from 1 to 86400/],
    ["--workspace", "/nowhere/at/all", /--workspace: there is no folder/],
    ["--config", "/nowhere.yaml", /nowhere\.yaml cannot be read/],
  ] as const) {
    const { code, stderr } = await runFovea(["run", "docs/examples/sign-up.yaml", flag, value, ...NO_ADB]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, says);
  }
  const both = await runFovea(["run", "x.yaml", "--shards", "2", "--device", "a"]);
  assert.match(both.stderr, /--shards uses all connected phones/);
});
