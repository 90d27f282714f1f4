import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { runPage } from "../../src/replay/suite/run-page.js";
import { encodePng } from "../../src/vision/image.js";
import { openBrowser, skipWithoutBrowser } from "../support/chromium.js";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

/** Runs two flows, of which the second fails, and returns the path of the page. */
async function pageOn(product: Product): Promise<string> {
  const flows = {
    "good.yaml": "appId: com.fovea.notes\ntags: [smoke]\n---\n- assertVisible: Shopping\n",
    "bad.yaml":
      "appId: com.fovea.dialogs\nname: Goes <b>wrong</b>\n---\n- launchApp\n# hunter2\n- tapOn: Crash\n- back\n",
  };
  for (const [name, text] of Object.entries(flows)) writeFileSync(join(product.folder, name), text);
  const html = join(product.folder, "run.html");
  const files = Object.keys(flows).map((name) => join(product.folder, name));
  const flags = ["--html", html, "--lookup-timeout", "2000", "-e", "MY_PASSWORD=hunter2", "--redact", "Dial\\w+"];
  const { code, stdout } = await runFovea(["run", ...files, ...productFlags(product), ...flags]);
  assert.equal(code, 1, stdout);
  return html;
}

test("the page of a run shows errors first, then source, log and screenshot of the failed step", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const html = readFileSync(await pageOn(product), "utf8");
  assert.match(html, /<title>Flows: 1 passed, 1 failed<\/title>/);
  assert.match(
    html,
    /<h2>Errors<\/h2>\n<ul>\n<li class="failed"><strong>Goes &lt;b&gt;wrong&lt;\/b&gt;<\/strong> <a href="#(flow-2-try-1-step-\d)">bad\.yaml:6 /,
  );
  const [, id = ""] = /href="#(flow-2-try-1-step-\d)"/.exec(html) ?? [];
  const step = html.slice(html.indexOf(`id="${id}"`));
  assert.match(
    step,
    /<summary>Source<\/summary><pre tabindex="0">[\s\S]*\n {3}5 {2}# \[MY_PASSWORD\]\n<mark> {3}6 {2}- tapOn: Crash<\/mark>/,
  );
  assert.match(step, /<summary>Log<\/summary><pre tabindex="0">[^<]*\d\d:\d\d[^<]*FATAL EXCEPTION/);
  assert.match(step, /<img alt="the screen, [^"]*bad\.yaml-6-failed\.png" src="data:image\//);
  assert.match(html, /aria-label="When each flow ran, in seconds since the run began"[\s\S]*>0 s<\/text>/);
  assert.ok(!html.includes("hunter2"), "the page contains a secret");
});

test("the page of a run loads nothing in a browser, logs no error, and its links lead to its steps", {
  skip: skipWithoutBrowser(),
}, async () => {
  const step = {
    name: "tapOn <img src=x onerror=alert(1)>",
    place: "a.yaml:3",
    durationMs: 900,
    notes: [],
    code: "TIMEOUT",
  };
  const failed = {
    ...step,
    outcome: "failed",
    message: "no\nscreen",
    screenshots: { expected: null, actual: "a.png" },
  } as const;
  const report = {
    name: "a",
    file: "a.yaml",
    device: "phone",
    startedAt: "2026-01-01T00:00:00Z",
    durationMs: 950,
    endedBy: null,
  };
  const evidence = { source: { file: "a.yaml", line: 3, firstLine: 2, lines: ["---", "- tapOn: x"] }, log: ["line"] };
  const tries = [{ ...report, outcome: "failed", steps: [{ ...failed, evidence }] } as const];
  const result = { name: "a", file: "a.yaml", tags: [], properties: {}, outcome: "failed", tries, why: null } as const;
  const pictures = new Map([["a.png", { bytes: await encodePng(plain), mimeType: "image/png" }]]);
  using place = scratch(runPage({ results: [result, result], pictures }));
  await using page = await openBrowser();
  await page.open(place.url);
  const broken = `[...document.querySelectorAll("a")].filter((one) => !document.querySelector(one.getAttribute("href"))).length`;
  assert.equal(await page.evaluate(broken), 0);
  assert.equal(await page.evaluate("document.images.length"), 2);
  assert.equal(await page.evaluate("[...document.images].every((one) => one.naturalWidth > 0)"), true);
  assert.deepEqual(page.requests, [place.url]);
  assert.deepEqual(page.complaints, []);
});

const plain = { width: 2, height: 1, rgba: new Uint8Array(8).fill(255) };

function scratch(html: string): Disposable & { readonly url: string } {
  const folder = mkdtempSync(join(tmpdir(), "fovea-run-page-"));
  const file = join(folder, "run.html");
  writeFileSync(file, html);
  return { url: pathToFileURL(file).href, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
