import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { connectMcp } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

const TINY = { app: "com.fovea.form", size: { width: 360, height: 800 }, density: 140, speed: 30 } as const;

test("two hundred simultaneous observations share a few readings, each begun after its call", async () => {
  // A reading takes longer than this process takes to send a hundred calls.
  await using product = await startProduct({ ...TINY, speed: 3 });
  await using mcp = await connectMcp(product);
  await mcp.call("observe");
  const opened = () => product.device.log.counts.servicesOpened;
  const before = opened();
  const all = Array.from({ length: 100 }, () => mcp.call("observe"));
  await pollUntil(() => opened() > before || undefined, 2, AbortSignal.timeout(60_000));
  product.phone.hooks.tap("I agree to the terms");
  const late = Array.from({ length: 100 }, () => mcp.call("observe", { full: true }));
  for (const { text, isError } of await Promise.all(all)) assert.equal(isError, false, text);
  for (const { text } of await Promise.all(late)) assert.match(text, /checkbox "I agree to the terms" checked/);
  assert.ok(opened() - before <= 25, `${opened() - before} services were opened for 200 calls`);
});

test("an action does not wait for observations", async () => {
  await using product = await startProduct(TINY);
  await using mcp = await connectMcp(product);
  await mcp.call("observe");
  const looks = Array.from({ length: 100 }, (_, at) => mcp.call("find", { query: `"${at}"` }));
  const { text, isError } = await mcp.call("tap", { target: 'checkbox "I agree to the terms"' });
  assert.equal(isError, false, text);
  await Promise.all(looks);
});
