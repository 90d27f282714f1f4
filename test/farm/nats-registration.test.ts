import assert from "node:assert/strict";
import { pollUntil } from "../../src/base/signals.js";
import { connectNats } from "../../src/farm/nats/connect.js";
import { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { STREAM } from "../../src/farm/nats/store.js";
import { coded } from "../support/coded.js";
import { factsOf } from "../support/farm-facts.js";
import { type NatsServer, startNatsServer } from "../support/nats-server.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";

const { test } = needsPrograms("nats-server");
const HOST = { id: "h1", version: "1.0.0" };
const ANY = [[]];

async function open({ url }: NatsServer, name: string): Promise<NatsFabric> {
  return await NatsFabric.open({ servers: [url], name }, never());
}

test("a second program under a host's name is refused by that name, and the first one goes on", async () => {
  await using server = await startNatsServer();
  await using one = await open(server, "one");
  await using two = await open(server, "two");
  await using first = await one.register(HOST, [factsOf("a")], never());
  const refused = await coded(two.register(HOST, [factsOf("b")], never()));
  assert.match(`${refused.code} ${refused.message}`, /^FARM_UNUSABLE another program serves .* as host h1/);
  assert.deepEqual(
    (await one.list([], never())).map(({ id }) => id),
    ["h1/a"],
  );
  await first.update([factsOf("c")], never());
  first.assertOwn();
  assert.deepEqual(
    (await one.list([], never())).map(({ id }) => id),
    ["h1/c"],
  );
});

test("a host that ended releases its name at once", async () => {
  await using server = await startNatsServer();
  await using one = await open(server, "one");
  await using two = await open(server, "two");
  const first = await one.register(HOST, [factsOf("a")], never());
  await first[Symbol.asyncDispose]();
  await using _second = await two.register(HOST, [factsOf("b")], never());
  assert.deepEqual(
    (await two.list([], never())).map(({ id }) => id),
    ["h1/b"],
  );
});

test("a host that ends during an update lists no phones any more", async () => {
  await using server = await startNatsServer();
  await using one = await open(server, "one");
  const first = await one.register(HOST, [factsOf("a")], never());
  const update = first.update([factsOf("b")], never());
  await new Promise((resolve) => setImmediate(resolve)); // it is sent, and its answer is not there
  await Promise.all([update, first[Symbol.asyncDispose]()]);
  assert.deepEqual(await one.list([], never()), []);
});

test("a farm whose state was deleted is refused by name, and goes on with greater fences once it is created again", async () => {
  await using server = await startNatsServer();
  await using one = await open(server, "one");
  await using host = await one.register(HOST, [factsOf("a")], never());
  const options = { ttlMs: 60_000, waitMs: 5_000, tenant: "ada" };
  const [lease] = await one.acquire(ANY, options, never());
  assert.ok(lease);
  await using link = await connectNats({ servers: [server.url], name: "other" }, never());
  await link.jsm.streams.update(STREAM, { deny_delete: true }).catch(() => {});
  await link.jsm.streams.delete(STREAM);
  for (const call of [one.list([], never()), one.acquire(ANY, options, never())]) {
    const gone = await coded(call);
    assert.match(`${gone.code} ${gone.message}`, /^FARM_UNUSABLE the farm's state was deleted/);
  }
  await using again = await open(server, "again");
  await host.update([factsOf("a")], never());
  await pollUntil(async () => (await again.list([], never())).length === 1 || undefined, 20, never());
  const [next] = await again.acquire(ANY, options, never());
  assert.ok(next && next.fence > lease.fence, `${next?.fence} after ${lease.fence}`);
});
