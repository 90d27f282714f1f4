import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { connectFarm, connectNats } from "../../src/farm/nats/connect.js";
import { leaseKey } from "../../src/farm/nats/keys.js";
import { parseNeeds } from "../../src/farm/needs.js";
import { coded } from "../support/coded.js";
import { BRIEFLY, eventually, factsOf, HOST } from "../support/farm-facts.js";
import { startFarmOfTenants } from "../support/farm-of-tenants.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";

const { test } = needsPrograms("nats-server");
const any = [parseNeeds("")];
const BOB = { ...BRIEFLY, tenant: "bob" };

test("a tenant leases phones with credentials that cannot read the farm's state", async () => {
  await using farm = await startFarmOfTenants("ada", "bob");
  await using own = await farm.own("host");
  await using _host = await own.register(HOST, [factsOf("a"), factsOf("b")], never());
  await using ada = await farm.tenant("ada");
  assert.deepEqual(
    (await ada.list(parseNeeds("api>=30"), never())).map(({ id, state, tenants }) => [id, state, tenants]),
    [
      ["h1/a", "IDLE", null],
      ["h1/b", "IDLE", null],
    ],
  );
  const leases = await ada.acquire([...any, ...any], BRIEFLY, never());
  const [first, second] = leases;
  assert.ok(first && second);
  await own.check(first.device, first, never());
  assert.deepEqual(await ada.named(first.name, never()), first);
  assert.ok((await ada.renew(first, never())).endsAt >= first.endsAt);
  assert.equal((await coded(ada.acquire(any, BRIEFLY, never()))).code, "NONE_AVAILABLE");
  assert.equal((await coded(ada.acquire([parseNeeds("api>=99")], BRIEFLY, never()))).code, "NONE_EXIST");
  await ada.release(first, never());
  assert.equal((await coded(ada.named(first.name, never()))).code, "LEASE_LOST");
  const waited = await ada.acquire(any, { ...BRIEFLY, waitMs: 10_000 }, never());
  assert.equal(waited[0]?.device, first.device);
});

test("a tenant sees no lease of another tenant, and can use none, whatever it knows of it", async () => {
  await using farm = await startFarmOfTenants("ada", "bob");
  await using own = await farm.own("host");
  await using _host = await own.register(HOST, [factsOf("a")], never());
  await using ada = await farm.tenant("ada");
  await using bob = await farm.tenant("bob");
  const [lease] = await ada.acquire(any, BRIEFLY, never());
  assert.ok(lease);
  await eventually(own, ([a]) => a?.state === "BUSY");
  const [seen] = await bob.list([], never());
  assert.deepEqual(
    [seen?.state, seen?.holder, seen?.fence, seen?.endsAt],
    ["BUSY", "another tenant", null, lease.endsAt],
  );
  assert.deepEqual((await own.as("bob").list([], never()))[0]?.holder, "another tenant");
  const stolen = { ...lease, tenant: "bob" };
  const ways: readonly (() => Promise<unknown>)[] = [
    async () => await bob.named(lease.name, never()),
    async () => await bob.renew(stolen, never()),
    async () => await bob.release(stolen, never()),
    async () => await own.checkClaim(lease.device, { tenant: "bob", proof: lease }, never()),
  ];
  for (const way of ways) {
    const error = await coded(way());
    assert.equal(error.code, "LEASE_LOST");
    assert.doesNotMatch(error.message, /\bada\b/);
  }
  const busy = await coded(own.checkClaim(lease.device, { tenant: "bob", proof: null }, never()));
  assert.match(busy.message, /^h1\/a is leased to another tenant until [^(]*; nothing was done$/);
  await own.checkClaim(lease.device, { tenant: "ada", proof: lease }, never());
});

test("phones of a host reserved for one tenant are neither visible nor granted to others", async () => {
  await using farm = await startFarmOfTenants("ada", "bob");
  await using own = await farm.own("host");
  await using _shared = await own.register(HOST, [factsOf("a")], never());
  await using _bobs = await own.register({ ...HOST, id: "h2", tenants: ["bob"] }, [factsOf("b")], never());
  await eventually(own, (now) => now.length === 2);
  await using ada = await farm.tenant("ada");
  await using bob = await farm.tenant("bob");
  const ids = async (one: typeof ada) => (await one.list([], never())).map(({ id }) => id);
  assert.deepEqual(await ids(ada), ["h1/a"]);
  assert.deepEqual(await ids(bob), ["h1/a", "h2/b"]);
  assert.equal((await coded(ada.acquire([parseNeeds("id=h2/b")], BRIEFLY, never()))).code, "NONE_EXIST");
  assert.equal((await coded(ada.acquire([...any, ...any], BRIEFLY, never()))).code, "NONE_EXIST");
  const both = await bob.acquire([...any, ...any], BOB, never());
  assert.equal(both.length, 2);
});

test("NATS itself prevents a tenant from reading state, writing leases and using another tenant's name", async () => {
  await using farm = await startFarmOfTenants("ada", "bob");
  await using own = await farm.own("host");
  await using _host = await own.register(HOST, [factsOf("a")], never());
  const options = (name: string) => ({ servers: [farm.url], name, creds: farm.creds(name) });
  const { connection: ada } = await connectFarm(options("ada"), never());
  try {
    const isRefused = async (subject: string) => {
      const error = await ada.request(subject, "{}", { timeout: 3_000 }).catch((cause: unknown) => cause);
      assert.match(String(error), /Permissions Violation for Publish/, subject);
    };
    await isRefused("farm.bob.lease");
    await isRefused("farm.bob.do.x");
    await isRefused(`$KV.fovea_farm.${leaseKey("h1/a")}`);
    for (const api of [
      "INFO",
      "STREAM.INFO.KV_fovea_farm",
      "STREAM.MSG.GET.KV_fovea_farm",
      "STREAM.DELETE.KV_fovea_farm",
    ])
      await isRefused(`$JS.API.${api}`);
    for (const subject of ["farm.>", "farm.bob.>", "$KV.>", ">"]) {
      const heard = (async () => {
        for await (const _ of ada.subscribe(subject)) return "heard something";
        return "heard nothing";
      })();
      assert.match(
        String(await heard.catch((cause: unknown) => cause)),
        /Permissions Violation for Subscription/,
        subject,
      );
    }
    // Its own inbox is of its own account: answers to others do not come there.
    const inbox = ada.subscribe("_INBOX.>");
    await using bob = await farm.tenant("bob");
    await bob.list([], never());
    await ada.flush();
    assert.equal(inbox.getReceived(), 0);
  } finally {
    await ada.close();
  }
  assert.equal((await own.list([], never())).length, 1);
});

test("credentials of one tenant with another tenant's name are refused by name, and so are the farm's own commands", async () => {
  await using farm = await startFarmOfTenants("ada", "bob");
  await using own = await farm.own("host");
  await using _host = await own.register(HOST, [factsOf("a")], never());
  await using ada = await farm.tenant("ada");
  const wrong = await coded(ada.acquire(any, BOB, never()));
  assert.equal(
    `${wrong.code}: ${wrong.message}`,
    "FARM_UNUSABLE: the credentials are not those of tenant bob; nothing was done",
  );
  const servers = [farm.url];
  const state = await coded(connectNats({ servers, name: "x", creds: farm.creds("ada") }, never()));
  assert.match(`${state.code}: ${state.message}`, /^FARM_UNUSABLE: the credentials are those of a tenant/);
  const none = await coded(connectNats({ servers, name: "x" }, never()));
  assert.match(none.message, /refuse these credentials/);
  assert.equal(statSync(join(farm.folder, "keys", "ada.creds")).mode & 0o777, 0o600);
});
