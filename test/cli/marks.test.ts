import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { runFovea } from "../support/fovea-process.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

async function sizeOf(file: string): Promise<readonly (number | string)[]> {
  const { width, height, format } = await sharp(readFileSync(file)).metadata();
  return [width, height, format];
}

test("fovea screenshot --marks writes the marked screenshot in full size and prints what each ref is", async () => {
  await using product = await startProduct({ app: "com.fovea.form", isFullSize: true, speed: 30 });
  const file = join(product.folder, "marked.png");
  const marked = await runFovea(["screenshot", file, "--marks", ...productFlags(product)]);
  assert.deepEqual([marked.code, marked.stderr], [0, ""]);
  assert.match(marked.stdout, /^\S+marked\.png: 1080x2400\n\(marks: \d+\)\n(?:e\d+ .*\n)+$/);
  assert.deepEqual(await sizeOf(file), [1080, 2400, "png"]);
  const [, ref = ""] = /^(e\d+) radio "Plus"/m.exec(marked.stdout) ?? [];
  const part = join(product.folder, "part.png");
  const flags = ["--only", ref, "--only", "checkbox", "--zoom", ref, "--previous", ref, "--json"];
  const chosen = await runFovea(["screenshot", part, ...flags, ...productFlags(product)]);
  assert.deepEqual([chosen.code, chosen.stderr], [0, ""], "refs are those of the command before");
  assert.ok(JSON.parse(chosen.stdout).marks.includes(ref));
  const [, height = 0] = await sizeOf(part);
  assert.ok(Number(height) < 1200);
  const wrong = await runFovea([
    "screenshot",
    join(product.folder, "x.png"),
    "--previous",
    "it",
    ...productFlags(product),
  ]);
  assert.match(wrong.stderr, /^INVALID_ARGUMENT: /);
});

test("fovea observe --marks FILE.jpg writes the image that a model gets beside the outline", async () => {
  await using product = await startProduct({ app: "com.fovea.form", isFullSize: true, speed: 30 });
  const file = join(product.folder, "marked.jpg");
  const { code, stdout, stderr } = await runFovea(["observe", "--marks", file, ...productFlags(product)]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^com\.fovea\.form\/.*\n(?:.*\n)*\(picture: 576x1280 .*\n\(marks: \d+\)\n$/);
  assert.deepEqual(await sizeOf(file), [576, 1280, "jpeg"]);
  const again = await runFovea(["observe", "--marks", file, ...productFlags(product)]);
  assert.deepEqual([again.code, /--overwrite/.test(again.stderr)], [2, true]);
  assert.equal((await runFovea(["observe", "--marks", file, "--overwrite", ...productFlags(product)])).code, 0);
});

test("fovea observe --marks needs a file that ends in .jpg", async () => {
  await using product = await startProduct();
  const file = join(product.folder, "marked.png");
  for (const flags of [
    ["--marks", file],
    ["--only", "button"],
    ["--zoom", "e1"],
  ]) {
    const { code, stderr } = await runFovea(["observe", ...flags, ...productFlags(product)]);
    assert.equal(code, 2);
    assert.match(stderr, /\.jpg/);
  }
  assert.equal(existsSync(file), false);
  assert.match((await runFovea(["observe", "--help"])).stdout, /--marks FILE\.jpg[\s\S]*--zoom VALUE/);
});
