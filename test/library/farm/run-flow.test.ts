import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageVersion } from "../../../src/base/assets.js";
import { servePrograms } from "../../../src/library/farm/serve-programs.js";
import { coded } from "../../support/coded.js";
import { SMALL } from "../../support/drive.js";
import { never } from "../../support/never.js";
import { startProduct } from "../../support/product.js";

const base64 = (text: string) => Buffer.from(text).toString("base64");

test("files of a flow lie in its workspace, and nowhere else", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const serve = servePrograms(product);
  const run = async (files: Readonly<Record<string, string>>, clears = false) => {
    const flow = { flow: "flows/a.yaml", variables: [["WORD", "Shopping"]], lookup_ms: 0, clears, allowed_hosts: [] };
    const args = { ...flow, files };
    const call = {
      parts: product,
      program: "p",
      serial: product.serial,
      tool: "farm_run_flow",
      args,
      version: packageVersion(),
    };
    return await serve({ ...call, deadlineMs: null, toolMs: 600_000 }, never());
  };
  const passed = JSON.stringify(await run({ "flows/a.yaml": base64(`appId: x.y\n---\n- assertVisible: \${WORD}`) }));
  assert.match(passed, /"outcome":"passed"/);
  assert.ok(!passed.includes("fovea-flow-"), passed);
  const outside = join(product.folder, "out.txt");
  for (const name of [`../../..${outside}`, outside, "../workspacer/x"]) {
    const refused = await coded(run({ "flows/a.yaml": base64("appId: x.y\n---\n- back"), [name]: base64("x") }));
    assert.equal(refused.code, "INVALID_ARGUMENT", name);
  }
  assert.ok(!existsSync(outside));
  assert.equal((await coded(run({ "flows/a.yaml": base64("appId: x.y\n---\n- paint: red") }))).code, "FLOW_INVALID");
  const clearing = { "flows/a.yaml": base64("appId: com.fovea.notes\n---\n- clearState") };
  assert.match(JSON.stringify(await run(clearing)), /CONSENT_IMPOSSIBLE/);
  assert.match(JSON.stringify(await run(clearing, true)), /"outcome":"passed"/);
});
