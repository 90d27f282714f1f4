import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Command, START } from "@langchain/langgraph";
import type { Phone } from "fovea-mcp";
import { AgentError, failureOf } from "../agent-error.js";
import { requireModelOf } from "../models/computer-talk.js";
import { openModel } from "../models/open-model.js";
import { omniGraph } from "../omni/graph.js";
import type { PersonQuestion } from "../omni/perform.js";
import { costOf, NO_USAGE, sum } from "../omni/reduce.js";
import type { Runtime } from "../omni/runtime.js";
import { type End, firstState, type OmniState } from "../omni/state.js";
import type { AgentOptions, AgentResult, Judged, RunAgent } from "../public-types.js";
import { ActionJournal } from "./action-journal.js";
import { Consent } from "./consent.js";
import { FileSaver } from "./file-saver.js";
import { nodeLog } from "./node-log.js";
import { OwnFunctions } from "./own-functions.js";
import { runComputer } from "./run-computer.js";
import { lockRun } from "./run-lock.js";
import { closeRecord, openRecord, type RunRecord } from "./run-record.js";
import { switchOffTracing } from "./tracing.js";

/** See {@link RunAgent}. */
export const runAgent: RunAgent = async (options) => {
  requireOptions(options);
  requireLimits(options);
  switchOffTracing();
  const { folder, computerUse, signal = new AbortController().signal } = options;
  const own = new OwnFunctions(options, signal);
  if (computerUse !== undefined) requireModelOf(computerUse, options.model);
  const model = openModel(options.model);
  await using _lock = await lockRun(folder);
  const record = await openRecord(options);
  const judge = judgeOf(options, own);
  const outcome =
    computerUse === undefined
      ? await follow(options, { model, own, judge })
      : await runComputer(computerUse, options, judge, own);
  const failure = await own.settle();
  const result = failure === null ? outcome : failedBy(failure, outcome, computerUse === undefined);
  if (!result.isResumable) await tidy(folder, record, result);
  return result;
};

/** The result after a function of the program failed, even if the run had already reached its own end. */
function failedBy(failure: AgentError, outcome: AgentResult, isResumable: boolean): AgentResult {
  const { code, message, hint, cause } = failure;
  return { ...outcome, end: "error", message, evidence: [], error: { code, message, hint, cause }, isResumable };
}

async function follow(options: AgentOptions, opened: Pick<Runtime, "model" | "own" | "judge">): Promise<AgentResult> {
  const { folder } = options;
  const consent = new Consent();
  const journal = await ActionJournal.open(join(folder, "actions.jsonl"));
  await using saver = await FileSaver.open(join(folder, "checkpoint.json"));
  let opening: Phone;
  try {
    opening = await opened.own.openPhone(consent.confirm);
  } catch (error) {
    return resultOf(await savedState(saver), options, opened.own.signal.aborted ? cancelled() : failed(error));
  }
  await using phone = opening;
  const runtime: Runtime = {
    phone,
    seen: { screen: null },
    ...opened,
    guide: options.guide ?? { kind: "none" },
    limits: options,
    replansAlways: options.replan === "always",
    sendsImages: options.images === true,
    journal,
    consent,
    log: nodeLog(join(folder, "nodes.jsonl")),
    folder,
    signal: opened.own.signal,
  };
  return await followGraph(runtime, saver, options);
}

/** Files that contain the screen and typed text; they are deleted if the run cannot be resumed. */
const OF_SCREENS = ["checkpoint.json", "screen.png", "screen.jpeg", "screen.webp"] as const;

async function tidy(folder: string, record: RunRecord, { end }: AgentResult): Promise<void> {
  await closeRecord(folder, record, end);
  for (const name of OF_SCREENS) await rm(join(folder, name), { force: true });
}

/** Checks options that only a program without types can leave out. */
function requireOptions(options: AgentOptions): void {
  const given = new Map<string, unknown>(Object.entries(Object(options)));
  const isText = (value: unknown) => typeof value === "string";
  const isMade = (value: unknown) => typeof value === "function";
  const isModel = (value: unknown) => isText(value) || (typeof value === "object" && value !== null);
  const needed = { task: isText, folder: isText, model: isModel, openPhone: isMade };
  for (const [name, isRight] of Object.entries(needed)) {
    if (isRight(given.get(name))) continue;
    throw new AgentError("AGENT_RUN_UNUSABLE", `runAgent: ${name} is missing, or of another type`, {
      hint: "Give task and folder as texts, model as its name or the model itself, and openPhone as a function.",
    });
  }
  for (const name of ["onEvent", "askPerson", "judge"]) {
    if (given.get(name) === undefined || isMade(given.get(name))) continue;
    throw new AgentError("AGENT_RUN_UNUSABLE", `runAgent: ${name} has to be a function`, {
      hint: `Give ${name} as a function, or leave it out.`,
    });
  }
}

function requireLimits({ task, maxSteps, maxTokens, maxCost, price, expect, judge }: AgentOptions): void {
  if (task.trim() === "") throw new AgentError("AGENT_RUN_UNUSABLE", "the task is empty", { hint: "Say what to do." });
  for (const [name, limit] of Object.entries({ maxSteps, maxTokens }))
    if (limit !== undefined && !(limit >= 1))
      throw new AgentError("AGENT_RUN_UNUSABLE", `${name} is ${limit}: nothing could be done`, {
        hint: `Give ${name} as a number of at least 1, or leave it out.`,
      });
  if (maxCost !== undefined && price === undefined)
    throw new AgentError("MODEL_UNUSABLE", "a limit of cost needs the price of the model", {
      hint: "Give it as --price INPUT,OUTPUT in US dollars for a million tokens, or limit tokens: --max-tokens.",
    });
  if (expect !== undefined && judge !== undefined)
    throw new AgentError("AGENT_RUN_UNUSABLE", "give either `expect` or `judge`", { hint: "Leave one of them out." });
}

function judgeOf({ expect, judge }: AgentOptions, own: OwnFunctions): Runtime["judge"] {
  if (judge !== undefined) return async (phone) => await own.judge(phone);
  return expect === undefined ? null : async (phone, signal) => await verified(phone, expect, signal);
}

async function verified(phone: Phone, condition: string, signal: AbortSignal): Promise<Judged> {
  try {
    const { evidence } = await phone.verify(condition, { signal });
    return { holds: true, evidence };
  } catch (error) {
    if (failureOf(error).code !== "EXPECTATION_FAILED") throw error;
    return { holds: false, evidence: [] };
  }
}

const THREAD = { configurable: { thread_id: "run" } } as const;
/** How many nodes one round runs at most, including rounds without an action. */
const NODES_A_STEP = 20;

/** Runs the graph from its current node to an end. A person's answers continue it in between. */
async function followGraph(runtime: Runtime, saver: FileSaver, options: AgentOptions): Promise<AgentResult> {
  const graph = omniGraph(runtime, saver);
  const state = async () => {
    const { values } = await graph.getState(THREAD);
    return Object.keys(values).length === 0 ? null : (values as OmniState);
  };
  const config = {
    ...THREAD,
    recursionLimit: ((options.maxSteps ?? 30) + 5) * NODES_A_STEP,
    durability: "sync" as const,
  };
  const before = await state();
  if (before !== null) {
    runtime.own.report({ kind: "resumed", actions: before.actions });
    const { next } = await graph.getState(THREAD);
    const place = resumePoint(before, next, runtime);
    // The last action, after the last observation, may have opened another app.
    const left_app = before.is_observed ? before.app : null;
    const fresh = { error_message: null, failed_node: null, newly_planned_tasks: null, is_observed: false, left_app };
    if (place !== null) await graph.updateState(THREAD, { ...fresh, ...place.change }, place.after);
  }
  type Input = Parameters<typeof graph.invoke>[0];
  let input: Input = before === null ? firstState(options.task, options.expected ?? null) : null;
  try {
    for (;;) {
      await graph.invoke(input, config);
      const question = questionOf(await graph.getState(THREAD));
      if (question === null) break;
      if (!runtime.own.hasPerson) return resultOf(await state(), options, nobody(question));
      const answer = await runtime.own.ask(question);
      input = new Command({ resume: { question, answer } }) as Input;
    }
  } catch (error) {
    if (!runtime.signal.aborted) throw error;
    const stopped = resultOf(await state(), options, cancelled());
    // The node that was stopped wrote no state, although a model may have answered it.
    const usage = sum(before?.usage ?? NO_USAGE, runtime.model.meter.total);
    return { ...stopped, usage, cost: costOf(usage, options.price) };
  }
  return resultOf(await state(), options, null);
}

/** The current state of the run; null if the run has not begun. */
async function savedState(saver: FileSaver): Promise<OmniState | null> {
  const values: unknown = (await saver.getTuple(THREAD))?.checkpoint.channel_values;
  return isState(values) ? values : null;
}

function isState(values: unknown): values is OmniState {
  return typeof values === "object" && values !== null && "original_request" in values;
}

/**
 * The node after which a run continues; null for its current place. Refs are valid only in the connection that showed
 * them: an action that was chosen by refs is chosen again on a new observation, unless it was begun.
 */
function resumePoint(
  { chosen, actions, failed_node, is_updated, repeated }: OmniState,
  next: readonly string[],
  { journal }: Runtime,
): { readonly after: string; readonly change: Partial<OmniState> } | null {
  if (failed_node === "search_agent_node") return { after: START, change: {} };
  if (chosen !== null && journal.known(actions) !== "new") return { after: "action_agent_node", change: {} };
  if (!is_updated) return { after: "perform_action_node", change: {} };
  if (next.includes("search_agent_node")) return null;
  // A choice that was not sent, for example because nobody answered its question, does not count as a repetition.
  const unsent = chosen === null ? {} : { repeated: { ...repeated, times: repeated.times - 1 } };
  return { after: "loop_entry", change: { chosen: null, ...unsent } };
}

function questionOf({
  tasks,
}: {
  readonly tasks: readonly { readonly interrupts: readonly { readonly value?: unknown }[] }[];
}): string | null {
  const [first] = tasks.flatMap(({ interrupts }) => interrupts);
  return first === undefined ? null : (first.value as PersonQuestion).question;
}

function nobody(question: string): End {
  return { kind: "needs_person", message: `nobody was there to be asked: ${question}`, evidence: [], error: null };
}

function cancelled(): End {
  return { kind: "cancelled", message: "the run was stopped; it can go on", evidence: [], error: null };
}

function failed(error: unknown): End {
  const { code, message, hint } = failureOf(error);
  return { kind: "error", message, evidence: [], error: { code, message, hint } };
}

const RESUMABLE: ReadonlySet<string> = new Set(["needs_person", "cancelled", "error"]);

function resultOf(
  state: OmniState | null,
  { folder, price, task, expected }: AgentOptions,
  stopped: End | null,
): AgentResult {
  const { end, error_message, actions, observations, usage } = state ?? firstState(task, expected ?? null);
  const ended = stopped ?? end ?? errorEnd(error_message);
  return {
    end: ended.kind,
    message: ended.message,
    evidence: ended.evidence,
    error: ended.error,
    actions,
    observations,
    usage,
    cost: costOf(usage, price),
    folder,
    isResumable: RESUMABLE.has(ended.kind),
  };
}

function errorEnd(error: OmniState["error_message"]): End {
  const known = error ?? { code: "INTERNAL", message: "the graph ended without an end", hint: "Report the message." };
  return { kind: "error", message: known.message, evidence: [], error: known };
}
