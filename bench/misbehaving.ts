import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import * as z from "zod";
import { packageRoot } from "../src/base/assets.js";
import { quoteUntrusted } from "../src/base/printable.js";
import { connectHttp } from "../test/support/http-link.js";
import type { McpLink } from "../test/support/mcp-link.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { CASE_NAMES, worstCase } from "./misbehaving/worst-cases.js";
import { flagValue } from "./start-phone.js";

const MOST_PING_MS = 50;
const MOST_TIMES = 2;
const MOST_END_MS = 2_000;
const PING_EVERY_MS = 20;

/** One `fovea serve` with two phones; one of them sends the worst possible answers. */
export const misbehavingBench: Bench = {
  name: "misbehaving",
  about: "`fovea serve` while one of two phones answers with the worst case [--seconds S of each] [--only CASE]",
  run: async (args) => await measure(Number(flagValue(args, "--seconds") ?? 6) * 1000, flagValue(args, "--only") ?? ""),
};

const phonesSchema = z.object({ port: z.number(), bad: z.string(), good: z.string() });
const stallSchema = z.object({ stall: z.object({ computedMs: z.number(), wallMs: z.number() }) });

interface Measured {
  readonly name: string;
  readonly pings: readonly number[];
  /** Calls to the phone that behaves. */
  readonly calls: readonly number[];
  readonly stallMs: number;
  /** The last answer of the phone that does not behave. */
  readonly answer: string;
}

async function measure(forMs: number, only: string): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-misbehaving-"));
  const phones = start([join(import.meta.dirname, "misbehaving", "phones.js")]);
  const where = phonesSchema.parse((await once(phones, "message"))[0]);
  const places = ["--output-dir", join(folder, "output"), "--state-dir", join(folder, "state")];
  const main = join(packageRoot(), "dist", "src", "cli", "main.js");
  const watch = ["--import", join(import.meta.dirname, "farm", "watch-server.js")];
  // Without the companion, Fovea has to read the output of the phone's own programs.
  const flags = ["--adb-port", `${where.port}`, "--companion", "off", ...places];
  const server = start([...watch, main, "serve", "--http", "--http-port", "0", ...flags]);
  try {
    const at = await addressOf(server);
    await using link = await connectHttp(at, "legacy");
    await using other = await connectHttp(at, "legacy");
    const results: Measured[] = [];
    for (const device of [where.bad, where.good]) await link.call("observe", { device });
    for (const name of CASE_NAMES.filter((one) => one === "ordinary" || one.includes(only))) {
      await ask(phones, name);
      results.push({ name, ...(await underWay({ server, link, other, ...where }, forMs)) });
    }
    return report(results, await endOf(server, other, where.bad));
  } finally {
    for (const child of [server, phones]) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
}

async function ask(child: ChildProcess, message: string): Promise<unknown> {
  const answer = once(child, "message");
  child.send(message);
  return (await answer)[0];
}

async function addressOf({ stdout }: ChildProcess): Promise<{ readonly url: string; readonly token: string }> {
  if (!stdout) throw new Error("the server has no output");
  let [url, token] = ["", ""];
  for await (const line of createInterface({ input: stdout })) {
    url = /^listening on (\S+)/.exec(line)?.[1] ?? url;
    token = /^token .*: (\S+)$/.exec(line)?.[1] ?? token;
    if (url && token) return { url, token };
  }
  throw new Error("the server did not start");
}

interface Way {
  readonly server: ChildProcess;
  readonly link: McpLink;
  /** For the calls to the phone that does not behave. */
  readonly other: McpLink;
  readonly bad: string;
  readonly good: string;
}

/** For the given time: pings, calls to the good phone, and calls to the bad phone, three sequences at the same time. */
async function underWay({ server, link, other, bad, good }: Way, forMs: number): Promise<Omit<Measured, "name">> {
  await ask(server, "report");
  const until = performance.now() + forMs;
  let answer = "";
  const repeat = async (once: () => Promise<unknown>, everyMs = 0): Promise<readonly number[]> => {
    const times: number[] = [];
    while (performance.now() < until) {
      const from = performance.now();
      await once();
      times.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    return times;
  };
  const [pings, calls] = await Promise.all([
    repeat(async () => await pingOf(link), PING_EVERY_MS),
    repeat(async () => await link.call("observe", { device: good })),
    repeat(async () => {
      answer = (await other.call("observe", { device: bad, image: true, fresh: true })).text;
    }),
  ]);
  const { stall } = stallSchema.parse(await ask(server, "report"));
  return { pings, calls, stallMs: stall.computedMs, answer };
}

async function pingOf({ client }: McpLink): Promise<unknown> {
  if (!(client instanceof LegacyClient)) throw new Error("only the older protocol has a ping");
  return await client.ping();
}

/** How long SIGTERM takes while a phone never answers, in ms. */
async function endOf(server: ChildProcess, other: McpLink, bad: string): Promise<number> {
  const call = other.call("observe", { device: bad }).catch(() => null);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const from = performance.now();
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  const took = performance.now() - from;
  await other[Symbol.asyncDispose](); // otherwise the client would wait for its answer
  await call;
  return took;
}

function report(results: readonly Measured[], endMs: number): BenchResult {
  const [ordinary, ...others] = results;
  const usual = percentile(ordinary?.calls ?? [], 0.5);
  const rows = results.map(({ name, pings, calls, stallMs, answer }) => [
    name,
    percentile(pings, 0.99),
    Math.round(stallMs),
    percentile(calls, 0.5),
    calls.length,
    worstCase(name).says.test(answer) ? "" : `another answer: ${quoteUntrusted(answer)}`,
  ]);
  const most = (of: (one: Measured) => number) => Math.round(Math.max(0, ...others.map(of)) * 100) / 100;
  const figures: readonly Figure[] = [
    { name: "ping p99", value: most(({ pings }) => percentile(pings, 0.99)), unit: "ms", atMost: MOST_PING_MS },
    { name: "longest stall, computing", value: most(({ stallMs }) => stallMs), unit: "ms", atMost: MOST_PING_MS },
    {
      name: "calls to the other phone",
      value: most(({ calls }) => percentile(calls, 0.5) / usual),
      unit: "times",
      atMost: MOST_TIMES,
    },
    {
      name: "answers to something else",
      value: results.filter(({ name, answer }) => !worstCase(name).says.test(answer)).length,
      unit: "cases",
      atMost: 0,
    },
    { name: "SIGTERM to the end", value: Math.round(endMs), unit: "ms", atMost: MOST_END_MS },
  ];
  const head = ["one phone's answer", "ping p99", "stall", "other phone's p50", "calls", ""];
  const reported = table([["figure", "value", "unit"], ...figures.map(({ name, value, unit }) => [name, value, unit])]);
  return { text: `${table([head, ...rows])}\n\n${reported}`, figures };
}
