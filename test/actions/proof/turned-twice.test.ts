import assert from "node:assert/strict";
import { test } from "node:test";
import { untoggled } from "../../../src/actions/proof/turned-twice.js";
import { observeProduct } from "../../support/observe-product.js";
import { startProduct } from "../../support/product.js";

const TAP = { tool: "tap", args: { target: "id/terms" } };

test("a checkbox that a tap left unchanged may have been toggled just before; a toggled or held one was not", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  const before = await observeProduct(product);
  const box = before.elements.find(({ role }) => role === "checkbox");
  assert.ok(box);
  const about = { call: TAP, targetNames: [box.ref], before, after: before };
  assert.equal(untoggled(about)?.kind, "changed");
  product.phone.hooks.tap("I agree to the terms");
  const after = await observeProduct(product);
  assert.equal(untoggled({ ...about, after }), null);
  assert.equal(untoggled({ ...about, call: { tool: "tap", args: { ...TAP.args, hold_ms: 800 } } }), null);
  const radio = before.elements.find(({ role, checked }) => role === "radio" && checked === true);
  assert.equal(untoggled({ ...about, targetNames: [radio?.ref ?? ""] }), null);
});

test("a row whose switch a tap left unchanged may have been toggled just before", async () => {
  await using product = await startProduct({ app: "com.android.settings" });
  product.phone.hooks.tap("Network & internet");
  const before = await observeProduct(product);
  const row = before.elements.find(({ labels }) => labels.includes("Airplane mode"));
  assert.ok(row);
  const about = { call: { tool: "tap", args: { target: row.ref } }, targetNames: [row.ref], before, after: before };
  assert.equal(untoggled(about)?.kind, "changed");
  product.phone.hooks.tap("Airplane mode");
  const after = await observeProduct(product);
  assert.equal(untoggled({ ...about, after }), null);
  assert.notEqual(after.elements.find(({ labels }) => labels.includes("Airplane mode"))?.ref, row.ref);
});
