import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { decodePng } from "../../src/vision/image.js";
import { runFovea } from "../support/fovea-process.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

/** Rows below the status bar, whose clock goes on. */
const BELOW_THE_CLOCK = 200;

function assertShows(picture: Uint8Array, { phone }: Product): void {
  const pixels = phone.pixels();
  assert.ok(pixels);
  const from = 4 * pixels.width * BELOW_THE_CLOCK;
  assert.ok(Buffer.from(picture.subarray(from)).equals(pixels.rgba.subarray(from)), "the pixels of the screen");
}

test("fovea screenshot FILE writes the screen pixel for pixel, and prints its size", async () => {
  await using product = await startProduct({ app: "com.fovea.form", isFullSize: true });
  const file = join(product.folder, "a b.png");
  const { code, stdout } = await runFovea(["screenshot", file, ...productFlags(product)]);
  assert.deepEqual([code, stdout], [0, `${file}: 1080x2400\n`]);
  const { width, height, rgba } = await decodePng(readFileSync(file));
  assert.deepEqual([width, height], [1080, 2400]);
  assertShows(rgba, product);
});

test("fovea screenshot - writes only the image to a pipe", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  const { code, stdoutBytes, stderr } = await runFovea(["screenshot", "-", ...productFlags(product)]);
  assert.deepEqual([code, stderr], [0, ""]);
  assertShows((await decodePng(stdoutBytes)).rgba, product);
});

test("fovea screenshot --json prints hash, size, age and path, and is refused together with -", async () => {
  await using product = await startProduct({ app: "com.fovea.form", isFullSize: true });
  const file = join(product.folder, "shot.png");
  const { stdout } = await runFovea(["screenshot", file, "--json", ...productFlags(product)]);
  const said = JSON.parse(stdout);
  assert.match(said.sha256, /^[0-9a-f]{64}$/);
  assert.deepEqual([said.width, said.height, said.path, typeof said.ageMs], [1080, 2400, file, "number"]);
  const both = await runFovea(["screenshot", "-", "--json", ...productFlags(product)]);
  assert.deepEqual([both.code, JSON.parse(both.stdout).error.code, both.stderr], [2, "INVALID_ARGUMENT", ""]);
});

test("fovea screenshot refuses a missing file name, and a file that cannot be written, as a usage error", async () => {
  await using product = await startProduct();
  const file = join(product.folder, "no", "such", "folder.png");
  const { code, stderr } = await runFovea(["screenshot", file, ...productFlags(product)]);
  assert.equal(code, 2);
  assert.match(stderr, /^fovea: .*folder\.png cannot be written: /);
  assert.equal((await runFovea(["screenshot", ...productFlags(product)])).code, 2);
});

test("fovea screenshot fails with an error code where the screen gives no image, and writes no file", async () => {
  await using product = await startProduct({
    faults: [{ command: "^screencap", fault: { kind: "fail", status: 1, stderr: "no display" } }],
  });
  const file = join(product.folder, "none.png");
  const { code, stderr } = await runFovea(["screenshot", file, ...productFlags(product)]);
  assert.equal(code, 1);
  assert.match(stderr, /^SCREENSHOT_FAILED: /);
  assert.equal(existsSync(file), false);
});

test("fovea screenshot refuses a file name of another image format before it connects, and writes nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-test-"));
  const file = join(folder, "shot.jpg");
  for (const args of [
    ["screenshot", file],
    ["detect", "no-such.png", "--marks", file],
    ["fuse", "--hierarchy", "no-such.xml", "--screenshot", "no-such.png", "--marks", file],
  ]) {
    const { code, stderr } = await runFovea(args);
    assert.equal(code, 2, args.join(" "));
    assert.match(stderr, /shot\.jpg would be a PNG with the name of another format: end its name in \.png/);
    assert.equal(existsSync(file), false);
  }
  rmSync(folder, { recursive: true });
});
