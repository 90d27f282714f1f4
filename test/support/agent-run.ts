import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runAgent, startScriptedModel } from "../../packages/fovea-agent/src/index.js";
import type {
  AgentEvent,
  AgentOptions,
  AgentResult,
  ScriptedAnswer,
  ScriptedModel,
  ScriptedRequest,
} from "../../packages/fovea-agent/src/public-types.js";
import { connect } from "../../src/library/connect.js";
import type { Product } from "./product.js";

type Said<Answer> = Answer | ((asked: string, request: ScriptedRequest) => Answer);

/** A model's answers, in order, to the planner's requests and to the requests for an action; the last one repeats. */
export interface Script {
  readonly plans: readonly Said<string | ScriptedAnswer>[];
  readonly calls: readonly Said<ScriptedAnswer>[];
}

/** A plan of sub-tasks with these requests. */
export function planOf(...requests: readonly string[]): string {
  return JSON.stringify(
    requests.map((request, at) => ({ step: at + 1, request, expected_output: `${request} is done` })),
  );
}

export function callOf(name: string, args: Readonly<Record<string, unknown>>): ScriptedAnswer {
  return { call: { name, arguments: args } };
}

/** Taps the element whose line contains these words. */
export function tapOn(words: string): (asked: string) => ScriptedAnswer {
  return (asked) => callOf("click", { ref: refOf(asked, words) });
}

export function refOf(asked: string, words: string): string {
  const line = asked.split("\n").find((one) => one.includes(words) && /\be\d+ /.test(one));
  return /\be\d+\b/.exec(line ?? "")?.[0] ?? "e0";
}

export async function startScript({ plans, calls }: Script): Promise<ScriptedModel> {
  const places = { plans: 0, calls: 0 };
  return await startScriptedModel((request) => {
    const asked = request.texts.at(-1) ?? "";
    const kind = request.functions.length === 0 ? "plans" : "calls";
    const list: readonly Said<string | ScriptedAnswer>[] = kind === "plans" ? plans : calls;
    const said = list[Math.min(places[kind], list.length - 1)] ?? "continue";
    places[kind] += 1;
    const answer = typeof said === "function" ? said(asked, request) : said;
    return typeof answer === "string" ? { text: answer } : answer;
  });
}

/** A run on the phone of a product, with its own folder, which is removed at the end. */
export interface AgentRun extends AsyncDisposable {
  readonly model: ScriptedModel;
  readonly folder: string;
  readonly events: readonly AgentEvent[];
  run(more?: Partial<AgentOptions>): Promise<AgentResult>;
  /** The lines of a file of the folder. */
  lines(name: string): readonly Record<string, unknown>[];
}

export async function startRun(product: Product, script: Script): Promise<AgentRun> {
  const model = await startScript(script);
  const folder = mkdtempSync(join(tmpdir(), "fovea-agent-"));
  const events: AgentEvent[] = [];
  return {
    model,
    folder,
    events,
    run: async (more = {}) =>
      await runAgent({
        task: "do it",
        model: model.options("anthropic"),
        folder,
        openPhone: async (confirm) => await connect(connection(product, confirm)),
        onEvent: (event) => events.push(event),
        ...more,
      }),
    lines: (name) =>
      readFileSync(join(folder, name), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line)),
    [Symbol.asyncDispose]: async () => {
      await model[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function connection(
  { serial, adbPort, config }: Product,
  confirm: (question: string) => Promise<boolean>,
): Parameters<typeof connect>[0] {
  const options = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, actionTimeoutMs: 0, companion: "off" };
  return { device: serial, confirm, options: { ...options, guard: "confirm" } };
}
