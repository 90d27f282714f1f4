import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as z from "zod";
import { packageVersion } from "../../../src/base/assets.js";
import { servePrograms } from "../../../src/library/farm/serve-programs.js";
import { fromWire } from "../../../src/library/farm/wire.js";
import { decodePng } from "../../../src/vision/image.js";
import { coded } from "../../support/coded.js";
import { SMALL } from "../../support/drive.js";
import { never } from "../../support/never.js";
import { startProduct } from "../../support/product.js";

const answered = z.object({ pictures: z.map(z.string(), z.instanceof(Uint8Array)) });
const lineOf = z.object({ name: z.string(), outcome: z.string() });
const base64 = (text: string) => Buffer.from(text).toString("base64");

test("files of a flow on a farm are read only from its workspace", async () => {
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

test("a host writes the steps of a flow to its trace, with redacted texts and regions left out of screenshots", async () => {
  const trace = mkdtempSync(join(tmpdir(), "fovea-farm-trace-"));
  try {
    const region = { left: 0, top: 0, right: 200, bottom: 100 };
    const config = { trace, redact: ["Shopp\\w+"], redactRegions: [region] };
    await using product = await startProduct({ ...SMALL, app: "com.fovea.notes", config });
    const steps = "- takeScreenshot: all\n- assertVisible: Shopping\n- assertVisible: Absent";
    const args = {
      ...{ flow: "a.yaml", variables: [], lookup_ms: 0, clears: false, allowed_hosts: [] },
      files: { "a.yaml": base64(`appId: com.fovea.notes\n---\n${steps}`) },
    };
    const tool = { tool: "farm_run_flow", args, version: packageVersion(), deadlineMs: null, toolMs: 600_000 };
    const wire = await servePrograms(product)(
      { parts: product, program: "p", serial: product.serial, ...tool },
      never(),
    );
    const { pictures } = answered.parse(fromWire(wire.data));
    const [png] = pictures.values();
    assert.ok(png);
    const { width, rgba } = await decodePng(png);
    const isGrey = (x: number, y: number) =>
      rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3).every((one) => one === 0x80);
    assert.deepEqual([isGrey(10, 10), isGrey(199, 99), isGrey(199, 101)], [true, true, false]);
    await product.recorder[Symbol.asyncDispose]();
    const [file = ""] = readdirSync(trace, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith("flow.jsonl"));
    const lines = readFileSync(join(trace, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => lineOf.parse(JSON.parse(line)));
    assert.deepEqual(
      lines.map(({ outcome }) => outcome),
      ["passed", "passed", "failed"],
    );
    assert.ok(!lines.some(({ name }) => name.includes("Shopping")));
  } finally {
    rmSync(trace, { recursive: true, force: true });
  }
});
