import { FarmGateway } from "../../src/app/farm/gateway.js";
import { loaded, serverMaker } from "../../src/server/create-server.js";
import { openOneCaller } from "../../src/server/one-caller.js";
import { Caller } from "../../src/session/caller.js";
import { ANY, startFarmOfPhones } from "../../test/support/farm-of-phones.js";
import { never } from "../../test/support/never.js";
import { percentile } from "../bench.js";

/** For each pair of calls: the time of the call through gateway and NATS minus the time on the phone's host, in ms. */
export async function measureWay(runs: number): Promise<readonly number[]> {
  await using farm = await startFarmOfPhones();
  const { fabric, product } = farm;
  const [lease] = await fabric.acquire(ANY, { ttlMs: 3_600_000, waitMs: 0, tenant: "bench" }, never());
  if (!lease) throw new Error("a lease for each need");
  const gateway = new FarmGateway(fabric, "bench");
  const caller = new Caller();
  await using direct = await openOneCaller(serverMaker(loaded(product))(new Caller()));
  const beyond: number[] = [];
  for (let run = -3; run < runs; run += 1) {
    const begun = performance.now();
    await direct.call("history", { device: product.serial });
    const between = performance.now();
    await gateway.answer({ name: "history", args: { device: lease.name }, caller }, never());
    if (run >= 0) beyond.push(performance.now() - between - (between - begun));
  }
  return beyond;
}

export function wayFigures(beyond: readonly number[]) {
  return [
    { name: "beyond a call on the host: p50", value: percentile(beyond, 0.5), unit: "ms", atMost: 5 },
    { name: "beyond a call on the host: p99", value: percentile(beyond, 0.99), unit: "ms", atMost: 20 },
  ];
}
