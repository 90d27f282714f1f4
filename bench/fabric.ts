import { deviceStates } from "../src/farm/device-states.js";
import { FARM_SCHEMA } from "../src/farm/records.js";
import { factsOf } from "../test/support/farm-facts.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { measureWay, wayFigures } from "./fabric/calls.js";
import { openBenchFarm } from "./fabric/farm.js";
import { type Latencies, measureLatencies, ownMs } from "./fabric/latency.js";
import { fairness, type Load, measureLoad } from "./fabric/load.js";
import { flagValue } from "./start-phone.js";

const SIZES = [10, 100, 1_000];
/** More tenants than phones, so that they wait in the queue. */
const FAIR = { phones: 2, tenants: 10, greedy: 40, programs: 4, holdMs: 20, acts: true };
const SOAK = { phones: 1_000, tenants: 100, greedy: 20, programs: 10, holdMs: 500, acts: true };

/** Leases on a real NATS server, which writes to the disk before it acknowledges; the phones have no screens. */
export const fabricBench: Bench = {
  name: "fabric",
  about:
    "leases of a farm on NATS: latencies, throughput, fairness, calls beside those on the host [--runs N] [--seconds S] [--soak]",
  run: async (args) => {
    const seconds = Number(flagValue(args, "--seconds") ?? (args.includes("--soak") ? 600 : 10));
    if (args.includes("--soak")) return await soak(seconds);
    return await whole(Number(flagValue(args, "--runs") ?? 200), seconds);
  },
};

async function whole(runs: number, seconds: number): Promise<BenchResult> {
  const sizes: (Latencies & { readonly registeredMs: number })[] = [];
  for (const phones of SIZES) {
    await using farm = await openBenchFarm(phones);
    sizes.push({ ...(await measureLatencies(farm, runs)), registeredMs: farm.registeredMs });
  }
  await using many = await openBenchFarm(1_000);
  const through = await measureLoad(many, { tenants: 32, greedy: 1, programs: 4, seconds, holdMs: 0, acts: false });
  await using few = await openBenchFarm(FAIR.phones);
  const fair = await measureLoad(few, { ...FAIR, seconds });
  const way = await measureWay(runs);
  const figures = [...sizes.flatMap(sizeFigures), ...loadFigures(through, fair), ...wayFigures(way)];
  return { text: `${sizesText(sizes)}\n\n${figuresText(figures)}\n${failures(through, fair)}`, figures };
}

/** A long run in which no phone may have two holders, no action an old fence, and no lease may be lost. */
async function soak(seconds: number): Promise<BenchResult> {
  await using farm = await openBenchFarm(SOAK.phones);
  const load = await measureLoad(farm, { ...SOAK, seconds });
  const figures = [...soundFigures("soak", load), ...rateFigures("soak", load)];
  return { text: `${figuresText(figures)}\n${failures(load)}`, figures };
}

function sizeFigures(latencies: Latencies & { readonly registeredMs: number }): readonly Figure[] {
  const { phones, acquire, renew, release, registeredMs } = latencies;
  const name = (what: string) => `${phones} phones: ${what}`;
  const budget = phones === 1_000;
  return [
    { name: name("acquire p50"), value: percentile(acquire, 0.5), unit: "ms", ...(budget && { atMost: 5 }) },
    { name: name("acquire p99"), value: percentile(acquire, 0.99), unit: "ms" },
    { name: name("of it the allocator's own"), value: ownMs(latencies), unit: "ms" },
    { name: name("renew p50"), value: percentile(renew, 0.5), unit: "ms" },
    { name: name("release p50"), value: percentile(release, 0.5), unit: "ms" },
    { name: name("registration"), value: Math.round(registeredMs), unit: "ms", ...(budget && { atMost: 5_000 }) },
  ];
}

function loadFigures(through: Load, fair: Load): readonly Figure[] {
  return [
    ...rateFigures("throughput", through),
    ...soundFigures("throughput", through),
    {
      name: "fairness of 10 tenants, of which one asks 40 times (Jain)",
      value: fairness(fair.byTenant),
      unit: "",
      atLeast: 0.9,
    },
    ...soundFigures("fairness", fair),
    { name: "states of 1000 phones", value: statesMs(), unit: "ms of processor" },
  ];
}

function rateFigures(what: string, { grants, seconds, acquireMs }: Load): readonly Figure[] {
  return [
    { name: `${what}: leases`, value: Math.round((grants / seconds) * 10) / 10, unit: "per s" },
    { name: `${what}: acquire p50`, value: percentile(acquireMs, 0.5), unit: "ms" },
    { name: `${what}: acquire p99`, value: percentile(acquireMs, 0.99), unit: "ms" },
  ];
}

function soundFigures(what: string, { lost, failed, violations }: Load): readonly Figure[] {
  return [
    { name: `${what}: lost leases`, value: lost, unit: "leases", atMost: 0 },
    { name: `${what}: failed calls`, value: failed.length, unit: "calls", atMost: 0 },
    { name: `${what}: double leases and old fences`, value: violations.length, unit: "", atMost: 0 },
  ];
}

/** The time to compute the states of all phones from the records once, in ms. */
function statesMs(): number {
  const devices = Array.from({ length: 50 }, (_, at) => factsOf(`p${at}`));
  const hosts = Array.from({ length: 20 }, (_, at) => {
    return { schema: FARM_SCHEMA, host: `h${at}`, version: "0.1.0", devices, ageMs: 0 } as const;
  });
  const records = { hosts, leases: [], quarantines: [], drained: new Set<string>() };
  const before = process.cpuUsage();
  for (let run = 0; run < 50; run += 1) deviceStates(records, 0);
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 50 / 100) / 10;
}

function sizesText(sizes: readonly Latencies[]): string {
  const head = ["phones", "acquire", "a hop", "a write", "own", "renew", "release"];
  const rows = sizes.map((one) => {
    const medians = [one.acquire, one.hop, one.write].map((times) => percentile(times, 0.5));
    return [one.phones, ...medians, ownMs(one), percentile(one.renew, 0.5), percentile(one.release, 0.5)];
  });
  return `p50 in ms of one client\n${table([head, ...rows])}`;
}

function figuresText(figures: readonly Figure[]): string {
  return table([["figure", "value", "unit"], ...figures.map(({ name, value, unit }) => [name, value, unit])]);
}

function failures(...loads: readonly Load[]): string {
  return loads
    .flatMap(({ failed, violations }) => [...failed, ...violations])
    .slice(0, 10)
    .join("\n");
}
