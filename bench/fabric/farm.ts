import { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { factsOf } from "../../test/support/farm-facts.js";
import { startNatsServer } from "../../test/support/nats-server.js";
import { never } from "../../test/support/never.js";

/** A NATS server with storage on the disk, hosts with phones without screens, and fabrics of other programs. */
export interface BenchFarm extends AsyncDisposable {
  readonly url: string;
  /** The fabric of the hosts, which also allocates. */
  readonly hosts: NatsFabric;
  readonly ids: readonly string[];
  /** The time from the first registration until another program listed all phones. */
  readonly registeredMs: number;
  open(name: string): Promise<NatsFabric>;
}

const PHONES_PER_HOST = 50;

/** Registers this many phones, fifty on each host. Errors: those of opening a farm. */
export async function openBenchFarm(phones: number): Promise<BenchFarm> {
  const server = await startNatsServer();
  const opened: AsyncDisposable[] = [server];
  const open = async (name: string) => {
    const fabric = await NatsFabric.open({ servers: [server.url], name }, never());
    opened.push(fabric);
    return fabric;
  };
  const hosts = await open("hosts");
  await using watcher = await NatsFabric.open({ servers: [server.url], name: "watcher" }, never());
  const begun = performance.now();
  const ids: string[] = [];
  for (let host = 0; host * PHONES_PER_HOST < phones; host += 1) {
    const count = Math.min(PHONES_PER_HOST, phones - host * PHONES_PER_HOST);
    const facts = Array.from({ length: count }, (_, at) => factsOf(`p${host * PHONES_PER_HOST + at}`));
    opened.push(await hosts.register({ id: `h${host}`, version: "0.1.0" }, facts, never()));
    ids.push(...facts.map(({ serial }) => `h${host}/${serial}`));
  }
  await new Promise<void>((resolve) => {
    const heard = new Set<string>();
    watcher.watch(({ id }) => {
      heard.add(id);
      if (heard.size === phones) resolve();
    });
  });
  const registeredMs = performance.now() - begun;
  return {
    url: server.url,
    hosts,
    ids,
    registeredMs,
    open,
    [Symbol.asyncDispose]: async () => {
      for (const one of opened.toReversed()) await one[Symbol.asyncDispose]();
    },
  };
}
