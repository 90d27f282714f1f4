import { drive, Findings } from "../../test/support/farm/drive.js";
import { percentile, table } from "../bench.js";
import type { FarmHost } from "./host.js";
import type { PhoneTally } from "./phones.js";
import type { FarmPlan } from "./plan.js";
import { processesOf } from "./scale.js";
import type { LongStall, ServerTally } from "./watch-server.js";

/** The server at one moment. */
export interface Sample extends Pick<ServerTally, "rss" | "heapUsed" | "external" | "stall"> {
  readonly calls: number;
  readonly seconds: number;
}

/** What all clients together saw of all phones. */
export interface LoadResult {
  readonly found: Findings;
  readonly seconds: number;
  readonly samples: readonly Sample[];
  /** Whether the memory of the samples was read after a garbage collection. */
  readonly isCollected: boolean;
  /** The longest stalls of the whole run, in ms: late for any reason, and by the thread's own computing. */
  readonly longestStall: { readonly wallMs: number; readonly computedMs: number };
  /** Stalls in which the thread computed for a long time. */
  readonly longStalls: readonly LongStall[];
  readonly cpuMs: number;
  readonly connections: number;
  readonly hostProcesses: number;
  readonly deviceProcesses: number;
  /** Phones whose own count of touches differs from the answers. */
  readonly miscounted: readonly string[];
}

const SAMPLES = 20;

/** Lets all clients drive all phones, after some client has observed each phone. */
export async function measureLoad(host: FarmHost, plan: FarmPlan): Promise<LoadResult> {
  await host.attach(host.phones);
  await host.settled(host.phones.length);
  const clients = await Promise.all(Array.from({ length: plan.clients }, () => host.connect("http")));
  const found = new Findings();
  const everyone = async (mayGoOn: () => boolean, into: Findings) => {
    const each = Math.ceil(host.phones.length / plan.clients);
    const routes = clients.map((mcp, at) => ({ mcp, phones: host.phones, first: at * each }));
    await Promise.all(routes.map(async (route) => await drive(route, into, mayGoOn)));
  };
  const warmUp = new Findings();
  await everyone(() => warmUp.calls < host.phones.length * 4, warmUp);
  await host.serverTally("collect");
  const tapsBefore = await host.phoneTallies();
  const before = await host.serverTally();
  const watched = watch(host, plan, found);
  await everyone(watched.mayGoOn, found);
  const samples = await watched.ended();
  const after = await host.serverTally("collect");
  const tapsAfter = await host.phoneTallies();
  for (const mcp of clients) await mcp[Symbol.asyncDispose]();
  const stalls = samples.map(({ stall }) => stall);
  return {
    found,
    seconds: samples.at(-1)?.seconds ?? 0,
    samples,
    isCollected: plan.calls !== null,
    longestStall: {
      wallMs: Math.max(...stalls.map(({ wallMs }) => wallMs)),
      computedMs: Math.max(...stalls.map(({ computedMs }) => computedMs)),
    },
    longStalls: watched.longStalls,
    cpuMs: after.cpuMs - before.cpuMs,
    connections: after.connections - before.connections,
    hostProcesses: after.spawns - before.spawns,
    deviceProcesses: processesOf(tapsAfter) - processesOf(tapsBefore),
    miscounted: miscounted(found, tapsBefore, tapsAfter),
  };
}

/**
 * Asks the server for its figures, twenty times in the run; after a garbage collection if memory is measured.
 */
function watch(host: FarmHost, { seconds, calls }: FarmPlan, found: Findings) {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  const longStalls: LongStall[] = [];
  const share = () => (calls === null ? (performance.now() - startedAt) / (seconds * 1000) : found.calls / calls);
  let asking: Promise<void> | null = null;
  const ask = async () => {
    const { rss, heapUsed, external, stall, longStalls: long } = await host.serverTally();
    // The stall is read before the collection, because the collection itself stalls the server.
    const kept = calls === null ? { rss, heapUsed, external } : await host.serverTally("collect");
    const passed = (performance.now() - startedAt) / 1000;
    longStalls.push(...long);
    const { calls: soFar } = found;
    samples.push({ rss, heapUsed: kept.heapUsed, external: kept.external, stall, calls: soFar, seconds: passed });
    if (calls !== null) await host.serverTally();
  };
  const mayGoOn = () => {
    if (share() * SAMPLES > samples.length && asking === null) {
      asking = ask().finally(() => {
        asking = null;
      });
    }
    return share() < 1;
  };
  const ended = async () => {
    await asking;
    await ask();
    return samples;
  };
  return { mayGoOn, ended, longStalls };
}

function miscounted(found: Findings, before: readonly PhoneTally[], after: readonly PhoneTally[]): readonly string[] {
  return after.flatMap(({ phone, taps }) => {
    const came = taps - (before.find((one) => one.phone === phone)?.taps ?? 0);
    const reported = found.taps.get(phone) ?? 0;
    const unsure = found.unsure.get(phone) ?? 0;
    return came >= reported && came <= reported + unsure
      ? []
      : [`phone ${phone}: ${came} touches came, ${reported} were reported`];
  });
}

export function loadText({ found, samples, seconds }: LoadResult): string {
  const kinds = [...found.times].map(([kind, times]) => [
    kind,
    times.length,
    percentile(times, 0.5),
    percentile(times, 0.99),
  ]);
  const mb = (bytes: number) => Math.round(bytes / 1024 / 1024);
  const memory = samples.map(({ seconds: at, calls, rss, heapUsed, external, stall }) => [
    Math.round(at),
    calls,
    mb(rss),
    mb(heapUsed),
    mb(external),
    Math.round(stall.computedMs),
    Math.round(stall.wallMs),
  ]);
  return [
    `${found.calls} calls in ${Math.round(seconds)} s`,
    table([["call", "calls", "p50 ms", "p99 ms"], ...kinds]),
    "the server over time: memory in MiB, stalls in ms",
    table([["s", "calls", "rss", "heap", "external", "stall", "late"], ...memory]),
  ].join("\n\n");
}
