import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Costs } from "../../packages/virtual-android/src/costs.js";
import { Link } from "../../packages/virtual-android/src/link.js";
import { bundledProfile } from "../../packages/virtual-android/src/profile.js";
import { jumpingClock } from "../support/jumping-clock.js";

const signal = new AbortController().signal;

function linkOf(toHostBytesPerSecond: number | null, clock = jumpingClock()) {
  const instant = bundledProfile("instant");
  const profile = { ...instant, link: { ...instant.link, toHostBytesPerSecond, latencyMs: { fixed: 7 } } };
  const costs = new Costs(profile, 1, 33);
  return { link: new Link(() => costs, clock), clock };
}

describe("the link between phone and host", () => {
  it("takes the time that its rate gives", async () => {
    const { link, clock } = linkOf(1_000_000);
    let arrived = 0;
    const deliver = async (bytes: Uint8Array) => {
      arrived += bytes.length;
    };
    await link.pass("toHost", new Uint8Array(500_000), deliver, signal);
    assert.equal(arrived, 500_000);
    assert.ok(Math.abs(clock.nowMs() - 500) < 1e-6);
  });

  it("is shared: two streams together take as long as their sum", async () => {
    const { link, clock } = linkOf(1_000_000);
    const nothing = async () => {};
    await Promise.all([
      link.pass("toHost", new Uint8Array(300_000), nothing, signal),
      link.pass("toHost", new Uint8Array(300_000), nothing, signal),
    ]);
    assert.ok(clock.nowMs() >= 600 - 1e-6);
  });

  it("without a rate limit costs only its latency", async () => {
    const { link, clock } = linkOf(null);
    await link.pass("toHost", new Uint8Array(10_000_000), async () => {}, signal);
    assert.equal(clock.nowMs(), 0);
    await link.latency(signal);
    assert.equal(clock.nowMs(), 7);
  });
});
