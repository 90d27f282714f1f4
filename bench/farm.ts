import { type Bench, type BenchResult, percentile, table } from "./bench.js";
import { drive, Findings } from "./farm/drive.js";
import { FarmHost } from "./farm/host.js";
import { flagValue } from "./start-phone.js";

export const farmBench: Bench = {
  name: "farm",
  about: "many phones behind one `fovea serve --http` [--phones N] [--clients N] [--seconds S] [--api N] [--no-half]",
  run: async (args) => await measure(planOf(args)),
};

interface Plan {
  readonly phones: number;
  readonly clients: number;
  readonly seconds: number;
  readonly apiLevel: number;
  readonly hasHalf: boolean;
  readonly profileTo: string | null;
}

function planOf(args: readonly string[]): Plan {
  const number = (flag: string, otherwise: number) => Number(flagValue(args, flag) ?? otherwise);
  return {
    phones: number("--phones", 50),
    clients: number("--clients", 8),
    seconds: number("--seconds", 60),
    apiLevel: number("--api", 34),
    hasHalf: !args.includes("--no-half"),
    profileTo: flagValue(args, "--profile-to") ?? null,
  };
}

async function measure(plan: Plan): Promise<BenchResult> {
  await using host = await FarmHost.start(plan);
  await host.attach(host.phones);
  const clients = await Promise.all(Array.from({ length: plan.clients }, () => host.connect("http")));
  const warm = new Findings();
  await Promise.all(
    clients.map((mcp, at) => drive({ mcp, phones: host.phones, first: at }, warm, untilCalls(warm, plan.phones * 3))),
  );
  await host.serverTally();
  const before = await host.serverTally();
  const found = new Findings();
  const endsAt = performance.now() + plan.seconds * 1000;
  await Promise.all(
    clients.map((mcp, at) =>
      drive({ mcp, phones: host.phones, first: at * 7 }, found, () => performance.now() < endsAt),
    ),
  );
  const after = await host.serverTally();
  console.log(
    found.wrong.slice(0, 5),
    found.failed.slice(0, 5),
    found.failed.length,
    warm.failed.slice(0, 5),
    warm.failed.length,
  );
  const rows = [...found.times].map(([kind, times]) => [
    kind,
    times.length,
    percentile(times, 0.5),
    percentile(times, 0.99),
  ]);
  console.log(table([["call", "n", "p50", "p99"], ...rows]));
  console.log(
    JSON.stringify(after),
    (after.cpuMs - before.cpuMs) / found.calls,
    (after.connections - before.connections) / found.calls,
  );
  for (const mcp of clients) await mcp[Symbol.asyncDispose]();
  return { text: "", figures: [] };
}

function untilCalls(found: Findings, calls: number): () => boolean {
  return () => found.calls < calls;
}
