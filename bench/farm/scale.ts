import { drive, type FarmPhone, Findings } from "../../test/support/farm/drive.js";
import type { McpLink } from "../../test/support/mcp-link.js";
import { percentile, table } from "../bench.js";
import type { FarmHost } from "./host.js";
import type { PhoneTally } from "./phones.js";

/** The cost of a call while this many phones are attached and one of them is driven. */
export interface ScalePoint {
  readonly attached: number;
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMs: number;
  readonly connections: number;
  readonly deviceProcesses: number;
  readonly hostProcesses: number;
}

/** All points are measured in turns, so that other programs on the machine slow all of them. */
const TURNS = 3;
const AT_ONCE = 4;

/**
 * Lets one client drive one phone while more and more other phones are attached, which were driven before and now idle.
 */
export async function measureScale(
  host: FarmHost,
  attached: readonly number[],
  seconds: number,
): Promise<readonly ScalePoint[]> {
  await using mcp = await host.connect("http");
  const sums = new Map(attached.map((count) => [count, newSum()]));
  const [first] = host.phones;
  if (!first || attached.length === 0) return [];
  const run = async (ms: number, found: Findings) => {
    const endsAt = performance.now() + ms;
    await drive({ mcp, phones: [first], first: 0 }, found, () => performance.now() < endsAt);
  };
  await host.attach([first]);
  await run(5_000, new Findings());
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [count, sum] of sums) {
      await host.attach(host.phones.slice(0, count));
      await host.settled(count);
      await driveOnce(mcp, host.phones.slice(0, count));
      const before = await costSoFar(host);
      await run((seconds * 1000) / TURNS, sum.found);
      add(sum, before, await costSoFar(host));
    }
  }
  return [...sums].map(([count, sum]) => pointOf(count, sum));
}

/** Drives each phone once, so that the server keeps state for each of them, as it does in a farm. */
async function driveOnce(mcp: McpLink, phones: readonly FarmPhone[]): Promise<void> {
  const left = [...phones];
  const some = Array.from({ length: AT_ONCE }, async () => {
    for (let phone = left.pop(); phone; phone = left.pop()) {
      const found = new Findings();
      await drive({ mcp, phones: [phone], first: 0 }, found, () => found.calls === 0);
    }
  });
  await Promise.all(some);
}

interface Cost {
  readonly cpuMs: number;
  readonly connections: number;
  readonly spawns: number;
  readonly processes: number;
}

interface Sum extends Record<keyof Cost, number> {
  readonly found: Findings;
}

function newSum(): Sum {
  return { cpuMs: 0, connections: 0, spawns: 0, processes: 0, found: new Findings() };
}

async function costSoFar(host: FarmHost): Promise<Cost> {
  const { cpuMs, connections, spawns } = await host.serverTally();
  return { cpuMs, connections, spawns, processes: processesOf(await host.phoneTallies()) };
}

export function processesOf(phones: readonly PhoneTally[]): number {
  return phones.reduce((sum, { processesStarted }) => sum + processesStarted, 0);
}

function add(sum: Sum, before: Cost, after: Cost): void {
  for (const name of ["cpuMs", "connections", "spawns", "processes"] as const) sum[name] += after[name] - before[name];
}

function pointOf(attached: number, { found, ...cost }: Sum): ScalePoint {
  const times = [...found.times.values()].flat();
  const each = (value: number) => Math.round((value / times.length) * 100) / 100;
  return {
    attached,
    calls: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuMs: each(cost.cpuMs),
    connections: each(cost.connections),
    deviceProcesses: each(cost.processes),
    hostProcesses: each(cost.spawns),
  };
}

/** The points as a table, followed by the server's time as bars. */
export function scaleText(points: readonly ScalePoint[]): string {
  if (points.length === 0) return "";
  const head = ["attached", "calls", "p50 ms", "p99 ms", "cpu ms", "connections", "device proc.", "host proc."];
  const rows = points.map((point) => [
    point.attached,
    point.calls,
    point.p50,
    point.p99,
    point.cpuMs,
    point.connections,
    point.deviceProcesses,
    point.hostProcesses,
  ]);
  const most = Math.max(...points.map(({ cpuMs }) => cpuMs));
  const bars = points.map(({ attached, cpuMs }) => {
    return `${String(attached).padStart(4)} ${"█".repeat(Math.round((cpuMs / most) * 50))} ${cpuMs}`;
  });
  return `${table([head, ...rows])}\n\nthe server's processor time for a call, in ms, by phones attached:\n${bars.join("\n")}`;
}
