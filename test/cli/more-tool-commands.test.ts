import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOn } from "../support/command-line.js";
import { SMALL } from "../support/drive.js";
import { startProduct } from "../support/product.js";

test("commands scroll, drag, list apps, close one, and list what commands did", async () => {
  await using product = await startProduct({
    ...SMALL,
    size: { width: 540, height: 620 },
    app: "com.android.settings",
  });
  const scrolled = await commandOn(product, "scroll", 'row "About phone"', "--direction", "down");
  assert.match(scrolled.said, /^scrolled (?:once|\d times) to e\d+ row "About phone"/, scrolled.complained);
  const apps = await commandOn(product, "apps", "fovea.form", "--system");
  assert.equal(apps.said, "com.fovea.form\n");
  const dragged = await commandOn(product, "drag", "50%,60%", "50%,40%");
  assert.match(dragged.said, /^dragged /, dragged.complained);
  const closed = await commandOn(product, "close", "com.android.settings");
  assert.match(closed.said, /^stopped com\.android\.settings\n/, closed.complained);
  const { said } = await commandOn(product, "history", "--count", "2");
  assert.match(
    said,
    /^\d\d:\d\d:\d\d drag: dragged .*\n\d\d:\d\d:\d\d close_app: stopped com\.android\.settings \| .*\n$/,
  );
});

test("pinch takes its percent as a word, refuses what is not a number, and says what it needs", async () => {
  await using product = await startProduct({ ...SMALL });
  const wrong = await commandOn(product, "pinch", "twice");
  assert.deepEqual([wrong.code, wrong.said], [2, ""]);
  assert.match(wrong.complained, /PERCENT has to be a whole number/);
  const refused = await commandOn(product, "pinch", "200");
  assert.deepEqual([refused.code, refused.said], [1, ""]);
  assert.match(refused.complained, /^UNSUPPORTED_ON_DEVICE: /);
});
