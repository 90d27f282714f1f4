import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { observationSchema } from "../../src/screen/observation.js";
import { screenStateJsonSchema, screenStateOf, screenStateSchema } from "../../src/screen/screen-state.js";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

test("fovea observe --json --format omni prints data that fits the published schema, element by element", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const flags = productFlags(product);
  const whole = observationSchema.parse(JSON.parse((await runFovea(["observe", "--json", ...flags])).stdout));
  const { stdout, stderr, code } = await runFovea(["observe", "--json", "--format", "omni", ...flags]);
  assert.deepEqual([code, stderr], [0, ""]);
  const state = screenStateSchema.parse(JSON.parse(stdout));
  assert.deepEqual(state.dimensions, { width: 540, height: 1200 });
  assert.deepEqual(state.elements, screenStateOf(whole).elements);
  const terms = state.elements.find(({ content }) => content === "I agree to the terms");
  const { bounds } = whole.elements.find(({ labels }) => labels[0] === "I agree to the terms") ?? {};
  assert.ok(terms && bounds);
  assert.deepEqual(terms, {
    type: "checkbox",
    content: "I agree to the terms",
    bounds: { x: bounds.left, y: bounds.top, width: bounds.right - bounds.left, height: bounds.bottom - bounds.top },
    confidence: null,
  });
  for (const args of [
    ["--format", "omni"],
    ["--json", "--format", "other"],
  ]) {
    const wrong = await runFovea(["observe", ...args, ...flags]);
    const said = args.includes("--json") ? JSON.parse(wrong.stdout).error.message : wrong.stderr;
    assert.deepEqual([wrong.code, said.includes("--format has to be omni")], [2, true]);
  }
});

test("an unreadable screen makes the command fail with the reason, and with detectors it has their elements", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const flags = ["observe", "--json", "--format", "omni", ...productFlags(product)];
  product.device.faults.set([{ command: "uiautomator", fault: { kind: "fail", status: 1, stderr: "killed" } }]);
  const blind = await runFovea([...flags, "--detector", "none"]);
  const { error } = JSON.parse(blind.stdout);
  assert.deepEqual([blind.code, error.code], [1, "HIERARCHY_UNAVAILABLE"]);
  assert.match(error.message, /^the elements of the screen cannot be read: .*"killed"/);
  const seen = await runFovea(flags);
  const state = screenStateSchema.parse(JSON.parse(seen.stdout));
  assert.equal(seen.code, 0);
  assert.ok(state.elements.some(({ type, confidence }) => type === "checkbox" && confidence !== null));
});

test("the schema equals the published one, and refuses data that is not a screen state", () => {
  const published: unknown = JSON.parse(readFileSync(join(packageRoot(), "docs/screen-state.schema.json"), "utf8"));
  assert.deepEqual(published, screenStateJsonSchema());
  const empty = { elements: [], dimensions: null, timestamp: "2026-01-01T00:00:00.000Z" };
  assert.ok(screenStateSchema.safeParse(empty).success);
  assert.ok(!screenStateSchema.safeParse({ ...empty, timestamp: "today" }).success);
  assert.ok(!screenStateSchema.safeParse({ ...empty, more: 1 }).success);
});
