import assert from "node:assert/strict";
import { PhoneHealth } from "../../../src/app/farm/phone-health.js";
import { NatsFabric } from "../../../src/farm/nats/nats-fabric.js";
import { coded } from "../../support/coded.js";
import { BRIEFLY, factsOf, HOST } from "../../support/farm-facts.js";
import { startNatsServer } from "../../support/nats-server.js";
import { needsPrograms } from "../../support/needs.js";
import { never } from "../../support/never.js";

const { test } = needsPrograms("nats-server");
const idOf = (serial: string) => `h1/${serial}`;

async function startFarm(run: (fabric: NatsFabric) => Promise<void>): Promise<void> {
  await using server = await startNatsServer();
  await using fabric = await NatsFabric.open({ servers: [server.url], name: "host" }, never());
  await using _host = await fabric.register(HOST, [factsOf("a"), factsOf("b")], never());
  await run(fabric);
}

/** Why a phone is out of service; null if it is not. */
async function outOf(fabric: NatsFabric, serial = "a"): Promise<string | null> {
  const phones = await fabric.list([], never());
  return phones.find((phone) => phone.serial === serial)?.quarantine?.reason ?? null;
}

test("a phone with low battery or storage is not granted until it has enough again, and other phones are", async () => {
  await startFarm(async (fabric) => {
    const health = new PhoneHealth(fabric, idOf);
    const look = async (more: Parameters<typeof factsOf>[1]) => {
      await health.look([factsOf("a", more), factsOf("b")], never());
      return await outOf(fabric);
    };
    assert.equal(await look({}), null);
    assert.equal(await look({ batteryPercent: 9 }), "its host: its battery has 9 %");
    const [lease] = await fabric.acquire([[]], BRIEFLY, never());
    assert.equal(lease?.device, "h1/b");
    assert.equal((await coded(fabric.acquire([[]], BRIEFLY, never()))).code, "NONE_AVAILABLE");
    assert.match(String(await look({ batteryPercent: 19 })), /19 %/, "it does not disconnect and connect again");
    assert.equal(await look({ batteryPercent: 20 }), null);
    assert.equal(await look({ freeStorageMb: 499 }), "its host: its storage has 499 MB free");
    assert.equal(await look({ freeStorageMb: null, batteryPercent: null }), null, "an unknown value counts as well");
    assert.equal(await outOf(fabric, "b"), null);
  });
});

test("a phone that disconnects repeatedly is quarantined for a while, and is available again when it stays connected", async () => {
  await startFarm(async (fabric) => {
    let now = Date.now();
    const health = new PhoneHealth(fabric, idOf, () => now);
    const [there, offline, gone] = [[factsOf("a")], [factsOf("a", { problem: "offline" })], []];
    for (const devices of [there, offline, there, gone, there]) await health.look(devices, never());
    assert.equal(await outOf(fabric), null);
    for (const devices of [offline, there]) await health.look(devices, never());
    assert.equal(await outOf(fabric), "its host: it was lost 3 times within 10 minutes");
    now += 599_000;
    await health.look(there, never());
    assert.notEqual(await outOf(fabric), null);
    now += 2_000;
    await health.look(there, never());
    assert.equal(await outOf(fabric), null);
  });
});

test("a restarted host ends its own quarantines, and none that a person set", async () => {
  await startFarm(async (fabric) => {
    await new PhoneHealth(fabric, idOf).look([factsOf("a", { batteryPercent: 3 })], never());
    await fabric.quarantine("h1/b", { reason: "screen is broken", untilMs: Date.now() + 60_000 }, never());
    await new PhoneHealth(fabric, idOf).look([factsOf("a"), factsOf("b")], never());
    assert.deepEqual([await outOf(fabric), await outOf(fabric, "b")], [null, "screen is broken"]);
  });
});

test("a quarantine that a person set is neither replaced nor ended by the host, whose own reason applies after it", async () => {
  await startFarm(async (fabric) => {
    const health = new PhoneHealth(fabric, idOf);
    const look = async (batteryPercent: number) => {
      await health.look([factsOf("a", { batteryPercent })], never());
      return await outOf(fabric);
    };
    assert.equal(await look(5), "its host: its battery has 5 %");
    const untilMs = Date.now() + 60_000;
    await fabric.quarantine("h1/a", { reason: "screen is broken", untilMs }, never());
    assert.equal(await look(4), "screen is broken");
    assert.equal(await look(90), "screen is broken");
    await fabric.quarantine("h1/a", { reason: "mended", untilMs: 0 }, never());
    assert.equal(await look(3), "its host: its battery has 3 %");
  });
});
