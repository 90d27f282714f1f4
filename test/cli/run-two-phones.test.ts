import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startVirtualAdbServer } from "../../packages/virtual-android/src/virtual-adb-server.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_TREE } from "../../src/observe/observe-request.js";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";
import { runFlow } from "../../src/replay/flow/run-flow.js";
import { coded } from "../support/coded.js";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const FLOW = `appId: com.fovea.notes
fovea: {devices: [sender, receiver]}
---
- launchApp
- launchApp: {appId: com.fovea.form}
  device: receiver
- assertVisible: Shopping
- runFlow:
    when: {visible: Create account}
    commands:
      - copyTextFrom: Create account
  device: receiver
- assertTrue: \${maestro.copiedText == "Create account"}
- assertNotVisible: Create account
- assertVisible: Create account
  device: receiver
  expect: app com.fovea.form
`;

test("a flow with two phones does each step on the phone it names, and steps of a block on the block's phone", async () => {
  await using first = await startProduct({ ...SMALL, serialNumber: "FIRST" });
  await using second = await startProduct({ ...SMALL, serialNumber: "SECOND" });
  await using server = await startVirtualAdbServer({ devices: [{ device: first.device }, { device: second.device }] });
  const file = join(first.folder, "both.yaml");
  writeFileSync(file, FLOW);
  const flags = [...productFlags(first), "--adb-port", String(server.port), "--lookup-timeout", "2000"];
  const { code, stdout, stderr } = await runFovea(["run", file, "--device", "SECOND", ...flags]);
  assert.equal(code, 0, stdout + stderr);
  assert.match(
    stdout,
    /^both \(.*\) on SECOND\n[\s\S]*\n {2}ok {7}both\.yaml:5 {2}\[receiver\] launchApp com\.fovea\.form/,
  );
  const inFront = async (product: typeof first) =>
    (await observe(await product.session(), OBSERVE_TREE, never())).observation.activeWindow?.package;
  assert.deepEqual([await inFront(first), await inFront(second)], ["com.fovea.form", "com.fovea.notes"]);
  const sharded = await runFovea(["run", file, "--shards", "2", ...flags]);
  assert.match(sharded.stderr, /--shards: .*both\.yaml already needs 2 phones/);
  const alone = await runFovea(["run", file, ...productFlags(first)]);
  assert.match(alone.stderr, /both, which is for sender and receiver, needs as many usable phones; there is 1: FIRST/);
});

test("a step for a phone that the flow does not declare is an error, and a missing phone is reported before any step", async () => {
  const read = async (text: string) => await parseFlow({ file: "f.yaml", text }, { load: async () => assert.fail() });
  const flow = (devices: string, device: string) =>
    `appId: a.b\nfovea: {devices: ${devices}}\n---\n- back\n- back:\n  device: ${device}\n`;
  await assert.rejects(
    read("appId: a.b\n---\n- scroll:\n  device: x\n".replace("scroll:", "tapOn: y")),
    /f\.yaml:4: device: the name of a phone/,
  );
  await assert.rejects(
    read(flow("[a, b]", "c").replace("back:", "tapOn: y")),
    /f\.yaml:6: device: .* is expected: a, b/,
  );
  for (const wrong of ["[a]", "[a, a]", '[a, ""]', "a"])
    await assert.rejects(read(flow(wrong, "a").replace("back:", "tapOn: y")), /f\.yaml:2: fovea: devices/);
  await using product = await startProduct({ ...SMALL });
  const runner = {
    session: await product.session(),
    allowedSchemes: [],
    lookupMs: 100,
    pictures: null,
    mayClear: async () => {},
    onStep: () => assert.fail("a step was done"),
  };
  const { code, message } = await coded(
    runFlow(await read(flow("[a, b]", "b").replace("back:", "tapOn: y")), runner, never()),
  );
  assert.deepEqual([code, message], ["DEVICE_NOT_FOUND", "f is for several phones, and none is given for b"]);
});
