import assert from "node:assert/strict";
import { test } from "node:test";
import { callTool } from "../../src/server/call-tool.js";
import { OpenCalls } from "../../src/server/open-calls.js";
import { toolContext } from "../../src/server/tool-context.js";
import { observe } from "../../src/tools/observe.js";
import { never } from "../support/never.js";
import { type Product, startProduct } from "../support/product.js";

const TINY = { app: "com.fovea.form", size: { width: 360, height: 800 }, density: 140, speed: 30 } as const;

/** A call of a connection, as the server makes it. */
async function call(product: Product, connection: OpenCalls, devices: OpenCalls): Promise<string> {
  const counted = connection.newCall(devices);
  const context = toolContext(
    product,
    () => {},
    (serial) => counted.uses(serial),
  );
  const result = await callTool(observe, { full: true }, { ...context, enter: () => counted.enter() }, never());
  return JSON.stringify(result);
}

test("calls of a connection above the limit are TOO_MANY_CALLS at once, and accepted when one has ended", async () => {
  await using product = await startProduct(TINY);
  const [connection, devices] = [new OpenCalls(3), new OpenCalls()];
  const all = await Promise.all(Array.from({ length: 5 }, () => call(product, connection, devices)));
  assert.equal(all.filter((text) => text.includes("TOO_MANY_CALLS: 3 calls of this connection wait")).length, 2);
  assert.match(await call(product, connection, devices), /Create account/);
});

test("a call frees its place when it ends, and not before", () => {
  const calls = new OpenCalls(1);
  const first = calls.enter("here");
  assert.throws(() => calls.enter("here"), { code: "TOO_MANY_CALLS" });
  calls.enter("elsewhere");
  first[Symbol.dispose]();
  calls.enter("here");
});

test("calls to a device are limited across all connections", async () => {
  await using product = await startProduct(TINY);
  const devices = new OpenCalls(2);
  const all = await Promise.all(Array.from({ length: 4 }, () => call(product, new OpenCalls(), devices)));
  const refused = all.filter((text) => text.includes(`TOO_MANY_CALLS: 2 calls to ${product.serial} wait`));
  assert.equal(refused.length, 2);
  assert.match(await call(product, new OpenCalls(), devices), /Create account/);
});
