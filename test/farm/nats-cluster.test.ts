import assert from "node:assert/strict";
import { pollUntil } from "../../src/base/signals.js";
import { connectNats } from "../../src/farm/nats/connect.js";
import { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { STREAM } from "../../src/farm/nats/store.js";
import { coded } from "../support/coded.js";
import { factsOf, HOST } from "../support/farm-facts.js";
import { startNatsCluster } from "../support/nats-cluster.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";

const { test } = needsPrograms("nats-server");
const ADA = { ttlMs: 60_000, waitMs: 0, tenant: "ada" };

/** Gives what the work gives as soon as the servers answer again. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  return await pollUntil(async () => await work().catch(() => undefined), 100, never());
}

test("leases, fences and holders stay after the leader of three servers is killed", async () => {
  await using cluster = await startNatsCluster();
  const open = async (name: string) => await NatsFabric.open({ servers: cluster.urls, name, replicas: 3 }, never());
  // A cluster that has just begun may have no leader yet.
  await using fabric = await again(async () => await open("host"));
  await using _host = await again(async () => await fabric.register(HOST, [factsOf("a"), factsOf("b")], never()));
  const [held] = await again(async () => await fabric.acquire([[]], ADA, never()));
  assert.ok(held);
  await using link = await connectNats({ servers: cluster.urls, name: "looks" }, never());
  const { cluster: before, config } = await link.jsm.streams.info(STREAM);
  assert.equal(config.num_replicas, 3);
  assert.ok(before?.leader);
  await cluster.kill(before.leader);

  const renewed = await again(async () => await fabric.renew(held, never()));
  assert.equal(renewed.fence, held.fence);
  await again(async () => await fabric.check(held.device, held, never()).then(() => true));
  await using other = await again(async () => await open("other"));
  const [next] = await again(async () => await other.acquire([[]], { ...ADA, waitMs: 10_000, tenant: "bob" }, never()));
  assert.ok(next);
  assert.notEqual(next.device, held.device);
  assert.ok(next.fence > held.fence);
  assert.equal((await coded(other.acquire([[]], ADA, never()))).code, "NONE_AVAILABLE");
  const { cluster: after } = await link.jsm.streams.info(STREAM);
  assert.ok(after?.leader !== undefined && after.leader !== before.leader);
});
