import type { ScriptedAnswer, ScriptedRequest } from "../../packages/fovea-agent/src/public-types.js";
import { randomFrom } from "../../test/support/mutations.js";
import type { AgentTask } from "./agent-tasks.js";

export const POLICIES = ["oracle", "noisy", "blind"] as const;
export type PolicyName = (typeof POLICIES)[number];

/** Share of a noisy policy's actions that are wrong. */
const NOISE = 0.3;
const BLIND_STEPS = 8;

/** A scripted model, and how many of its actions were right. */
export interface Policy {
  readonly answer: (request: ScriptedRequest) => ScriptedAnswer;
  readonly counts: () => { readonly right: number; readonly wrong: number };
}

export function policyFor(name: PolicyName, task: AgentTask, seed: number): Policy {
  return name === "blind" ? blind(seed) : knowing(task, name === "noisy" ? NOISE : 0, seed);
}

/**
 * Knows the steps. With noise it sometimes does a wrong action, notices it, goes back if the action opened another
 * screen, and repeats the step: each request contains all the steps that are left.
 */
function knowing({ steps }: AgentTask, noise: number, seed: number): Policy {
  const random = randomFrom(seed);
  let next = 0;
  let [right, wrong] = [0, 0];
  let strayedFrom: string | null = null;
  const plan = (screen: string) => {
    const rest = steps.slice(next).map(({ request }) => request);
    const isElsewhere = strayedFrom !== null && strayedFrom !== headOf(screen);
    strayedFrom = null;
    return isElsewhere ? ["go back", ...rest] : rest;
  };
  const choose = (screen: string, request: string): ScriptedAnswer => {
    if (request === "go back") return { call: { name: "press_key", arguments: { key: "back" } } };
    const step = steps[next];
    if (step === undefined) return { text: "nothing is left" };
    if (random(1000) < noise * 1000) {
      wrong += 1;
      strayedFrom = headOf(screen);
      return astray(screen, random);
    }
    right += 1;
    next += 1;
    return step.call(screen);
  };
  const answer = (request: ScriptedRequest): ScriptedAnswer => {
    const asked = request.texts.at(-1) ?? "";
    const screen = screenIn(asked);
    if (request.functions.length > 0) return choose(screen, /## sub-task\n(.*)/.exec(asked)?.[1] ?? "");
    const failed = /^\d+\. not done/m.test(lastHistory(asked));
    if (failed && strayedFrom === null && next > 0) next -= 1;
    const requests = plan(screen);
    return { text: requests.length === 0 ? '{"finish": "all steps are done"}' : listOf(requests) };
  };
  return { answer, counts: () => ({ right, wrong }) };
}

/** Taps random elements. */
function blind(seed: number): Policy {
  const random = randomFrom(seed);
  let taps = 0;
  const answer = (request: ScriptedRequest): ScriptedAnswer => {
    const asked = request.texts.at(-1) ?? "";
    if (request.functions.length > 0) {
      taps += 1;
      return astray(screenIn(asked), random);
    }
    return { text: taps >= BLIND_STEPS ? '{"finish": "perhaps"}' : listOf(["tap something"]) };
  };
  return { answer, counts: () => ({ right: 0, wrong: taps }) };
}

function listOf(requests: readonly string[]): string {
  return JSON.stringify(requests.map((request, at) => ({ step: at + 1, request, expected_output: "it is done" })));
}

function astray(screen: string, random: (below: number) => number): ScriptedAnswer {
  const lines = screen.split("\n").filter((line) => /^\s*e\d+ (?:row|button|switch|radio|checkbox)/.test(line));
  const line = lines[random(Math.max(lines.length, 1))] ?? "";
  const ref = /\be\d+\b/.exec(line)?.[0];
  return ref === undefined
    ? { call: { name: "scroll", arguments: { direction: "down" } } }
    : { call: { name: "click", arguments: { ref } } };
}

function screenIn(asked: string): string {
  return /## screen\n<untrusted>\n([\s\S]*?)\n<\/untrusted>/.exec(asked)?.[1] ?? "";
}

function headOf(screen: string): string {
  return screen.split(" | ")[0] ?? "";
}

function lastHistory(asked: string): string {
  return /## history\n<untrusted>\n([\s\S]*?)\n<\/untrusted>/.exec(asked)?.[1]?.split("\n").at(-1) ?? "";
}
