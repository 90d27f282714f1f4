import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/base/assets.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";

const DEFAULT_RUNS = 30;

/** The cold start of `fovea serve`: from the start of the process to the first answer, which is the list of tools. */
export const startBench: Bench = {
  name: "start",
  about: "from the start of `fovea serve` to its first answer [--runs N]",
  run: async (args) => {
    const at = args.indexOf("--runs");
    return await measure(at < 0 ? DEFAULT_RUNS : Number(args[at + 1]));
  },
};

async function measure(runs: number): Promise<BenchResult> {
  const times: number[] = [];
  await startOnce(); // fills the file cache
  for (let run = 0; run < runs; run += 1) times.push(await startOnce());
  const figures: readonly Figure[] = [
    { name: "runs", value: runs, unit: "starts" },
    { name: "first answer p50", value: percentile(times, 0.5), unit: "ms", atMost: 1_000 },
    { name: "first answer p95", value: percentile(times, 0.95), unit: "ms" },
  ];
  const rows = figures.map((figure) => [figure.name, figure.value, figure.unit]);
  return { text: table([["figure", "value", "unit"], ...rows]), figures };
}

/** A request of the newest protocol needs no handshake before it. */
const REQUEST = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};

/** Milliseconds to the answer. */
async function startOnce(): Promise<number> {
  const main = join(packageRoot(), "dist", "src", "cli", "main.js");
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, "serve"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  child.stdin.write(`${JSON.stringify(REQUEST)}\n`);
  let tookMs: number | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('"tools":[')) throw new Error(`this is no list of tools: ${line.slice(0, 200)}`);
    tookMs = performance.now() - startedAt;
    child.stdin.end();
  }
  await ended;
  if (tookMs === undefined) throw new Error("the server did not answer");
  return tookMs;
}
