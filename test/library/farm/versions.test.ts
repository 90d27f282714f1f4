import assert from "node:assert/strict";
import { test } from "node:test";
import { packageVersion } from "../../../src/base/assets.js";
import { servePrograms } from "../../../src/library/farm/serve-programs.js";
import { SMALL } from "../../support/drive.js";
import { never } from "../../support/never.js";
import { startProduct } from "../../support/product.js";

test("a program with another Fovea version than the phone's host is refused with both versions, and does nothing", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const serve = servePrograms(product);
  const tap = { tool: "tap", args: { target: "id/terms" }, deadlineMs: null, toolMs: 60_000, parts: product };
  const isChecked = () =>
    product.phone.hooks.placed().some(({ view }) => view.id?.endsWith("terms") === true && view.checked === true);
  for (const version of ["0.0.9", "0.2.0"]) {
    const asked = serve({ ...tap, program: "p", serial: product.serial, version }, never());
    await assert.rejects(asked, {
      code: "FARM_UNUSABLE",
      message: `the host of the phone has Fovea ${packageVersion()}, and the program ${version}; nothing was done`,
    });
    assert.equal(isChecked(), false);
  }
  await serve({ ...tap, program: "p", serial: product.serial, version: packageVersion() }, never());
  assert.equal(isChecked(), true);
});
