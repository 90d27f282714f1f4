import assert from "node:assert/strict";
import { test } from "node:test";
import { SEND, startGuarded } from "../../support/guarded-phone.js";
import { connectMcp } from "../../support/mcp-link.js";

/** Services of the phone that one tap takes at least, of some taps: what it waits for afterwards differs. */
async function servicesOfTap(guard: "off" | "note", taps: number): Promise<number> {
  await using product = await startGuarded({ guard });
  await using mcp = await connectMcp(product);
  const counts: number[] = [];
  for (let count = 0; count < taps; count += 1) {
    await mcp.call("observe", {});
    const before = product.device.log.counts.servicesOpened;
    const { isError, text } = await mcp.call("tap", SEND);
    assert.equal(isError, false, text);
    counts.push(product.device.log.counts.servicesOpened - before);
  }
  return Math.min(...counts);
}

const TAPS = 4;

test("a decision of the guard needs no additional adb stream", async () => {
  const without = await servicesOfTap("off", TAPS);
  assert.ok(without > 0);
  assert.ok((await servicesOfTap("note", TAPS)) <= without);
});
