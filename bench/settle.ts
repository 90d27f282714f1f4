import { bundledProfile, type Profile } from "../packages/virtual-android/src/profile.js";
import { act } from "../src/actions/act.js";
import type { AskGate } from "../src/actions/ask-gate.js";
import { waitFor } from "../src/actions/conditions/wait-for.js";
import { type ActResult, UNTOUCHED } from "../src/actions/proof/performed.js";
import { observe } from "../src/observe/observe.js";
import { OBSERVE_TREE } from "../src/observe/observe-request.js";
import { quickCheck } from "../src/observe/quick-check/quick-check.js";
import { parseCondition } from "../src/screen/selector.js";
import type { Session } from "../src/session/session.js";
import { useCompanions } from "../test/support/companion-ways.js";
import { type Product, startProduct } from "../test/support/product.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const DEFAULT_RUNS = 10;
/**
 * The longest allowed time of a report, besides the picture or event that shows the change and one reading of a tree.
 */
const MOST_BEYOND_MS = 300;

/**
 * How soon `wait_for` reports a change, and how long acts take to settle, on a phone whose uiautomator takes 2 s and
 * whose screenshots take 250 ms. `beyond` is the time from the change to the answer, minus one screenshot if no
 * event reports the change, and minus one reading of the tree if the condition needs elements.
 */
export const settleBench: Bench = {
  name: "settle",
  about: "wait_for and settling where a dump takes 2 s [--runs N]",
  run: async (args) => await measure(Number(flagValue(args, "--runs") ?? DEFAULT_RUNS)),
};

/** A phone with slow commands. `uiautomator` itself also waits for a second without events. */
function slowPhone(): Profile {
  const instant = bundledProfile("instant");
  const cites = "the case that the bench is about";
  return {
    ...instant,
    name: "slow dumps",
    commands: [
      ...instant.commands.filter(({ command }) => !["uiautomator", "screencap"].includes(command[0] ?? "")),
      { command: ["uiautomator"], delayMs: { fixed: 1_000 }, cites },
      { command: ["screencap"], delayMs: { fixed: 250 }, cites },
      { command: ["dumpsys"], delayMs: { fixed: 30 }, cites },
    ],
  };
}

interface Side {
  readonly name: string;
  readonly isLive: boolean;
}

const SIDES: readonly Side[] = [
  { name: "with the companion", isLive: true },
  { name: "without", isLive: false },
];

async function measure(runs: number): Promise<BenchResult> {
  const figures: Figure[] = [];
  for (const side of SIDES) {
    figures.push(...(await waits(side, runs)));
    figures.push(...(await settling(side, runs)));
  }
  const rows = figures.map(({ name, value, unit }) => [name, value, unit]);
  return { text: table([["figure", "value", "unit"], ...rows]), figures };
}

async function startSide(app: string, { isLive }: Side): Promise<Product> {
  const screen = { size: { width: 360, height: 800 }, density: 140, speed: 1, animationScale: 1 } as const;
  const companion = isLive ? ({ onDevice: "enabled", link: useCompanions(), apiLevel: 34 } as const) : {};
  return await startProduct({ app, profile: slowPhone(), ...screen, ...companion });
}

/** The time of this work, in ms. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const BOX = "I agree to the terms";

interface Wait {
  readonly name: string;
  readonly condition: string | null;
  /** Whether the app sends no accessibility events about the change. */
  readonly isSilent?: boolean;
}

const WAITS: readonly Wait[] = [
  { name: "a change", condition: null },
  { name: "an element", condition: "checkbox checked" },
  { name: "a silent change", condition: null, isSilent: true },
  { name: "a silent element", condition: "checkbox checked", isSilent: true },
];

async function waits(side: Side, runs: number): Promise<readonly Figure[]> {
  await using product = await startSide("com.fovea.form", side);
  const session = await product.session();
  const figures: Figure[] = [];
  for (const wait of WAITS.filter(({ isSilent }) => side.isLive || isSilent !== true)) {
    if (wait.isSilent) product.phone.onDevice.mute("com.fovea.form");
    const late: number[] = [];
    for (let run = 0; run < runs; run += 1) late.push(await waitOnce(product, session, { ...wait, ...side, run }));
    const figure = (name: string, value: number) => ({
      name: `${side.name}: ${wait.name}: ${name}`,
      value,
      unit: "ms",
    });
    figures.push(figure("beyond p50", percentile(late, 0.5)));
    figures.push({ ...figure("beyond, at most", percentile(late, 1)), atMost: MOST_BEYOND_MS });
  }
  return figures;
}

/**
 * The time from the change to the answer in ms, minus the device's time for one screenshot and one tree, if needed.
 */
async function waitOnce(
  { phone }: Product,
  session: Session,
  { condition, isLive, isSilent, run }: Wait & Side & { readonly run: number },
): Promise<number> {
  const signal = AbortSignal.timeout(60_000);
  const request = { ...OBSERVE_TREE, fresh: "forced", screenshot: !isLive } as const;
  const { observation } = await observe(session, request, signal);
  session.noteReported(observation);
  const isChecked = observation.elements.some(({ role, checked }) => role === "checkbox" && checked === true);
  const wanted = condition && (isChecked ? "checkbox and no checkbox checked" : condition);
  // Only a screenshot shows a change that no event reports.
  const isEvent = isLive && (isSilent !== true || condition !== null);
  const frameMs = isEvent ? 0 : await timeOf(() => quickCheck(session, signal));
  const treeMs =
    condition || isLive ? await timeOf(() => observe(session, { ...OBSERVE_TREE, fresh: "forced" }, signal)) : 0;
  let changedAt = 0;
  // At a different moment of the quick checks in each run, and after the first reading is over.
  phone.hooks.after(2_600 + run * 67, () => {
    changedAt = performance.now();
    phone.hooks.tap(BOX);
  });
  const given = { condition: wanted ? parseCondition(wanted) : null, timeoutMs: 30_000 };
  await waitFor(session, given, () => {}, signal);
  return performance.now() - changedAt - frameMs - treeMs;
}

interface Case {
  readonly name: string;
  readonly app: string;
  /** What to tap first to reach the screen. */
  readonly first?: string;
  readonly begin: (product: Product) => void;
  /** Whether the act reports the final screen. */
  readonly isRight: (done: ActResult) => boolean;
}

const says = (done: ActResult, words: string) =>
  done.after?.elements.some(({ labels }) => labels.some((label) => label.includes(words))) === true;

const CASES: readonly Case[] = [
  {
    name: "nothing happens",
    app: "com.fovea.form",
    begin: () => {},
    isRight: ({ settled }) => settled?.isQuiet === true,
  },
  {
    name: "a dialog after 400 ms",
    app: "com.fovea.dialogs",
    begin: ({ phone: { hooks } }) => void hooks.after(400, () => hooks.tap("Alert")),
    isRight: (done) => says(done, "Discard draft?"),
  },
  {
    name: "the keyboard",
    app: "com.fovea.form",
    begin: ({ phone: { hooks } }) => hooks.tap("Given and family name"),
    isRight: ({ after }) => after?.ime?.visible === true,
  },
  {
    name: "another activity",
    app: "com.android.settings",
    begin: ({ phone: { hooks } }) => hooks.tap("Display"),
    isRight: (done) => says(done, "Dark theme"),
  },
  {
    name: "an app busy for 2 s",
    app: "com.fovea.sluggish",
    begin: ({ phone: { hooks } }) => hooks.tap("Work for 2 seconds"),
    isRight: (done) => says(done, "Worked 1 times"),
  },
  {
    name: "a ring that turns",
    app: "com.fovea.endless",
    first: "Stop the text",
    begin: () => {},
    isRight: ({ settled }) => settled?.restless?.what.includes('progress "Loading"') === true,
  },
  {
    name: "a game",
    app: "com.fovea.game",
    begin: () => {},
    isRight: ({ settled }) => settled !== null,
  },
];

async function settling(side: Side, runs: number): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const most = Math.max(1, Math.ceil(runs / 4));
  for (const one of CASES) {
    const times: number[] = [];
    let right = 0;
    for (let run = 0; run < most; run += 1) {
      const { ms, isRight } = await settleOnce(side, one);
      times.push(ms);
      right += isRight ? 1 : 0;
    }
    const name = `${side.name}: after ${one.name}`;
    figures.push({ name: `${name}: p50`, value: percentile(times, 0.5), unit: "ms" });
    figures.push({ name: `${name}: right`, value: right / most, unit: "of 1", atLeast: 1 });
  }
  return figures;
}

async function settleOnce(side: Side, { app, first, begin, isRight }: Case) {
  await using product = await startSide(app, side);
  const session = await product.session();
  const signal = AbortSignal.timeout(60_000);
  const isThere = () => product.phone.state().focusedWindow !== null;
  while (!isThere()) await observe(session, OBSERVE_TREE, signal);
  if (first) await doing(session, () => product.phone.hooks.tap(first), signal);
  const { observation } = await observe(session, { ...OBSERVE_TREE, screenshot: !side.isLive }, signal);
  session.noteReported(observation);
  const startedAt = performance.now();
  const done = await doing(session, () => begin(product), signal);
  return { ms: performance.now() - startedAt, isRight: isRight(done) };
}

/** An act that takes no time itself, so that all its time is settling and reading. */
async function doing(session: Session, begin: () => void, signal: AbortSignal): Promise<ActResult> {
  const perform = async (ask: AskGate) => {
    const passed = ask({ kind: "pinch", on: null, fingers: [] }, null);
    begin();
    return { ...UNTOUCHED, did: "began", by: "input", passed } as const;
  };
  return await act(session, { tool: "none", args: {} }, perform, signal);
}
