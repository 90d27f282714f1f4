import * as z from "zod";
import { waitFor } from "../actions/conditions/wait-for.js";
import { unreadable } from "../actions/targets/refuse-screen.js";
import { screenAfter } from "../answers/act-answer.js";
import { FoveaError, isFoveaError, toFoveaError } from "../base/errors.js";
import { actionWords } from "../graph/action-sig.js";
import { WAIT } from "../graph/build/graph-run.js";
import { describeScreen } from "../graph/describe-screen.js";
import type { ActionSig, Edge, Vertex } from "../graph/graph.js";
import { recallScreens } from "../graph/predict/recall.js";
import type { Standing } from "../live-memory/device-run.js";
import type { LiveMemory } from "../live-memory/live-memory.js";
import { MOST_WITHOUT_EFFECT, repeatKey } from "../live-memory/repeats.js";
import { partsMeant, wayTo } from "../live-memory/way.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import type { Observation } from "../screen/observation.js";
import { isReadable } from "../screen/readable.js";
import { storedSelectorsOf } from "../screen/stored-selector.js";
import type { Session } from "../session/session.js";
import { confirmField, deviceField } from "../tool-contract/fields.js";
import { requireMemory } from "../tool-contract/require-memory.js";
import { type AnyTool, defineTool, type ToolContext } from "../tool-contract/tool.js";
import { view as screenView } from "./batch.js";
import { openApp } from "./open-app.js";
import { pressKey } from "./press-key.js";
import { swipe } from "./swipe.js";
import { tap } from "./tap.js";
import { typeText } from "./type-text.js";

/** How long to wait for an expected screen after an action, in ms. */
const LATE_MS = 3_000;
/** How long to wait for a change that came without an action before, in ms. */
const BY_ITSELF_MS = 10_000;
const LONG_PRESS_MS = 800;

export const goTo = defineTool({
  name: "go_to",
  title: "Go to a known screen",
  description: "Go to a known screen, step by step; stops if the phone shows something else.",
  kind: "act",
  askedBy: "memory",
  destructive: true,
  idempotent: true,
  deadlineMs: 58_000,
  example: { screen: "Create account" },
  input: z.strictObject({
    device: deviceField,
    screen: z.string().min(1).max(500).describe("id from recall, or words, e.g. notification settings"),
    confirm: confirmField,
  }),
  run: async (args, context, signal) => {
    const memory = await requireMemory(context);
    const session = await context.session(args.device, signal);
    return await session.acts.run(async () => await walk({ session, context, memory }, args.screen, signal), signal);
  },
  render: ({ steps, goal, ...seen }) => {
    const said = steps.map((step, place) => `${place + 1} ${step}`);
    const end = `at ${goal.id} ${describeScreen(goal)}${steps.length === 0 ? ", where the phone was" : ""}`;
    return { text: [...said, end, screenAfter(seen)].join("\n") };
  },
  toJson: ({ steps, goal, after }) => ({ screen: goal.id, steps, observation: after }),
});

interface Walker {
  readonly session: Session;
  readonly context: ToolContext;
  readonly memory: LiveMemory;
}

/**
 * Goes from the present screen to the wanted one. Errors: SCREEN_UNKNOWN, WAY_UNKNOWN, WAY_DIVERGED, NO_PROGRESS; those
 * of the tools that perform the steps.
 */
async function walk(walker: Walker, wanted: string, signal: AbortSignal) {
  const { session, context, memory } = walker;
  const reported = session.lastReported;
  let standing = await look(walker, signal);
  const goal = goalOf(memory, wanted, standing.facts.app);
  const steps: string[] = [];
  let way = wayTo(memory.view(), memory.ways(), standing.id, goal.id);
  const { app } = goal.print;
  if (!way && standing.facts.app !== app) {
    await openApp.perform({ package: app }, inCall(walker), signal);
    standing = await standingNow(walker, signal);
    steps.push(`open ${app} for the first time -> ${standing.id}`);
    way = wayTo(memory.view(), memory.ways(), standing.id, goal.id);
  }
  if (!way)
    throw new FoveaError("WAY_UNKNOWN", `no path from ${standing.id} to ${goal.id} was ever taken`, on(session));
  for (const edge of way) {
    context.progress(`step ${steps.length + 1} of ${way.length}: ${actionWords(edge.action)}`);
    const place = { edge, number: steps.length + 1, count: way.length, done: [...steps] };
    try {
      standing = await takeStep(walker, { edge, standing }, signal);
    } catch (error) {
      throw stopped(walker, { ...place, why: toFoveaError(error) }, reported);
    }
    if (standing.id !== edge.to) throw stopped(walker, { ...place, why: diverged(walker, edge, standing) }, reported);
    steps.push(`${actionWords(edge.action)} -> ${edge.to}`);
  }
  return { steps, goal, ...screenView(session, reported) };
}

/** Performs one step and gives the known screen after it; waits if the expected screen is late. */
async function takeStep(
  walker: Walker,
  { edge, standing }: { readonly edge: Edge; readonly standing: Standing },
  signal: AbortSignal,
): Promise<Standing> {
  const { session, memory } = walker;
  const { serial } = session.device;
  if (memory.withoutProgress(serial, repeatKey(standing.id, edge.action, { points: [] })) >= MOST_WITHOUT_EFFECT) {
    const tried = `this action changed nothing on this screen ${MOST_WITHOUT_EFFECT} times in a row`;
    throw new FoveaError("NO_PROGRESS", `${tried}, and was not done again`, on(session));
  }
  if (edge.action.type !== WAIT) await perform(walker, edge.action, standing, signal);
  const now = await standingNow(walker, signal);
  if (now.id === edge.to) return now;
  return await waitForScreen(walker, edge, edge.action.type === WAIT ? BY_ITSELF_MS : LATE_MS, signal);
}

/** The known screen of the last observation; observes if there is none. */
async function standingNow(walker: Walker, signal: AbortSignal): Promise<Standing> {
  const { session, memory } = walker;
  return memory.seen(session.device.serial, session.lastObservation) ?? (await look(walker, signal));
}

async function waitForScreen(walker: Walker, { to }: Edge, mostMs: number, signal: AbortSignal): Promise<Standing> {
  const until = performance.now() + mostMs;
  for (;;) {
    const standing = await standingNow(walker, signal);
    const timeoutMs = until - performance.now();
    if (standing.id === to || timeoutMs <= 0) return standing;
    try {
      await waitFor(walker.session, { condition: null, timeoutMs }, () => {}, signal);
    } catch (error) {
      if (!isFoveaError(error, "WAIT_TIMEOUT")) throw error;
      return await look(walker, signal);
    }
    walker.session.noteReported(await reading(walker, signal));
  }
}

async function look(walker: Walker, signal: AbortSignal): Promise<Standing> {
  const { session, memory } = walker;
  const observation = await reading(walker, signal);
  const standing = memory.seen(session.device.serial, observation);
  if (!standing) throw unreadable(session, observation);
  return standing;
}

async function reading({ session }: Walker, signal: AbortSignal): Promise<Observation> {
  const { observation } = await observe(session, { ...OBSERVE_TREE, screenshot: "unlessLive" }, signal);
  if (!isReadable(observation)) throw unreadable(session, observation);
  return observation;
}

/** Performs an action with its tool and all checks of the tool, including the guard. */
async function perform(walker: Walker, action: ActionSig, standing: Standing, signal: AbortSignal): Promise<void> {
  const { tool, args } = callOfAction(walker.session, action, standing);
  await tool.perform(args, inCall(walker), signal);
}

/** The context for the steps of one call: refs mean the same as before the first step. */
function inCall({ session, context }: Walker): ToolContext {
  const inner = session.as(session.caller.midCall());
  return { ...context, session: async () => inner, progress: () => {} };
}

/** A call of a tool. */
export interface StepCall {
  readonly tool: AnyTool;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * The call that performs an action of the graph on the present screen, with all checks of the tool, including the
 * guard. `text` is the text for an action that types. Errors: WAY_DIVERGED unless the target is certain.
 */
export function callOfAction(session: Session, action: ActionSig, standing: Standing, text = ""): StepCall {
  if (action.type === "open") return { tool: openApp, args: { package: action.detail } };
  if (action.type === "back") return { tool: pressKey, args: { key: "back" } };
  if (action.type === "key") return { tool: pressKey, args: { key: action.detail } };
  const target = action.role === "" ? null : targetOf(session, action, standing);
  if (action.type === "scroll")
    return { tool: swipe, args: { direction: action.detail, ...(target !== null && { target }) } };
  if (target === null)
    throw new FoveaError(
      "WAY_DIVERGED",
      "the path has a touch without an element, which cannot be repeated",
      on(session),
    );
  if (action.type === "type") return { tool: typeText, args: { target, text } };
  const how = action.type === "long" ? { hold_ms: LONG_PRESS_MS } : action.type === "double" ? { count: 2 } : {};
  return { tool: tap, args: { target, ...how } };
}

/**
 * The stored selector of the action's target on the present screen. Errors: WAY_DIVERGED unless exactly one element
 * fits.
 */
function targetOf(session: Session, action: ActionSig, { facts }: Standing): string {
  const [part, ...others] = partsMeant(facts, action);
  const { lastObservation: seen } = session;
  const place = seen?.elements.findIndex(({ ref }) => ref === part?.name) ?? -1;
  const stored = seen && place >= 0 ? storedSelectorsOf(seen)[place] : undefined;
  if (part && others.length === 0 && stored) return JSON.stringify(stored);
  const what = part ? `${others.length + 1} elements fit` : "not on the screen";
  throw new FoveaError("WAY_DIVERGED", `the target of the action: ${what}`, on(session));
}

/** The known screen with this id, or the only one that certainly fits these words. Errors: SCREEN_UNKNOWN. */
function goalOf(memory: LiveMemory, wanted: string, app: string): Vertex {
  const view = memory.view();
  const named = view.vertex(wanted);
  if (named) return named;
  const [first, second] = recallScreens(view, { words: wanted, app, count: 2, notes: memory.notes() });
  const vertex = first && view.vertex(first.id);
  const isSure = first && (!second || second.score < first.score - LEAST_LEAD);
  if (vertex && isSure) return vertex;
  const lines = [first, second].flatMap((one) => {
    const known = one && view.vertex(one.id);
    return known ? [`${known.id} ${describeScreen(known)}`] : [];
  });
  const said = lines.length === 0 ? "no known screen fits" : `it is not certain which is meant: ${lines.join("; ")}`;
  throw new FoveaError("SCREEN_UNKNOWN", `${JSON.stringify(wanted)}: ${said}`);
}

/** How much greater the share of matching words has to be than that of the next screen. */
const LEAST_LEAD = 0.2;

function diverged({ session, memory }: Walker, { to }: Edge, { id }: Standing): FoveaError {
  const line = (screen: string) => {
    const vertex = memory.view().vertex(screen);
    return vertex ? `${screen} ${describeScreen(vertex)}` : screen;
  };
  return new FoveaError("WAY_DIVERGED", `expected ${line(to)}; found ${line(id)}`, on(session));
}

interface Stop {
  readonly edge: Edge;
  readonly number: number;
  readonly count: number;
  readonly done: readonly string[];
  readonly why: FoveaError;
}

/** The failure of a step: its place on the way, and the present screen. */
function stopped(
  { session }: Walker,
  { edge, number, count, done, why }: Stop,
  reported: Observation | null,
): FoveaError {
  const before = done.length === 0 ? "nothing was done before" : `done before: ${done.join("; ")}`;
  const message = `step ${number} of ${count} (${actionWords(edge.action)}) at ${edge.from}: ${why.message}; ${before}`;
  const visualContext = screenAfter(screenView(session, reported));
  return new FoveaError(why.code, message, { ...why.context, hint: why.hint, cause: why, visualContext });
}

function on(session: Session) {
  return { device: session.device.serial };
}
