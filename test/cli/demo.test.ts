import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { decodePng } from "../../src/vision/image.js";
import { FoveaProcess, runFovea } from "../support/fovea-process.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-demo-"));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

async function pictureOf(name: string, outputDir: string): Promise<Picture> {
  return await decodePng(readFileSync(join(outputDir, name)));
}

/** Share of the pixels on the edge of a rectangle that differ between two pictures of the same size. */
function edgeDifference(a: Picture, b: Picture, rect: Readonly<Record<string, number>>): number {
  const { left = 0, top = 0, right = 0, bottom = 0 } = rect;
  const points: (readonly [number, number])[] = [];
  for (let x = left + 8; x < right - 8; x += 4) points.push([x, top], [x, bottom - 1]);
  for (let y = top + 8; y < bottom - 8; y += 4) points.push([left, y], [right - 1, y]);
  const differs = points.filter(([x, y]) => {
    const at = 4 * (y * a.width + x);
    return [0, 1, 2].some((channel) => Math.abs((a.rgba[at + channel] ?? 0) - (b.rgba[at + channel] ?? 0)) > 8);
  });
  return differs.length / Math.max(1, points.length);
}

test("fovea demo plays every scene without adb, shows what changed, and writes marked images", async () => {
  const outputDir = join(folder, "virtual");
  const { code, stdout, stderr } = await runFovea(["demo", "--output-dir", outputDir], { env: { PATH: "" } });
  assert.deepEqual([code, stderr], [0, ""], stdout);
  assert.equal(stdout.match(/^== /gm)?.length, 6);
  assert.match(stdout, /^ {2}~ e\d+ checkbox "I agree to the terms" checked was e\d+$/m);
  for (const source of ["uiautomator", "a11y-shell"])
    assert.match(stdout, new RegExp(`^ {2}hierarchy +${source} +\\d+ ms {2} *\u2588+$`, "m"));
  assert.match(stdout, /^ {2}unchanged since o\d+, refs valid/m);
  assert.match(stdout, /^ {2}REF_STALE: .*\n {2}Next: /m);
  assert.match(stdout, /^ {2}ELEMENT_NOT_FOUND: .*button "Buy now"/m);
  assert.match(stdout, /^ {2}~ e\d+ field "Given and family name" = "Grüße, 世界 👋, 100% real \$text, /m);
  assert.match(stdout, /^ {2}13 calls, \d+ ms at the median; 2 of them were refused/m);
  assert.match(stdout, /^ {2}the hierarchy by uiautomator in \d+ ms, and by a11y-shell in \d+ ms$/m);
  assert.match(stdout, /^Next:\n {2}fovea doctor /m);
  assert.equal(stdout.match(/^ {2}\(refused in \d+ ms\)$/gm)?.length, 2);
  const plain = await pictureOf("demo-screenshot.png", outputDir);
  const marked = await pictureOf("demo-marked.png", outputDir);
  assert.deepEqual([plain.width, plain.height, marked.width, marked.height], [1080, 2400, 1080, 2400]);
  const beside = await pictureOf("demo.png", outputDir);
  assert.ok(beside.width > 1_000 && beside.height > 800);
  assert.ok(!Buffer.from(plain.rgba).equals(marked.rgba));
});

test("fovea demo on a real device sends no actions, and its marks are on the edges of the elements", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  const outputDir = join(folder, "own");
  const flags = [...productFlags(product), "--output-dir", outputDir, "--device", product.serial];
  const { code, stdout, stderr } = await runFovea(["demo", ...flags]);
  assert.deepEqual([code, stderr], [0, ""], stdout);
  assert.doesNotMatch(stdout, /^> (?:tap|swipe|type_text|press_key|open_app|open_url|close_app|drag)\b/m);
  assert.match(stdout, /^> observe /m);
  const acts = product.device.log.processes.filter(({ programs }) => programs.some(([name]) => name === "input"));
  assert.deepEqual(acts, []);
  const plain = await pictureOf("demo-screenshot.png", outputDir);
  const marked = await pictureOf("demo-marked.png", outputDir);
  const { elements } = await observed(product);
  const targets = elements.filter(({ role }) => role === "checkbox" || role === "radio" || role === "field");
  assert.ok(targets.length > 5);
  for (const { bounds } of targets)
    assert.ok(edgeDifference(plain, marked, { ...bounds }) > 0.8, JSON.stringify(bounds));
});

interface Elements {
  readonly elements: readonly { readonly role: string; readonly bounds: Readonly<Record<string, number>> }[];
}

async function observed(product: Product): Promise<Elements> {
  return JSON.parse((await runFovea(["observe", "--json", ...productFlags(product)])).stdout);
}

test("fovea demo fails where one of its calls fails", async () => {
  await using product = await startProduct({
    faults: [{ command: "^screencap", fault: { kind: "fail", status: 1, stderr: "no" } }],
  });
  const flags = [...productFlags(product), "--device", product.serial];
  const { code, stderr } = await runFovea(["demo", ...flags]);
  assert.equal(code, 1);
  assert.match(stderr, /screenshot should have been done, and was refused/);
});

test("an interrupt ends the demo and its server", async () => {
  await using fovea = new FoveaProcess(["demo", "--output-dir", join(folder, "interrupted")]);
  await fovea.says(/^> observe/m);
  fovea.child.kill("SIGINT");
  assert.equal(await fovea.ended(), 1);
  assert.match(fovea.stderr, /^CANCELLED: /);
  const [, port = ""] = /adb server on port (\d+)/.exec(fovea.stdout) ?? [];
  const isGone = async () => ((await runFovea(["doctor", "--adb-port", port])).code === 1 ? true : undefined);
  await pollUntil(isGone, 100, AbortSignal.timeout(60_000));
});
