import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isFoveaError } from "../../src/base/errors.js";
import { pollUntil } from "../../src/base/signals.js";
import { ActLeases } from "../../src/farm/files/act-leases.js";
import { leaseOf } from "../../src/session/lease-of.js";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { headed } from "../support/headed-flow.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

test("while fovea run uses a phone, other clients are refused with its name, also between two flows", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const { device } = await product.session();
  const files = ["a.yaml", "b.yaml"].map((name) => join(product.folder, name));
  for (const file of files) writeFileSync(file, headed("- tapOn: Shopping\n- back\n- assertVisible: Shopping"));
  const others = new ActLeases(product.config.stateDir, "fovea serve", { waitMs: 0 });
  let hasEnded = false;
  const run = runFovea(["run", ...files, ...productFlags(product)]).finally(() => {
    hasEnded = true;
  });
  const refusals: string[] = [];
  let course = "";
  const attempt = async () => {
    try {
      using _lease = await leaseOf(device, others, never());
      course += "g";
    } catch (error) {
      assert.ok(isFoveaError(error, "DEVICE_BUSY"), String(error));
      refusals.push(error.message);
      course += "r";
    }
    return hasEnded ? true : undefined;
  };
  await pollUntil(attempt, 5, never());
  const { code, stdout } = await run;
  assert.equal(code, 0, stdout);
  assert.match(course, /^g*r{2,}g*$/);
  assert.match(refusals.join("\n"), /^fovea run of 2 flows \(process \d+\) is acting on /m);
  using lease = await leaseOf(device, others, never());
  assert.equal(lease.gap, null);
});
