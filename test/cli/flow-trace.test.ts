import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { startVirtualAdbServer } from "../../packages/virtual-android/src/virtual-adb-server.js";
import { axeFindings, hasAxe } from "../support/axe.js";
import { type BrowserPage, openBrowser, skipWithoutBrowser } from "../support/chromium.js";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const FLOW = `appId: com.fovea.notes
name: Two phones
fovea: {devices: [sender, receiver]}
env: {API_TOKEN: tok-4711}
---
- launchApp
- launchApp: {appId: com.fovea.form}
  device: receiver
- assertVisible: Shopping
- assertTrue: \${API_TOKEN == "tok-4711"}
- tapOn: Plus
  device: receiver
- tapOn: Shopping
- assertVisible: Nowhere
- back
`;

function reports(at: (name: string) => string): readonly string[] {
  return ["--html", at("run.html"), "--junit", at("junit.xml")];
}

const text = async (page: BrowserPage, selector: string) =>
  String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? "nothing"`));

test("the trace of a flow on two phones has each step and assertion, and one page shows them with log and errors", {
  skip: skipWithoutBrowser(),
}, async (context) => {
  await using first = await startProduct({ ...SMALL, serialNumber: "FIRST" });
  await using second = await startProduct({ ...SMALL, serialNumber: "SECOND" });
  await using server = await startVirtualAdbServer({ devices: [{ device: first.device }, { device: second.device }] });
  const at = (name: string) => join(first.folder, name);
  const [file, trace, html] = [at("both.yaml"), at("trace"), at("page.html")];
  writeFileSync(file, FLOW);
  const flags = [...productFlags(first), "--adb-port", String(server.port), "--lookup-timeout", "500"];
  const ran = await runFovea(["run", file, "--device", "FIRST", "--trace", trace, ...flags, ...reports(at)]);
  assert.equal(ran.code, 1, ran.stdout + ran.stderr);

  const lines = readFileSync(join(trace, "FIRST", "flow.jsonl"), "utf8");
  assert.doesNotMatch(lines, /tok-4711/);
  const steps = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    steps.map(({ place, outcome, code, flow }) => [place, outcome, code, flow]),
    [
      ["both.yaml:6", "passed", null, "Two phones"],
      ["both.yaml:9", "passed", null, "Two phones"],
      ["both.yaml:10", "passed", null, "Two phones"],
      ["both.yaml:13", "passed", null, "Two phones"],
      ["both.yaml:14", "failed", "EXPECTATION_FAILED", "Two phones"],
      ["both.yaml:15", "skipped", null, "Two phones"],
    ],
  );
  const [failed] = steps.filter(({ outcome }) => outcome === "failed");
  assert.equal(failed.source.lines[failed.source.line - failed.source.first_line], "- assertVisible: Nowhere");
  assert.ok(Array.isArray(failed.log), JSON.stringify(failed.log));

  const shown = await runFovea(["trace", "show", trace, "--html", html]);
  assert.equal(shown.code, 0, shown.stdout + shown.stderr);
  await using page = await openBrowser();
  await page.open(pathToFileURL(html).href);
  const list = await text(page, "#list");
  for (const words of [/FIRST/, /SECOND/, /assertVisible "Shopping"/, /assertVisible "Nowhere"/, /both\.yaml:9/])
    assert.match(list, words);
  await page.press("End");
  await page.press("k");
  await page.press("7");
  assert.match(
    await text(page, "#panel-source"),
    /both\.yaml:14[\s\S]*of the flow Two phones[\s\S]*▶ 14 {2}- assertVisible: Nowhere/,
  );
  await page.press("6");
  assert.match(await text(page, "#panel-log"), /The app's log until this step failed: both\.yaml:14/);
  await page.press("4");
  assert.match(
    await text(page, "#panel-errors"),
    /both\.yaml:14, .*assertVisible "Nowhere".* of the flow Two phones[\s\S]*EXPECTATION_FAILED/,
  );
  assert.deepEqual(page.complaints, []);
  const findings = async () => (hasAxe() ? await axeFindings(page) : []);
  if (!hasAxe()) context.diagnostic("axe-core is not installed: its rules were not tried");
  for (const scheme of ["light", "dark"] as const) {
    await page.prefer(scheme);
    for (const key of ["1", "2", "3", "4", "5", "6", "7"]) {
      await page.press(key);
      assert.deepEqual(await findings(), [], `${scheme}, tab ${key}`);
      const width = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assert.ok(Number(width) <= 0, `the page is ${width} pixels wider than the window`);
    }
  }
  assert.equal((await runFovea(["runs", at("junit.xml"), "--html", at("runs.html")])).code, 0);
  for (const name of ["run.html", "runs.html"]) {
    await page.open(pathToFileURL(at(name)).href);
    assert.deepEqual(await findings(), [], name);
  }
});
