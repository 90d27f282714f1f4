import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { FarmGateway } from "../../../src/app/farm/gateway.js";
import { FarmHost } from "../../../src/app/farm/host.js";
import { pollUntil } from "../../../src/base/signals.js";
import type { Lease } from "../../../src/farm/fabric.js";
import { ActLeases } from "../../../src/farm/files/act-leases.js";
import { hashOfName, newLeaseName } from "../../../src/farm/lease-names.js";
import { connectNats } from "../../../src/farm/nats/connect.js";
import { leaseKey } from "../../../src/farm/nats/keys.js";
import { NatsFabric } from "../../../src/farm/nats/nats-fabric.js";
import { FarmStore } from "../../../src/farm/nats/store.js";
import { Caller } from "../../../src/session/caller.js";
import { coded } from "../../support/coded.js";
import { eventually } from "../../support/farm-facts.js";
import { ANY, type FarmOfPhones, startFarmOfPhones } from "../../support/farm-of-phones.js";
import { needsPrograms } from "../../support/needs.js";
import { never } from "../../support/never.js";

const { test } = needsPrograms("nats-server");
const ADA = { ttlMs: 60_000, waitMs: 0, tenant: "ada" };
const TAP = { target: "id/terms" };

const textOf = (result: unknown) => JSON.stringify(result);

/** A call as a gateway sends it, whatever its proof. */
async function send({ fabric, device }: FarmOfPhones, proof: Lease | null, tool = "tap"): Promise<string> {
  const args = tool === "tap" ? TAP : {};
  const call = { schema: 1 as const, caller: "c1", device, tool, args, proof };
  return textOf(await fabric.sendCall("ada", call, never()));
}

/** How many touches reached the phone so far. */
const touches = ({ product }: FarmOfPhones) =>
  product.device.log.services.filter(({ name }) => name.includes("input tap")).length;

async function acquire(farm: FarmOfPhones, more: Partial<typeof ADA> = {}): Promise<Lease> {
  const [lease] = await farm.fabric.acquire(ANY, { ...ADA, ...more }, never());
  assert.ok(lease);
  return lease;
}

/** Holds a phone in its own process, and sends a tap after a line on its input. */
const HOLD = `
const { NatsFabric } = await import(process.argv[1]);
const signal = new AbortController().signal;
const fabric = await NatsFabric.open({ servers: [process.argv[2]], name: "holder" }, signal);
const [lease] = await fabric.acquire([[]], { ttlMs: 1000, waitMs: 0, tenant: "ada" }, signal);
process.stdout.write(JSON.stringify(lease) + "\\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
const call = { schema: 1, caller: "c2", device: lease.device, tool: "tap", args: { target: "id/terms" }, proof: lease };
process.stdout.write(JSON.stringify(await fabric.sendCall("ada", call, signal)) + "\\n");
process.exit(0);
`;

test("the lease holder acts and observes, and other clients are refused", async () => {
  await using farm = await startFarmOfPhones();
  const lease = await acquire(farm);
  assert.match(await send(farm, lease, "observe"), /checkbox .*I agree to the terms/);
  assert.match(await send(farm, lease), /changed/);
  assert.equal(touches(farm), 1);
  assert.match(await send(farm, null), /DEVICE_BUSY.*leased to ada until/);
  assert.match(await send(farm, null, "observe"), /DEVICE_BUSY/);
  const guessed = { ...lease, name: newLeaseName() };
  assert.match(await send(farm, guessed), /LEASE_LOST/);
  assert.match(await send(farm, { ...lease, fence: lease.fence - 1 }), /LEASE_LOST/);
  assert.equal(touches(farm), 1);
});

test("a phone that the farm lists already accepts calls", async () => {
  await using farm = await startFarmOfPhones();
  await farm.stopHost();
  await eventually(farm.fabric, (phones) => phones.length === 0);
  const { server, product, fabric } = farm;
  await using hosting = await NatsFabric.open({ servers: [server.url], name: "host" }, never());
  const answers: string[] = [];
  // Everything that the host reports to the farm is seen, and acted on, before the host goes on.
  const callAll = async () => {
    for (const _ of await fabric.list([], never())) answers.push(await send(farm, null, "observe"));
  };
  const watched = new Proxy(hosting, {
    get: (target, name) => {
      if (name !== "register") return Reflect.get(target, name).bind(target);
      return async (...given: Parameters<NatsFabric["register"]>) => {
        const registered = await hosting.register(...given);
        await callAll();
        return registered;
      };
    },
  });
  const ending = new AbortController();
  const served = new FarmHost(watched, product, { id: "h1" }).serve(() => {}, ending.signal);
  await eventually(fabric, (phones) => phones.length > 0);
  await callAll();
  ending.abort();
  await served;
  assert.equal(answers.length, 1);
  assert.match(answers.join(), /terms/);
});

test("a call that was delayed until another client held the lease touches nothing", async () => {
  await using farm = await startFarmOfPhones();
  const first = await acquire(farm);
  await send(farm, first, "observe");
  await farm.fabric.release(first, never());
  assert.match(await send(farm, first), /LEASE_LOST.*nobody holds the phone now; nothing was done/);
  const second = await acquire(farm);
  assert.match(await send(farm, first), new RegExp(`LEASE_LOST.*holds the phone under fence ${second.fence}`));
  assert.equal(touches(farm), 0);
  assert.match(await send(farm, second), /changed/);
  assert.equal(touches(farm), 1);
});

test("a call that waited in the queue until its lease had ended touches nothing", async () => {
  await using farm = await startFarmOfPhones();
  const { product } = farm;
  const lease = await acquire(farm);
  await send(farm, lease, "observe");
  const { serial } = product;
  const { hardwareSerial, bootId } = await (await product.session()).device.facts(never());
  const acts = new ActLeases(product.config.stateDir, "other");
  const turn = await acts.take({ serial, hardwareSerial: hardwareSerial ?? serial, bootId }, never());
  const waiting = send(farm, lease);
  await pollUntil(() => (product.device.log.counts.servicesOpened > 0 ? true : undefined), 5, never());
  await farm.fabric.release(lease, never());
  turn[Symbol.dispose]();
  assert.match(await waiting, /LEASE_LOST/);
  assert.equal(touches(farm), 0);
});

test("a holder that was suspended past the end of its lease is refused when it resumes and acts", async () => {
  await using farm = await startFarmOfPhones();
  const module = new URL("../../../src/farm/nats/nats-fabric.js", import.meta.url).href;
  const args = ["--input-type=module", "-e", HOLD, module, farm.server.url];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lineOf = async () => String((await once(child.stdout, "data"))[0]);
  const first: Lease = JSON.parse(await lineOf());
  child.kill("SIGSTOP");
  const second = await acquire(farm, { waitMs: 60_000 });
  assert.ok(second.fence > first.fence);
  child.kill("SIGCONT");
  child.stdin.write("act\n");
  assert.match(await lineOf(), /LEASE_LOST/);
  await once(child, "exit");
  assert.equal(touches(farm), 0);
});

test("a host refuses a smaller fence than it has seen, even where the farm's state names that fence as the lease", async () => {
  await using farm = await startFarmOfPhones();
  const lease = await acquire(farm);
  assert.match(await send(farm, lease), /changed/);
  await using link = await connectNats({ servers: [farm.server.url], name: "forger" }, never());
  const { device } = farm;
  const name = newLeaseName();
  const record = { schema: 1, device, hardwareSerial: "x", host: "h1", tenant: "ada", ttlMs: 60_000, endsAt: 0 };
  const forged = { ...record, proof: hashOfName(name), fence: 1 };
  await new FarmStore(link).write({ key: leaseKey(device), value: forged, ttlMs: 60_000, over: null });
  assert.match(await send(farm, { ...lease, name, fence: 1 }), /LEASE_LOST.*fence 1 /);
  assert.equal(touches(farm), 1);
});

test("the error for a missing host says that nothing was done", async () => {
  await using farm = await startFarmOfPhones();
  const lease = await acquire(farm);
  await farm.stopHost();
  const error = await coded(send(farm, lease));
  assert.equal(error.code, "FARM_UNREACHABLE");
  assert.match(error.message, /no host of the farm takes calls for .*; nothing was done/);
});

test("a gateway finds phones by lease, serial, farm id and needs, and names what is missing", async () => {
  await using farm = await startFarmOfPhones();
  const { fabric, device, product } = farm;
  const gateway = new FarmGateway(fabric, "ada");
  const caller = new Caller();
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}) =>
    textOf(await gateway.answer({ name, args, caller }, never()));
  for (const word of [undefined, product.serial, device, "api>=30"]) {
    assert.match(
      await call("observe", word === undefined ? {} : { device: word }),
      /I agree to the terms|unchanged since/,
      word,
    );
  }
  assert.equal((await coded(call("observe", { device: "api>=99" }))).code, "NONE_EXIST");
  assert.equal((await coded(call("observe", { device: "nowhere" }))).code, "DEVICE_NOT_FOUND");
  const mistyped = await coded(call("observe", { device: `Lease:${"x".repeat(32)}` }));
  assert.match(`${mistyped.code} ${mistyped.hint}`, /^DEVICE_NOT_FOUND .*fovea farm list/);
  assert.doesNotMatch(mistyped.message, /xxx/);
  assert.equal((await coded(call("start_trace"))).code, "FARM_UNUSABLE");
  assert.match(await call("list_devices"), new RegExp(`${product.serial}.*IDLE.*IN_SERVICE`));
  const lease = await acquire(farm);
  assert.equal((await coded(call("tap", TAP))).code, "DEVICE_BUSY");
  assert.equal((await coded(call("tap", { ...TAP, device: "api>=30" }))).code, "NONE_AVAILABLE");
  assert.match(await call("tap", { ...TAP, device: lease.name }), /changed/);
  // Another gateway, and the same lease: refs go on where they were.
  const other = new FarmGateway(fabric, "ada");
  const again = textOf(
    await other.answer({ name: "observe", args: { device: lease.name }, caller: new Caller() }, never()),
  );
  assert.match(again, /nothing in the outline changed|unchanged since/);
  await fabric.release(lease, never());
  assert.equal((await coded(call("tap", { ...TAP, device: lease.name }))).code, "LEASE_LOST");
});
