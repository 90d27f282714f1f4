import assert from "node:assert/strict";
import { test } from "node:test";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const commandOn = async (product: Product, ...words: readonly string[]) =>
  await runFovea([...words, ...productFlags(product)]);

test("commands scroll, drag, list apps, close an app, and list what commands did", async () => {
  await using product = await startProduct({
    ...SMALL,
    size: { width: 540, height: 620 },
    app: "com.android.settings",
  });
  const scrolled = await commandOn(product, "scroll", 'row "About phone"', "--direction", "down");
  assert.match(scrolled.stdout, /^scrolled (?:once|\d times) to e\d+ row "About phone"/, scrolled.stderr);
  const apps = await commandOn(product, "apps", "fovea.form", "--system");
  assert.equal(apps.stdout, `com.fovea.form "Sign up"\n`);
  const dragged = await commandOn(product, "drag", "50%,60%", "50%,40%");
  assert.match(dragged.stdout, /^dragged /, dragged.stderr);
  const closed = await commandOn(product, "close", "com.android.settings");
  assert.match(closed.stdout, /^stopped com\.android\.settings\n/, closed.stderr);
  const { stdout } = await commandOn(product, "history", "--count", "2");
  assert.match(
    stdout,
    /^\d\d:\d\d:\d\d drag: dragged .*\n\d\d:\d\d:\d\d close_app: stopped com\.android\.settings \| .*\n$/,
  );
});

test("fovea pinch takes the percent as an argument, refuses what is not a number, and says what is missing", async () => {
  await using product = await startProduct({ ...SMALL });
  const wrong = await commandOn(product, "pinch", "twice");
  assert.deepEqual([wrong.code, wrong.stdout], [2, ""]);
  assert.match(wrong.stderr, /PERCENT has to be a whole number/);
  const refused = await commandOn(product, "pinch", "200");
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /^UNSUPPORTED_ON_DEVICE: /);
});
