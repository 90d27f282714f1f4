import { connectNats } from "../../src/farm/nats/connect.js";
import type { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { FarmStore } from "../../src/farm/nats/store.js";
import { never } from "../../test/support/never.js";
import { percentile } from "../bench.js";
import type { BenchFarm } from "./farm.js";

const TTL = { ttlMs: 60_000, waitMs: 0, tenant: "bench" };

/** Times of a single client, in ms. */
export interface Latencies {
  readonly phones: number;
  readonly acquire: readonly number[];
  readonly renew: readonly number[];
  readonly release: readonly number[];
  /** A request to another connection and its answer, through the server. */
  readonly hop: readonly number[];
  /** One write to the stream, which is on the disk when it is acknowledged. */
  readonly write: readonly number[];
}

/** Measures the kinds in turns, so that other programs on the machine slow all of them equally. */
export async function measureLatencies(farm: BenchFarm, runs: number): Promise<Latencies> {
  const client = await farm.open("client");
  await using here = await connectNats({ servers: [farm.url], name: "asks" }, never());
  await using there = await connectNats({ servers: [farm.url], name: "answers" }, never());
  there.connection.subscribe("bench.echo", { callback: (_, message) => void message.respond(message.data) });
  await there.connection.flush();
  const store = new FarmStore(here);
  const times = { acquire: [], renew: [], release: [], hop: [], write: [] } satisfies Record<string, number[]>;
  const payload = JSON.stringify({ schema: 1, text: "x".repeat(300) });
  for (let run = -5; run < runs; run += 1) {
    const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
      const begun = performance.now();
      const result = await work();
      if (run >= 0) into.push(performance.now() - begun);
      return result;
    };
    await timed(times.hop, async () => await here.connection.request("bench.echo", payload));
    const value = { schema: 1, text: "x".repeat(300) };
    await timed(times.write, async () => await store.write({ key: "bench.x", value, ttlMs: 60_000, over: null }));
    const [lease] = await timed(times.acquire, async () => await acquire(client));
    if (!lease) throw new Error("a lease for each need");
    await timed(times.renew, async () => await client.renew(lease, never()));
    await timed(times.release, async () => await client.release(lease, never()));
  }
  return { phones: farm.ids.length, ...times };
}

async function acquire(client: NatsFabric) {
  return await client.acquire([[]], TTL, never());
}

/** The part of the median that the allocator itself takes: the rest is one hop there and back, and one write. */
export function ownMs({ acquire: whole, hop, write }: Latencies): number {
  const own = percentile(whole, 0.5) - percentile(hop, 0.5) - percentile(write, 0.5);
  return Math.round(own * 10) / 10;
}
