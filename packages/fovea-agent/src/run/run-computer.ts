import { join } from "node:path";
import type { Phone } from "fovea-mcp";
import { AgentError, failureOf } from "../agent-error.js";
import { ComputerUse } from "../computer-use/computer-use.js";
import type { Answer, ModelCall } from "../models/ask-model.js";
import { type ComputerProvider, ComputerTalk, computerCallOf } from "../models/computer-talk.js";
import { budgetEnd, costOf, NO_USAGE } from "../omni/reduce.js";
import type { End } from "../omni/state.js";
import type { AgentOptions, AgentResult, ComputerResult, Judged } from "../public-types.js";
import { quote } from "../quote.js";
import { type NodeRun, nodeLog } from "./node-log.js";
import type { OwnFunctions } from "./own-functions.js";

/**
 * The pixels on the longer side of the model's image: providers scale larger images themselves, and the points with
 * them.
 */
const LONGEST_SIDE = 1280;
/** The run ends when the model asks this often in a row for the same calls on the same screen. */
const MOST_REPEATS = 3;

/** Errors whose usual next step is to resume the run. */
const RUN_AGAIN: ReadonlySet<string> = new Set(["MODEL_BUSY", "MODEL_FAILED"]);

type Judge = (phone: Phone, signal: AbortSignal) => Promise<Judged>;
type Screen = ComputerResult["screenshot"];

/** The counts of a run so far. */
interface Progress {
  readonly actions: number;
  readonly observations: number;
  readonly usage: AgentResult["usage"];
}

/**
 * Does a task with a provider's computer-use model. Performs the calls of an answer in their order, and stops at the
 * first call that was not done. An action that the guard or the provider asks about is done only if a person agreed to
 * it.
 */
export async function runComputer(
  provider: ComputerProvider,
  options: AgentOptions,
  judge: Judge | null,
  own: OwnFunctions,
): Promise<AgentResult> {
  const { signal } = own;
  let progress: Progress = { actions: 0, observations: 1, usage: NO_USAGE };
  let talk: ComputerTalk | null = null;
  const people = peopleOf(own);
  // Counts the action at once, because the next call of the same answer may fail.
  const report = (result: ComputerResult) => {
    progress = { ...progress, actions: progress.actions + 1, observations: progress.observations + 1 };
    own.report({ kind: "step", step: progress.actions, ...wordsOf(result) });
  };
  try {
    await using phone = await own.openPhone(people.ask);
    const computer = new ComputerUse({ phone, askPerson: people.ask, longestSide: LONGEST_SIDE, signal });
    const log = nodeLog(join(options.folder, "nodes.jsonl"));
    let screen = await computer.look();
    const conversation = new ComputerTalk(provider, options.model, options.task, screen);
    talk = conversation;
    let repeated = { key: "", times: 0 };
    for (;;) {
      signal.throwIfAborted();
      const proven = await judge?.(phone, signal);
      if (proven?.holds === true) return ended(progress, options, success(proven));
      const spent = budgetEnd(progress, options);
      if (spent !== null) return ended(progress, options, spent);
      const answer = await timed(log, "model", async () => {
        const given = await conversation.ask(screen, signal);
        return { given, output: { calls: given.calls.map(({ name }) => name) }, tokens: given.usage };
      });
      progress = { ...progress, usage: conversation.usage };
      if (answer.calls.length === 0) return ended(progress, options, ofAnswer(answer));
      const key = keyOf(answer, screen);
      repeated = { key, times: key === repeated.key ? repeated.times + 1 : 1 };
      if (repeated.times >= MOST_REPEATS) return ended(progress, options, noProgress());
      const results = await timed(log, "perform", async () => {
        const given = await perform(answer.calls, { computer, provider, screen, report });
        return { given, output: { done: given.map(({ result }) => result.isDone) }, tokens: null };
      });
      conversation.report(results);
      screen = results.at(-1)?.result.screenshot ?? screen;
      if (people.unanswered !== null) return ended(progress, options, nobody(people.unanswered));
    }
  } catch (error) {
    // The answer's tokens count even if the answer could not be used.
    progress = { ...progress, usage: talk?.usage ?? NO_USAGE };
    if (signal.aborted) return ended(progress, options, cancelled());
    if (error instanceof AgentError && error.code === "MODEL_UNUSABLE" && progress.usage.calls === 0) throw error;
    const { code, message, hint } = failureOf(error);
    const next = RUN_AGAIN.has(code)
      ? "See what was done so far, then run it again: such a run cannot be resumed."
      : hint;
    return ended(progress, options, { kind: "error", message, evidence: [], error: { code, message, hint: next } });
  }
}

/** Asks a person; notes the question if there is nobody to ask. */
function peopleOf(own: OwnFunctions) {
  const people = {
    unanswered: null as string | null,
    ask: async (question: string): Promise<boolean> => {
      if (own.hasPerson) return await own.ask(question);
      people.unanswered = question;
      return false;
    },
  };
  return people;
}

interface Stage {
  readonly computer: ComputerUse;
  readonly provider: ComputerProvider;
  readonly screen: Screen;
  /** Called after each call. */
  readonly report: (result: ComputerResult) => void;
}

async function perform(
  calls: readonly ModelCall[],
  { computer, provider, screen, report }: Stage,
): Promise<readonly { readonly call: ModelCall; readonly result: ComputerResult }[]> {
  const results: { readonly call: ModelCall; readonly result: ComputerResult }[] = [];
  let isDone = true;
  let shown = screen;
  for (const call of calls) {
    // A call that the client refused has its answer already.
    if (call.isRefused) continue;
    const text = "not done: the call before this one was not done";
    const result: ComputerResult = isDone
      ? await computer.do(computerCallOf(provider, call))
      : { text, isDone: false, isAcknowledged: false, screenshot: shown };
    results.push({ call, result });
    report(result);
    isDone = result.isDone;
    shown = result.screenshot;
  }
  return results;
}

function wordsOf({ text, isDone }: ComputerResult): { readonly did: string; readonly verdict: string } {
  return { did: quote(text.replaceAll("\n", "; "), 160), verdict: isDone ? "done" : "not done" };
}

function keyOf({ calls }: Answer, { png }: Screen): string {
  const asked = JSON.stringify(calls.map(({ name, input }) => [name, input]));
  return `${asked}\n${Buffer.from(png).toString("base64")}`;
}

type Work<Given> = () => Promise<{
  readonly given: Given;
  readonly output: NodeRun["output"];
  readonly tokens: NodeRun["tokens"];
}>;

/** Runs one part of a turn (the model's answer, or its actions), and writes a line of the log without typed text. */
async function timed<Given>(log: ReturnType<typeof nodeLog>, node: string, work: Work<Given>): Promise<Given> {
  const at = new Date().toISOString();
  const begun = performance.now();
  const { given, output, tokens } = await work();
  await log({ node, at, ms: Math.round(performance.now() - begun), inputs: {}, output, decision: null, tokens });
  return given;
}

function success({ evidence }: Judged): End {
  return { kind: "success", message: "the task is proven", evidence, error: null };
}

function ofAnswer({ text }: Answer): End {
  const words = text.trim();
  if (/^FAILED:/.test(words))
    return { kind: "failure", message: "the model says that it cannot be done", evidence: [quote(words)], error: null };
  const message = "the model says that it is done; nothing proves it";
  return { kind: "finished", message, evidence: words === "" ? [] : [quote(words)], error: null };
}

function noProgress(): End {
  const message = `the model asked for the same on the same screen ${MOST_REPEATS} times`;
  return { kind: "no_progress", message, evidence: [], error: null };
}

function nobody(question: string): End {
  return { kind: "needs_person", message: `nobody was there to be asked: ${question}`, evidence: [], error: null };
}

function cancelled(): End {
  return { kind: "cancelled", message: "the run was stopped", evidence: [], error: null };
}

function ended(progress: Progress, { folder, price }: AgentOptions, end: End): AgentResult {
  const { kind, message, evidence, error } = end;
  const { actions, observations, usage } = progress;
  const cost = costOf(usage, price);
  return { end: kind, message, evidence, error, actions, observations, usage, cost, folder, isResumable: false };
}
