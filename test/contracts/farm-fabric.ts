import assert from "node:assert/strict";
import { pollUntil } from "../../src/base/signals.js";
import type { DeviceState, FarmFabric, Lease } from "../../src/farm/fabric.js";
import { parseNeeds } from "../../src/farm/needs.js";
import { coded } from "../support/coded.js";
import { BRIEFLY, eventually, factsOf, HOST, SHORT } from "../support/farm-facts.js";
import { never } from "../support/never.js";

type Register = (name: string, work: () => Promise<void>) => void;

/** One farm, empty, with as many programs as are opened on it. */
export interface FarmUnderTest extends AsyncDisposable {
  /** A fabric as another program of the farm would open it. */
  open(): Promise<FarmFabric>;
}

const any = [parseNeeds("")];
const only = (serial: string) => [parseNeeds(`serial=${serial}`)];

function one(leases: readonly Lease[]): Lease {
  const [lease] = leases;
  assert.ok(lease && leases.length === 1);
  return lease;
}

/** What every fabric of a farm has to do, wherever it keeps its state. */
export function testFarmFabric(name: string, start: () => Promise<FarmUnderTest>, test: Register): void {
  const on = (what: string, work: (fabric: FarmFabric, farm: FarmUnderTest) => Promise<void>) => {
    test(`${name}: ${what}`, async () => {
      await using farm = await start();
      await using fabric = await farm.open();
      await work(fabric, farm);
    });
  };

  on("every program lists the phones with their facts, their host and their age", async (fabric, farm) => {
    await using _host = await fabric.register(
      HOST,
      [factsOf("b"), factsOf("a", { api: 30, problem: "offline" })],
      never(),
    );
    await using other = await farm.open();
    const [a, b] = await other.list([], never());
    assert.deepEqual(
      [a?.id, a?.state, a?.api, b?.id, b?.state, b?.health],
      ["h1/a", "FAILED", 30, "h1/b", "IDLE", "IN_SERVICE"],
    );
    assert.deepEqual([b?.holder, b?.fence, b?.endsAt, b?.quarantine], [null, null, null, null]);
    assert.ok((b?.ageMs ?? -1) >= 0);
    assert.deepEqual(
      (await other.list(parseNeeds("api>=31"), never())).map(({ id }) => id),
      ["h1/b"],
    );
  });

  on("a host can register its phones again, and removes them with its registration", async (fabric) => {
    const host = await fabric.register(HOST, [factsOf("a")], never());
    await host.update([factsOf("b")], never());
    await eventually(fabric, (now) => now.map(({ serial }) => serial).join() === "b");
    await host[Symbol.asyncDispose]();
    await eventually(fabric, (now) => now.length === 0);
  });

  on("a phone is granted to one client, and the second client gets a place in the queue", async (fabric, farm) => {
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    await using other = await farm.open();
    const lease = one(await fabric.acquire(any, BRIEFLY, never()));
    assert.deepEqual([lease.device, lease.host, lease.tenant], ["h1/a", "h1", "ada"]);
    assert.match(lease.name, /^lease:[\w-]{32}$/);
    const error = await coded(other.acquire(any, { ...BRIEFLY, tenant: "bob" }, never()));
    assert.equal(error.code, "NONE_AVAILABLE");
    assert.match(error.message, /place 1 in the queue/);
    await eventually(other, ([a]) => a?.state === "BUSY" && a.holder === "ada" && a.fence === lease.fence);
  });

  on("a released phone goes to the next client with a greater fence, and the earlier lease is lost", async (fabric) => {
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    const first = one(await fabric.acquire(any, BRIEFLY, never()));
    await fabric.release(first, never());
    const second = one(await fabric.acquire(any, BRIEFLY, never()));
    assert.ok(second.fence > first.fence);
    assert.notEqual(second.name, first.name);
    assert.equal((await coded(fabric.renew(first, never()))).code, "LEASE_LOST");
    assert.equal((await coded(fabric.release(first, never()))).code, "LEASE_LOST");
    assert.equal((await coded(fabric.named(first.name, never()))).code, "LEASE_LOST");
    assert.equal((await fabric.named(second.name, never())).fence, second.fence);
  });

  on("a host accepts the holder of a lease, and refuses other clients and expired leases", async (fabric, farm) => {
    await using _host = await fabric.register(HOST, [factsOf("a"), factsOf("b")], never());
    await using host = await farm.open();
    const first = one(await fabric.acquire(only("a"), BRIEFLY, never()));
    await host.check("h1/a", first, never());
    await host.check("h1/b", null, never());
    const busy = await coded(host.check("h1/a", null, never()));
    assert.equal(busy.code, "DEVICE_BUSY");
    assert.match(busy.message, /leased to ada until \d{4}-/);
    const guessed = { name: `lease:${"x".repeat(32)}`, fence: first.fence };
    assert.equal((await coded(host.check("h1/a", guessed, never()))).code, "LEASE_LOST");
    await fabric.release(first, never());
    assert.equal((await coded(host.check("h1/a", first, never()))).code, "LEASE_LOST");
    const second = one(await fabric.acquire(only("a"), BRIEFLY, never()));
    const older = await coded(host.check("h1/a", { name: second.name, fence: first.fence }, never()));
    assert.equal(older.code, "LEASE_LOST");
    await host.check("h1/a", second, never());
  });

  on("a lease that is not renewed expires, and its holder is refused", async (fabric) => {
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    const first = one(await fabric.acquire(any, SHORT, never()));
    const second = one(await fabric.acquire(any, { ...BRIEFLY, waitMs: 20_000 }, never()));
    assert.ok(second.fence > first.fence);
    assert.equal((await coded(fabric.renew(first, never()))).code, "LEASE_LOST");
    assert.equal((await coded(fabric.check("h1/a", first, never()))).code, "LEASE_LOST");
  });

  on("an expired lease is lost even where nobody else took the phone", async (fabric) => {
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    const lease = one(await fabric.acquire(any, SHORT, never()));
    await eventually(fabric, ([a]) => a?.state === "IDLE");
    assert.equal((await coded(fabric.renew(lease, never()))).code, "LEASE_LOST");
    const error = await coded(fabric.check("h1/a", lease, never()));
    assert.equal(error.code, "LEASE_LOST");
    assert.match(error.message, /nothing was done/);
  });

  on("a renewed lease keeps its fence and its name", async (fabric) => {
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    let lease = one(await fabric.acquire(any, { ...BRIEFLY, ttlMs: 4_000 }, never()));
    const { name: first, fence, endsAt } = lease;
    const other = coded(fabric.acquire(any, { ...BRIEFLY, waitMs: 5_000 }, never()));
    let isOver = false;
    void other.then(() => {
      isOver = true;
    });
    await pollUntil(
      async () => {
        lease = await fabric.renew(lease, never());
        return isOver ? true : undefined;
      },
      300,
      never(),
    );
    assert.equal((await other).code, "NONE_AVAILABLE");
    assert.deepEqual([lease.name, lease.fence], [first, fence]);
    assert.ok(lease.endsAt > endsAt);
    await fabric.check("h1/a", lease, never());
  });

  on("several phones are granted together or not at all", async (fabric) => {
    const phones = [factsOf("a"), factsOf("b", { form: "tablet" }), factsOf("c")];
    await using _host = await fabric.register(HOST, phones, never());
    const two = [parseNeeds(""), parseNeeds("form=tablet")];
    const [phone, tablet, ...none] = await fabric.acquire(two, BRIEFLY, never());
    assert.equal(tablet?.device, "h1/b");
    assert.ok(phone && phone.device !== "h1/b" && none.length === 0);
    const error = await coded(fabric.acquire([parseNeeds(""), parseNeeds("")], BRIEFLY, never()));
    assert.equal(error.code, "NONE_AVAILABLE");
    const is = (now: readonly DeviceState[]) =>
      now
        .map(({ state }) => state)
        .sort()
        .join() === "BUSY,BUSY,IDLE";
    await eventually(fabric, is);
  });

  on("leases granted together expire separately where nobody renews them", async (fabric) => {
    await using _host = await fabric.register(HOST, [factsOf("a"), factsOf("b")], never());
    const leases = await fabric.acquire([...any, ...any], SHORT, never());
    const again = await fabric.acquire([...any, ...any], { ...BRIEFLY, waitMs: 20_000 }, never());
    assert.equal(new Set(leases.map(({ device }) => device)).size, 2);
    for (const { device, fence } of again) {
      const before = leases.find((lease) => lease.device === device);
      assert.ok(before && fence > before.fence);
    }
  });

  on(
    "two clients that request the same phones in opposite order both get them, and later requests stay behind them",
    async (fabric, farm) => {
      await using _host = await fabric.register(HOST, [factsOf("a"), factsOf("b")], never());
      const held = await fabric.acquire([...only("a"), ...only("b")], BRIEFLY, never());
      const order: string[] = [];
      const ask = async (tenant: string, ...serials: readonly string[]) => {
        await using own = await farm.open();
        const needs = serials.flatMap(only);
        const leases = await own.acquire(needs, { ttlMs: 60_000, waitMs: 60_000, tenant }, never());
        order.push(tenant);
        assert.deepEqual(
          leases.map(({ device }) => device),
          serials.map((serial) => `h1/${serial}`),
        );
        for (const lease of leases) await own.release(lease, never());
      };
      const first = ask("first", "a", "b");
      await queued(farm, 2);
      const second = ask("second", "b", "a");
      await queued(farm, 3);
      const single = ask("single", "a");
      await queued(farm, 4);
      // The first waits for both: the one that is free now is kept for it.
      for (const lease of held) await fabric.release(lease, never());
      await Promise.all([first, second, single]);
      assert.deepEqual(order, ["first", "second", "single"]);
    },
  );

  on("phones reserved for tenants are granted only to those tenants", async (fabric) => {
    await using _host = await fabric.register({ ...HOST, tenants: ["bob"] }, [factsOf("a")], never());
    const [state] = await fabric.list([], never());
    assert.deepEqual(state?.tenants, ["bob"]);
    const wait = { ...BRIEFLY, waitMs: 60_000 };
    assert.equal((await coded(fabric.acquire(any, wait, never()))).code, "NONE_EXIST");
    assert.equal(one(await fabric.acquire(any, { ...BRIEFLY, tenant: "bob" }, never())).tenant, "bob");
  });

  on("needs that no phone meets fail at once, and needs that a leased phone meets wait", async (fabric) => {
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    const wait = { ...BRIEFLY, waitMs: 60_000 };
    const none = await coded(fabric.acquire([parseNeeds("form=phone api>=35")], wait, never()));
    assert.deepEqual([none.code, none.message], ["NONE_EXIST", "none of the one phone of the farm meets api>=35"]);
    const few = await coded(fabric.acquire([...any, ...any], wait, never()));
    assert.equal(few.code, "NONE_EXIST");
    assert.match(few.message, /2 phones were asked for, and the farm has 1/);
  });

  on("a quarantined phone is not granted until its quarantine is over", async (fabric) => {
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    await fabric.quarantine("h1/a", { reason: "lost three times", untilMs: Date.now() + 3_600_000 }, never());
    await eventually(fabric, ([a]) => a?.health === "IN_AUTO_RECOVERY" && a.quarantine?.reason === "lost three times");
    assert.equal((await coded(fabric.acquire(any, BRIEFLY, never()))).code, "NONE_AVAILABLE");
    await fabric.quarantine("h1/a", { reason: "repaired", untilMs: 0 }, never());
    one(await fabric.acquire(any, { ...BRIEFLY, waitMs: 10_000 }, never()));
    const error = await coded(fabric.quarantine("h1/x", { reason: "", untilMs: 0 }, never()));
    assert.equal(error.code, "DEVICE_NOT_FOUND");
  });

  on("a draining host keeps its leases and grants no new ones", async (fabric) => {
    await using _host = await fabric.register(HOST, [factsOf("a"), factsOf("b")], never());
    const lease = one(await fabric.acquire(only("a"), BRIEFLY, never()));
    await fabric.drain("h1", true, never());
    await eventually(fabric, (now) => now.map(({ state }) => state).join() === "BUSY,LAMEDUCK");
    await fabric.renew(lease, never());
    assert.equal((await coded(fabric.acquire(any, BRIEFLY, never()))).code, "NONE_AVAILABLE");
    await fabric.drain("h1", false, never());
    one(await fabric.acquire(any, { ...BRIEFLY, waitMs: 10_000 }, never()));
  });

  on("watchers get each change: a new phone, its lease and its release", async (fabric, farm) => {
    await using other = await farm.open();
    const heard: DeviceState[] = [];
    using _watch = other.watch((device) => heard.push(device));
    const hears = async (state: string) => {
      await pollUntil(() => (heard.at(-1)?.state === state ? true : undefined), 10, never());
    };
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    await hears("IDLE");
    const lease = one(await fabric.acquire(any, BRIEFLY, never()));
    await hears("BUSY");
    await fabric.release(lease, never());
    await hears("IDLE");
  });

  on("invalid input is refused before anything is done", async (fabric) => {
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    const lease = { name: "lease:short", device: "h1/a", host: "h1", fence: 1, endsAt: 0, tenant: "ada" };
    const bad: readonly (() => Promise<unknown>)[] = [
      async () => await fabric.register({ ...HOST, id: "a.b" }, [], never()),
      async () => await fabric.register(HOST, [factsOf("a"), factsOf("b", { hardwareSerial: "hw-a" })], never()),
      async () => await fabric.acquire([], BRIEFLY, never()),
      async () => await fabric.acquire([[{ key: "colour", op: "=", value: "red" }]], BRIEFLY, never()),
      async () => await fabric.acquire(any, { ...BRIEFLY, ttlMs: 999 }, never()),
      async () => await fabric.acquire(any, { ...BRIEFLY, waitMs: -1 }, never()),
      async () => await fabric.acquire(any, { ...BRIEFLY, tenant: "a.>" }, never()),
      async () => await fabric.renew(lease, never()),
      async () => await fabric.named("lease:../../x", never()),
      async () => await fabric.drain("*", true, never()),
    ];
    for (const call of bad) assert.equal((await coded(call())).code, "INVALID_ARGUMENT");
    assert.deepEqual(
      (await fabric.list([], never())).map(({ state }) => state),
      ["IDLE"],
    );
  });

  on("a client that cancels while it waits does not block the others", async (fabric, farm) => {
    await using _host = await fabric.register(HOST, [factsOf("a")], never());
    const lease = one(await fabric.acquire(any, BRIEFLY, never()));
    const controller = new AbortController();
    await using other = await farm.open();
    const waiting = other.acquire(any, { ...BRIEFLY, waitMs: 60_000 }, controller.signal);
    await queued(farm, 2);
    controller.abort(new Error("given up"));
    await assert.rejects(waiting, /given up/);
    await fabric.release(lease, never());
    one(await fabric.acquire(any, { ...BRIEFLY, waitMs: 20_000 }, never()));
  });
}

/** Until the next one that asks would have this place. */
async function queued(farm: FarmUnderTest, place: number): Promise<void> {
  await using own = await farm.open();
  await pollUntil(
    async () => {
      const error = await coded(own.acquire(any, BRIEFLY, never()));
      return error.message.endsWith(`place ${place} in the queue`) ? true : undefined;
    },
    50,
    never(),
  );
}
