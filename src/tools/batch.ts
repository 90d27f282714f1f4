import * as z from "zod";
import { screenAfter, verdictLine } from "../answers/act-answer.js";
import { type StepWords, stepLines } from "../answers/step-lines.js";
import { FoveaError, toFoveaError } from "../base/errors.js";
import { nearest } from "../base/nearest.js";
import { backOff, deadline } from "../base/signals.js";
import { TOOL_SYNONYMS } from "../base/synonyms.js";
import { cutName } from "../base/zod-words.js";
import { renamedBetween } from "../screen/diff.js";
import type { Observation } from "../screen/observation.js";
import { parseConditionOrQuery } from "../screen/plain-language.js";
import { type ConditionWords, parseCondition, parseTarget } from "../screen/selector.js";
import type { Session } from "../session/session.js";
import { isDeclarative, MOST_DELAY_MS, readAction } from "../tool-contract/declarative-action.js";
import { deviceField } from "../tool-contract/fields.js";
import { readArguments } from "../tool-contract/read-arguments.js";
import { type AnyTool, defineTool, type ToolContext, type ToolOutcome } from "../tool-contract/tool.js";
import { closeApp } from "./close-app.js";
import { drag } from "./drag.js";
import { openApp } from "./open-app.js";
import { openUrl } from "./open-url.js";
import { pinch } from "./pinch.js";
import { pressKey } from "./press-key.js";
import { scrollTo } from "./scroll-to.js";
import { swipe } from "./swipe.js";
import { tap } from "./tap.js";
import { typeText } from "./type-text.js";
import { verify } from "./verify.js";
import { waitFor } from "./wait-for.js";

/**
 * The tools that a step may use: all that act or wait. The result of an observation between the steps would be in no
 * answer.
 */
const STEP_TOOLS: readonly AnyTool[] = [
  tap,
  swipe,
  scrollTo,
  drag,
  pinch,
  typeText,
  pressKey,
  openApp,
  closeApp,
  openUrl,
  waitFor,
  verify,
];

/** The tool checks the arguments of a step: without them here, the list of tools is shorter. */
const stepSchema = z.looseObject({});
const toolSchema = z.looseObject({ tool: z.string(), delay_ms: z.unknown().optional() });
const delaySchema = z.number().int().min(0).max(MOST_DELAY_MS);

interface Step {
  readonly tool: AnyTool;
  /** The pause before the step, in ms. */
  readonly delayMs: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The result of one step. */
interface Done extends StepWords {
  readonly tool: string;
  readonly line: string;
  /** The data of the step, without the screen. */
  readonly data: unknown;
  /** The screen after the step, of any kind of reading; undefined if there is none. */
  readonly seen: unknown;
}

export const batch = defineTool({
  name: "batch",
  title: "Several steps",
  description: "Do steps until one fails.",
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { steps: [{ tool: "tap", target: 'radio "Team"' }] },
  input: z.strictObject({
    device: deviceField,
    steps: z
      .array(stepSchema)
      .min(1)
      .max(20)
      .describe('Acting tools, wait_for, verify, e.g. [{"tool":"tap","target":"e5"}]')
      .meta({
        help: 'Acting tools, wait_for, verify, each after delay_ms if given, e.g. [{"tool":"tap","target":"e5","expect":"\\"Hi\\""}]; or declarative ({"type":"tap","target":{"text":"Hi"},"delay":500}, action.schema.json)',
      }),
  }),
  run: async (args, context, signal) => {
    const steps = args.steps.map((step, place) => readStep(step, place, context.words));
    const session = await context.session(args.device, signal);
    return await session.acts.run(async () => await perform(session, steps, context, signal), signal);
  },
  render: ({ done, ...seen }) => {
    const screen = isSent(done.at(-1)) ? [] : [screenAfter(seen)];
    return { text: [...stepLines(done), ...screen].join("\n") };
  },
  toJson: ({ done, after }) => ({ steps: done.map(({ tool, data }) => ({ tool, data })), observation: after }),
});

/**
 * Reads and checks one step. Errors: INVALID_ARGUMENT and SELECTOR_SYNTAX with the number of the step, before anything
 * is done.
 */
function readStep(step: z.output<typeof stepSchema>, place: number, words: ConditionWords | undefined): Step {
  const where = `steps: step ${place + 1}`;
  const { data } = toolSchema.safeParse(isDeclarative(step) ? stepOfAction(step, where) : step);
  if (!data) throw new FoveaError("INVALID_ARGUMENT", `${where}: tool has to be the name of a tool`, stepMeant(step));
  const { tool: name, delay_ms: wait = 0, ...given } = data;
  const { data: delayMs } = delaySchema.safeParse(wait);
  if (delayMs === undefined)
    throw new FoveaError("INVALID_ARGUMENT", `${where}: delay_ms has to be a whole number from 0 to ${MOST_DELAY_MS}`);
  const tool = STEP_TOOLS.find((one) => one.name === name);
  if (!tool) {
    const names = STEP_TOOLS.map((one) => one.name);
    const meant = nearest(name, names, TOOL_SYNONYMS);
    const hint = `${meant === undefined ? "" : `Did you mean ${meant}? `}A step is one of ${names.join(", ")}.`;
    throw new FoveaError("INVALID_ARGUMENT", `${where}: ${cutName(name)} is not a step`, { hint });
  }
  if ("device" in given) throw new FoveaError("INVALID_ARGUMENT", `${where}: device belongs beside steps`);
  const read = readArguments(tool, given);
  if (!("args" in read)) {
    const message = `${where} (${name}): ${read.problems.slice(0, 3).join("; ")}`;
    throw new FoveaError("INVALID_ARGUMENT", message, read.meant === null ? {} : { hint: read.meant });
  }
  readSelectors(tool, { args: read.args, where }, words);
  return { tool, delayMs, args: read.args };
}

/**
 * A hint of the form `{"tool":"tap"}` for a step that has the tool's name in another field. Values of the step are not
 * repeated.
 */
function stepMeant(step: z.output<typeof stepSchema>): { readonly hint?: string } {
  const named = ["tool", "action", "name", "type", "command"].map((key) => step[key]);
  const words = [...named, ...Object.keys(step)].filter((word) => typeof word === "string");
  const names = STEP_TOOLS.map((one) => one.name);
  const meant = words.map((word) => nearest(word, names, TOOL_SYNONYMS)).find((one) => one !== undefined);
  return meant === undefined
    ? {}
    : { hint: `Did you mean {"tool":"${meant.split(" ")[0]}", …} with its arguments beside it?` };
}

/** The step for a declarative action. Errors: INVALID_ARGUMENT. */
function stepOfAction(action: z.output<typeof stepSchema>, where: string) {
  const read = readAction(action);
  if ("step" in read) return read.step;
  const hint = "docs/action.schema.json describes actions in this form; tool with its arguments is the other one.";
  throw new FoveaError("INVALID_ARGUMENT", `${where}: ${read.problem}`, { hint });
}

const TARGETS = ["target", "from", "to"];
const CONDITIONS = ["condition", "expect"];

function readSelectors(
  { name }: AnyTool,
  { args, where }: { readonly args: Step["args"]; readonly where: string },
  words: ConditionWords | undefined,
): void {
  const readCondition = name === "wait_for" ? parseConditionOrQuery : parseCondition;
  for (const [field, value] of Object.entries(args)) {
    if (typeof value !== "string") continue;
    try {
      if (TARGETS.includes(field)) parseTarget(value);
      if (CONDITIONS.includes(field)) readCondition(value, words);
    } catch (error) {
      const { code, message, hint } = toFoveaError(error);
      throw new FoveaError(code, `${where}: ${message}`, { hint });
    }
  }
}

interface Performed {
  readonly done: readonly Done[];
  readonly before: Observation | null;
  readonly after: Observation | null;
  readonly picture: null;
}

/**
 * Performs the steps one after another. Each starts at the screen that the step before has left, and may be refused by
 * itself.
 */
async function perform(
  session: Session,
  steps: readonly Step[],
  context: ToolContext,
  signal: AbortSignal,
): Promise<Performed> {
  const reported = session.lastReported;
  // The caller is not shown the screens between the steps: refs mean the same as before the first step.
  const inner = session.as(session.caller.midCall());
  const own: ToolContext = { ...context, session: async () => inner, progress: () => {} };
  const done: Done[] = [];
  for (const [place, { tool, delayMs, args }] of steps.entries()) {
    context.progress(`step ${place + 1} of ${steps.length}: ${tool.name}`);
    try {
      if (delayMs > 0) await backOff(delayMs, signal);
      using limit = deadline(tool.deadlineMs, tool.name, signal);
      if (args["confirm"] === true) context.raise?.();
      const isLast = place === steps.length - 1;
      done.push(requireCertainTouch(session, doneOf(tool, await tool.perform(args, own, limit.signal)), isLast));
    } catch (error) {
      throw stoppedAt(
        { step: tool.name, place, count: steps.length, done },
        toFoveaError(error),
        view(session, reported),
      );
    }
  }
  const { seen } = done.at(-1) ?? {};
  // If the screen could not be read after the last step, an earlier reading is not used instead.
  const isRead = seen === undefined || seen === session.lastObservation;
  return { done, ...(isRead ? view(session, reported) : { before: null, after: null, picture: null }) };
}

const actSchema = z.looseObject({
  did: z.string(),
  verdict: z.object({ kind: z.string(), evidence: z.array(z.string()) }),
  notes: z.array(z.string()),
  expected: z.object({ outcome: z.string() }).optional(),
});

function doneOf({ name }: AnyTool, { answer, toJson }: ToolOutcome): Done {
  const { observation: seen, ...data } = z.looseObject({}).parse(toJson());
  const act = actSchema.safeParse(data);
  const first = answer.text.split("\n")[0] ?? "";
  if (!act.success) return { tool: name, line: first, shown: first, notes: [], data, seen };
  const { did, verdict, notes } = act.data;
  const [line, shown] = [verdictLine(verdict), verdictLine(verdict, notes)].map((said) => `${did} | ${said}`);
  return { tool: name, line: line ?? "", shown: shown ?? "", notes, data, seen };
}

/** Whether the step was only sent, without reading its result. */
function isSent(done: Done | undefined): boolean {
  return actSchema.safeParse(done?.data).data?.verdict.kind === "sent";
}

/**
 * Stops the batch if a touch may have hit another element, unless its `expect` has become true. Errors:
 * TOUCH_UNCERTAIN.
 */
function requireCertainTouch(session: Session, done: Done, isLast: boolean): Done {
  const act = actSchema.safeParse(done.data);
  if (isLast || !act.success || act.data.verdict.kind !== "uncertain" || act.data.expected?.outcome === "met")
    return done;
  const message = `the steps after it were not done: ${firstLineOf(done, 0).slice(2)}`;
  throw new FoveaError("TOUCH_UNCERTAIN", message, { device: session.device.serial, mayHaveHappened: true });
}

/** The first line without notes: notes repeat a typed text, which must not be in an error. */
function firstLineOf({ line }: Done, place: number): string {
  return `${place + 1} ${line}`.split("\n")[0] ?? "";
}

/** The last read screen, and its changes since the screen that was last reported to the caller. */
export function view(session: Session, reported: Observation | null) {
  const after = session.lastObservation;
  const before = reported?.device.bootId === after?.device.bootId ? reported : null;
  if (after) session.noteReported(after);
  if (before && after) session.caller.follow(renamedBetween(before.elements, after.elements));
  return { before, after, picture: null };
}

interface Stop {
  readonly step: string;
  readonly place: number;
  readonly count: number;
  readonly done: readonly Done[];
}

/** The failure of a step, with the steps before it and the present screen. */
function stoppedAt({ step, place, count, done }: Stop, error: FoveaError, seen: ReturnType<typeof view>): FoveaError {
  const before = done.length > 0 ? `; done before: ${done.map(firstLineOf).join("; ")}` : "; nothing was done before";
  const message = `step ${place + 1} of ${count} (${step}): ${error.message}${before}`;
  const { hint, context } = error;
  return new FoveaError(error.code, message, { ...context, hint, cause: error, visualContext: screenAfter(seen) });
}
