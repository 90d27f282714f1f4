import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import * as z from "zod";
import { runAgent, startScriptedModel } from "../packages/fovea-agent/src/index.js";
import type { AgentResult, ScriptedRequest } from "../packages/fovea-agent/src/public-types.js";
import { connect } from "../src/library/connect.js";
import { connection } from "../test/support/agent-run.js";
import { startProduct } from "../test/support/product.js";
import { AGENT_TASKS, type AgentTask } from "./agent/agent-tasks.js";
import { POLICIES, type PolicyName, policyFor } from "./agent/policies.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";

/** The run of one task by one policy. */
interface Played {
  readonly task: string;
  readonly result: AgentResult;
  readonly right: number;
  readonly wrong: number;
  /** The o200k tokens of requests and answers; no pictures are sent. */
  readonly tokens: number;
  readonly ms: Readonly<Record<string, readonly number[]>>;
}

const BUDGETS: Readonly<Record<PolicyName, Pick<Figure, "atLeast" | "atMost">>> = {
  oracle: { atLeast: 100 },
  noisy: { atLeast: 60 },
  blind: { atMost: 50 },
};

/**
 * Tasks on the virtual phone through the whole stack: models over HTTP, the graph, the library, and the guard with a
 * person who agrees to every question. The state of the phone decides whether a task is done.
 */
export const agentBench: Bench = {
  name: "agent",
  about: "tasks by the state graph agent with scripted models [--only TASK] [--list]",
  run: async (args) => {
    const only = args.includes("--only") ? (args[args.indexOf("--only") + 1] ?? "") : "";
    const tasks = AGENT_TASKS.filter(({ name }) => name.includes(only));
    const played = new Map<PolicyName, readonly Played[]>();
    for (const policy of POLICIES) played.set(policy, await playAll(tasks, policy, args.includes("--list")));
    return report(played);
  },
};

async function playAll(tasks: readonly AgentTask[], policy: PolicyName, isListed: boolean): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const [place, task] of tasks.entries()) {
    const one = await play(task, policy, place + 1);
    played.push(one);
    if (isListed) process.stdout.write(`${policy} ${task.name}: ${one.result.end}: ${one.result.message}\n`);
  }
  return played;
}

async function play(task: AgentTask, name: PolicyName, seed: number): Promise<Played> {
  await using product = await startProduct({
    size: { width: 1080, height: 2400 },
    density: 420,
    speed: 40,
    app: task.app,
  });
  const policy = policyFor(name, task, seed);
  let tokens = 0;
  await using model = await startScriptedModel((request) => {
    const answer = policy.answer(request);
    tokens += tokensOf(request) + encode(JSON.stringify(answer)).length;
    return answer;
  });
  const folder = await mkdtemp(join(tmpdir(), "fovea-agent-"));
  try {
    const result = await runAgent({
      task: task.task,
      model: model.options("anthropic"),
      folder,
      maxSteps: 30,
      replan: name === "oracle" ? "needed" : "always",
      judge: async () => ({ holds: task.isDone(product.phone), evidence: ["the phone"] }),
      openPhone: async (confirm) => await connect(connection(product, confirm)),
      askPerson: async () => true,
    });
    return { task: task.name, result, ...policy.counts(), tokens, ms: await timesIn(join(folder, "nodes.jsonl")) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function tokensOf({ instructions, texts }: ScriptedRequest): number {
  return encode([instructions, ...texts].join("\n")).length;
}

const lineSchema = z.looseObject({ node: z.string(), ms: z.number() });

async function timesIn(path: string): Promise<Played["ms"]> {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  const times: Record<string, number[]> = {};
  for (const { node, ms } of lines.map((line) => lineSchema.parse(JSON.parse(line))))
    times[node] = [...(times[node] ?? []), ms];
  return times;
}

function report(played: ReadonlyMap<PolicyName, readonly Played[]>): BenchResult {
  const all = [...played];
  const rows = all.map(([policy, runs]) => [
    policy,
    `${runs.filter(isSuccess).length} of ${runs.length}`,
    mean(runs.map(({ result }) => result.actions)),
    mean(runs.map(completion)),
    mean(runs.map(({ result }) => result.usage.calls)),
    mean(runs.map(({ tokens }) => tokens)),
  ]);
  const nodes = nodeRows(all.flatMap(([, runs]) => runs));
  const text = [
    table([["policy", "done", "actions", "completion %", "requests", "tokens"], ...rows]),
    table([["node", "runs", "p50 ms", "p95 ms"], ...nodes]),
    ...all.flatMap(([policy, runs]) =>
      policy === "oracle"
        ? runs.filter((run) => !isSuccess(run)).map((run) => `oracle ${run.task}: ${wordsOf(run)}`)
        : [],
    ),
    "No real model was asked: the bench has scripted ones alone.",
  ].join("\n\n");
  return { text, figures: all.flatMap(([policy, runs]) => figuresOf(policy, runs)) };
}

function wordsOf({ result }: Played): string {
  return `${result.end}: ${result.message} ${result.evidence.join("; ")}`;
}

function isSuccess({ result }: Played): boolean {
  return result.end === "success";
}

/** Right actions among all, in percent. */
function completion({ right, wrong }: Played): number {
  return right + wrong === 0 ? 0 : (right / (right + wrong)) * 100;
}

function figuresOf(policy: PolicyName, runs: readonly Played[]): readonly Figure[] {
  const done = (runs.filter(isSuccess).length / Math.max(runs.length, 1)) * 100;
  return [
    { name: `${policy}: success`, value: Math.round(done), unit: "%", ...BUDGETS[policy] },
    { name: `${policy}: actions`, value: mean(runs.map(({ result }) => result.actions)), unit: "per task" },
    { name: `${policy}: completion`, value: mean(runs.map(completion)), unit: "%" },
    { name: `${policy}: tokens`, value: mean(runs.map(({ tokens }) => tokens)), unit: "per task" },
  ];
}

function nodeRows(runs: readonly Played[]): readonly (readonly (string | number)[])[] {
  const names = [...new Set(runs.flatMap(({ ms }) => Object.keys(ms)))];
  return names.map((name) => {
    const times = runs.flatMap(({ ms }) => ms[name] ?? []);
    return [name, times.length, percentile(times, 0.5), percentile(times, 0.95)];
  });
}

function mean(values: readonly number[]): number {
  return Math.round((values.reduce((sum, one) => sum + one, 0) / Math.max(values.length, 1)) * 10) / 10;
}
