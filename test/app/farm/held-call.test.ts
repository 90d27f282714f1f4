import assert from "node:assert/strict";
import { FarmGateway } from "../../../src/app/farm/gateway.js";
import { packageVersion } from "../../../src/base/assets.js";
import { pollUntil } from "../../../src/base/signals.js";
import type { Lease } from "../../../src/farm/fabric.js";
import { Caller } from "../../../src/session/caller.js";
import { coded } from "../../support/coded.js";
import { ANY, type FarmOfPhones, startFarmOfPhones } from "../../support/farm-of-phones.js";
import { CHAT_PAGE, SEND, SHOP, tokenIn } from "../../support/guarded-phone.js";
import { needsPrograms } from "../../support/needs.js";
import { never } from "../../support/never.js";
import { partApp } from "../../support/part-app.js";

const { test } = needsPrograms("nats-server");
const LONG_MS = 25_000;

async function acquire({ fabric }: FarmOfPhones, tenant = "ada"): Promise<Lease> {
  const [lease] = await fabric.acquire(ANY, { ttlMs: 60_000, waitMs: 0, tenant }, never());
  assert.ok(lease);
  return lease;
}

/** A call as a gateway sends it; `more` makes it one of a program. */
async function send({ fabric, device }: FarmOfPhones, proof: Lease | null, tool: string, args: object, more = {}) {
  const call = { schema: 1 as const, caller: "c1", device, tool, args: { ...args }, proof, ...more };
  return JSON.stringify(await fabric.sendCall(proof?.tenant ?? "ada", call, never()));
}

const touches = ({ product }: FarmOfPhones) =>
  product.device.log.services.filter(({ name }) => name.includes("input tap")).length;

/** Until the phone was asked something more often than `before`. */
async function asked({ product }: FarmOfPhones, before: number): Promise<void> {
  await pollUntil(() => product.device.log.counts.servicesOpened > before || undefined, 5, never());
}

/** Gives the phone to another one while a call is under way. */
async function handOver(farm: FarmOfPhones, lease: Lease): Promise<Lease> {
  await farm.fabric.release(lease, never());
  return await acquire(farm, "bob");
}

const WAITS = [
  ["wait_for", { condition: '"Never there"', timeout_ms: LONG_MS }],
  ["tap", { target: 'button "Never there"', timeout_ms: LONG_MS }],
] as const;

test("a waiting call ends with its lease, and shows and touches nothing of the next lease", async () => {
  await using farm = await startFarmOfPhones();
  for (const [tool, args] of WAITS) {
    const lease = await acquire(farm);
    const before = farm.product.device.log.counts.servicesOpened;
    const waiting = send(farm, lease, tool, args);
    await asked(farm, before);
    const next = await handOver(farm, lease);
    const answer = await waiting;
    assert.match(answer, /LEASE_LOST.*has ended.*nothing was done/, tool);
    assert.doesNotMatch(answer, /terms/, tool);
    await farm.fabric.release(next, never());
  }
  assert.equal(touches(farm), 0);
});

test("a batch ends with its lease: later steps are not done, and the error says which steps were done", async () => {
  await using farm = await startFarmOfPhones();
  const lease = await acquire(farm);
  const steps = [
    { tool: "tap", target: "id/terms" },
    { tool: "wait_for", condition: '"Never there"', timeout_ms: 20_000 },
    { tool: "tap", target: "id/terms" },
  ];
  const before = farm.product.device.log.counts.servicesOpened;
  const batch = send(farm, lease, "batch", { steps });
  await asked(farm, before);
  await pollUntil(() => touches(farm) === 1 || undefined, 5, never());
  await handOver(farm, lease);
  assert.match(await batch, /LEASE_LOST.*(done before: 1 tapped|may have been done).*withheld/);
  assert.equal(touches(farm), 1);
});

test("a call without a lease ends when another client leases the phone", async () => {
  await using farm = await startFarmOfPhones();
  const before = farm.product.device.log.counts.servicesOpened;
  const waiting = send(farm, null, "wait_for", { condition: '"Never there"', timeout_ms: LONG_MS });
  await asked(farm, before);
  await acquire(farm, "bob");
  const answer = await waiting;
  assert.match(answer, /DEVICE_BUSY.*leased to another tenant until/);
  assert.doesNotMatch(answer, /terms/);
});

test("a call from a program also ends with its lease", async () => {
  await using farm = await startFarmOfPhones();
  const lease = await acquire(farm);
  const program = { version: packageVersion(), deadlineMs: null, toolMs: LONG_MS };
  const args = { condition: '"Never there"', timeout_ms: LONG_MS };
  const before = farm.product.device.log.counts.servicesOpened;
  const waiting = send(farm, lease, "wait_for", args, { program });
  await asked(farm, before);
  await handOver(farm, lease);
  assert.match(await waiting, /LEASE_LOST/);
});

test("a new lease holder is not shown what earlier holders did and saw", async () => {
  await using farm = await startFarmOfPhones();
  const first = await acquire(farm);
  const seen = await send(farm, first, "observe", {});
  const [ref = ""] = /e\d+(?= checkbox)/.exec(seen) ?? [];
  assert.match(await send(farm, first, "tap", { target: "id/terms" }), /changed/);
  assert.match(await send(farm, first, "history", {}), /tap: tapped/);
  const second = await handOver(farm, first);
  assert.match(await send(farm, second, "history", {}), /nothing was done to/);
  const stale = await send(farm, second, "tap", { target: ref });
  assert.match(stale, /REF_STALE|REF_CHANGED|ELEMENT_NOT_FOUND/);
  assert.match(await send(farm, second, "tap", { target: "id/terms" }), /changed/);
  assert.equal((await send(farm, second, "history", {})).match(/ tap: tapped/g)?.length, 1);
});

test("an action that the guard held back is done by confirm_action through a gateway", async () => {
  const app = partApp(SHOP, CHAT_PAGE);
  await using farm = await startFarmOfPhones({ moreApps: () => [app.make()], app: SHOP, config: { guard: "confirm" } });
  const gateway = new FarmGateway(farm.fabric, "ada");
  const caller = new Caller();
  const call = async (name: string, args: Readonly<Record<string, unknown>>) =>
    JSON.stringify(await gateway.answer({ name, args, caller }, never()));
  const lease = await acquire(farm);
  const token = tokenIn(await call("tap", { ...SEND, device: lease.name }));
  assert.match(await call("confirm_action", { token }), /tapped/);
  assert.deepEqual(app.events, ["tap Send"]);
  await farm.fabric.release(lease, never());
  assert.equal((await coded(call("confirm_action", { token }))).code, "LEASE_LOST");
});
