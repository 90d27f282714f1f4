import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ScreenStore } from "../../src/session/screen-store.js";
import { observeProduct } from "../support/observe-product.js";
import { startProduct } from "../support/product.js";
import { untilStable } from "../support/until-stable.js";

test("a stored screen is read back unchanged, from a file only its owner can read, and only for its device", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  await untilStable(product);
  const observation = await observeProduct(product);
  const folder = mkdtempSync(join(tmpdir(), "fovea-screens-"));
  try {
    const store = new ScreenStore(folder);
    store.save({ observation, reportedTo: 7 });
    const { serial } = observation.device;
    assert.deepEqual(store.load(serial), { observation, reportedTo: 7 });
    assert.equal(store.load(`${serial}0`), undefined);
    const [name = ""] = readdirSync(join(folder, "screens"));
    assert.equal(statSync(join(folder, "screens")).mode & 0o777, 0o700);
    const file = join(folder, "screens", name);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    for (const broken of ["", "{", JSON.stringify({ reportedTo: 7, observation: { ...observation, elements: 1 } })]) {
      writeFileSync(file, broken);
      assert.equal(store.load(serial), undefined);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
