import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SMALL } from "../support/drive.js";
import { type Product, startProduct } from "../support/product.js";
import { type FlowCase, requirePassed, runFlowText } from "../support/run-flow-text.js";

/** A flow below the phone's own folder, whose pictures of failures go to `shots`. */
function flowsOn(product: Product) {
  const folder = join(product.folder, "flows");
  const shots = join(product.folder, "shots");
  mkdirSync(folder);
  const run = async (text: string, runner: FlowCase["runner"], use: Parameters<typeof runFlowText>[2]) =>
    await runFlowText(text, { on: product, file: join(folder, "f.yaml"), runner: { pictures: shots, ...runner } }, use);
  return { folder, shots, run };
}

test("assertScreenshot compares with the baseline for the phone's density and theme", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const { folder, shots, run } = flowsOn(product);
  const check = "- assertScreenshot: pictures/notes";
  await run(check, {}, ({ steps }) => {
    assert.equal(steps[0]?.code, "BASELINE_UNUSABLE");
    assert.match(
      steps[0]?.message ?? "",
      /^there is no picture to compare .*notes@\d+dpi-light\.png, .*notes\.png in /,
    );
  });
  await run(check, { updatesBaselines: true }, (ran) => {
    requirePassed(ran);
    assert.match(ran.notes[0] ?? "", /^saved .*notes@\d+dpi-light\.png, and compared nothing/);
  });
  await run(check, {}, (ran) => {
    requirePassed(ran);
    assert.match(ran.notes[0] ?? "", /^\d+\.\d\d % of the pixels are as in notes@\d+dpi-light\.png$/);
  });
  const [name = ""] = readdirSync(join(folder, "pictures"));
  renameSync(join(folder, "pictures", name), join(folder, "pictures", "notes.png"));
  await run(
    "- tapOn: Shopping\n- assertScreenshot: {path: pictures/notes, thresholdPercentage: 99.9}",
    {},
    ({ outcome, steps }) => {
      assert.equal(outcome, "failed");
      assert.equal(steps[1]?.code, "EXPECTATION_FAILED");
      assert.match(
        steps[1]?.message ?? "",
        /^\d+\.\d\d % of the pixels are as in notes\.png, of 99\.9 % wanted; .*differs\.html/,
      );
    },
  );
  const page = readFileSync(join(shots, "pictures-notes-differs.html"), "utf8");
  assert.equal(page.match(/<img /g)?.length, 3);
  await run(`- assertScreenshot: {path: pictures/notes, thresholdPercentage: "\${1 + 1}"}`, {}, requirePassed);
});

test("assertScreenshot compares one element, ignores masks, and fails for another image size", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const { folder, run } = flowsOn(product);
  const cropped = "- assertScreenshot: {path: name, cropOn: {id: name}, thresholdPercentage: 100}";
  const typing = "- tapOn: {id: name}\n- inputText: WWWWWWWWWWWW\n- hideKeyboard\n";
  await run(`${cropped}\n- assertScreenshot: whole`, { updatesBaselines: true }, requirePassed);
  await run(`${typing}${cropped}`, {}, ({ outcome, steps }) => {
    assert.equal(outcome, "failed", JSON.stringify(steps));
    assert.match(steps[3]?.message ?? "", /^\d\d\.\d\d % of the pixels/);
  });
  await run(`${cropped}\n  masks: [{id: name}]`, {}, (ran) => {
    requirePassed(ran);
    assert.match(ran.notes[0] ?? "", /^100\.00 %/);
  });
  const name = readdirSync(folder).find((one) => one.startsWith("name@"));
  const whole = readdirSync(folder).find((one) => one.startsWith("whole@"));
  renameSync(join(folder, whole ?? ""), join(folder, "other.png"));
  assert.ok(name);
  await run("- assertScreenshot: {path: other, cropOn: {id: name}}", {}, ({ steps }) => {
    assert.match(steps[0]?.message ?? "", /^other\.png is of \d+x\d+ pixels, the screen of \d+x\d+; .*differs\.html/);
  });
});

test("assertScreenshot writes baselines only in the workspace, and as PNG", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const { folder, run } = flowsOn(product);
  writeFileSync(join(folder, "no.png"), "no picture");
  symlinkSync(product.folder, join(folder, "out"));
  for (const path of ["../../escaped", "out/escaped", "a.jpg"]) {
    await run(`- assertScreenshot: ${path}`, { updatesBaselines: true }, ({ steps }) => {
      assert.equal(steps[0]?.code, "BASELINE_UNUSABLE", path);
    });
  }
  await run("- assertScreenshot: ./no", {}, ({ steps }) => {
    assert.match(steps[0]?.message ?? "", /no\.png cannot be a baseline: this is not a PNG/);
  });
  for (const file of ["../escaped.png", "escaped.png"]) assert.equal(existsSync(join(product.folder, file)), false);
});
