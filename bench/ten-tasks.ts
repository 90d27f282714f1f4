import assert from "node:assert/strict";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { VirtualPhone } from "../packages/virtual-android/src/virtual-phone.js";
import { connectMcp } from "../test/support/mcp-link.js";
import { type Product, type ProductOptions, startProduct } from "../test/support/product.js";
import { type Bench, type BenchResult, table } from "./bench.js";

const MOST_CALLS = 50;
const MOST_TOKENS = 7_500;

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** A task, and the calls of a policy that sees only the answers of calls. */
interface Task {
  readonly name: string;
  readonly options: ProductOptions;
  readonly prepare?: (phone: VirtualPhone) => void;
  /** The calls: the targets of each are words or refs of earlier answers. */
  readonly calls: readonly Call[];
  /** Whether the state of the phone shows that the task is done. */
  readonly isDone: (phone: VirtualPhone) => boolean;
  /** How often the last two calls may be repeated if the task is not done yet: a game depends on luck. */
  readonly again?: number;
}

const type = (target: string, text: string) => ({ tool: "type_text", target, text });
const tap = (target: string) => ({ tool: "tap", target });
const shows = (words: string) => (phone: VirtualPhone) => phone.hooks.find(words) !== undefined;

/** Taps at the heights where balloons pass, in every column of the game. */
const BALLOONS = ["6%", "19%", "31%", "44%", "56%", "69%", "81%", "94%"].flatMap((x) => [
  tap(`${x},40%`),
  tap(`${x},70%`),
]);

const TASKS: readonly Task[] = [
  {
    name: "sign-up form",
    options: { app: "com.fovea.form" },
    calls: [
      ["observe", {}],
      [
        "batch",
        {
          steps: [
            type('field "Given and family name"', "Ann Lee"),
            type('field "name@example.com"', "ann@example.com"),
            type('field "At least 8 characters"', "analytical"),
            type('field "0–150"', "34"),
            { tool: "press_key", key: "back" },
            tap('radio "Plus"'),
            tap('dropdown "Germany"'),
          ],
        },
      ],
      ["tap", { target: '"France"' }],
      ["scroll_to", { target: 'button "Create account"' }],
      ["batch", { steps: [tap('checkbox "I agree to the terms"'), tap('button "Create account"')] }],
    ],
    isDone: shows("Welcome, Ann Lee!"),
  },
  {
    name: "Settings → Sweden",
    options: { app: "com.android.settings" },
    calls: [
      ["observe", {}],
      ["tap", { target: 'row "Region"' }],
      ["scroll_to", { target: 'row "Sweden"' }],
      ["tap", { target: 'row "Sweden"', expect: 'row "Sweden" selected' }],
    ],
    isDone: (phone) => phone.hooks.find("Sweden") !== undefined,
  },
  {
    name: "chat",
    options: { app: "com.fovea.messages" },
    calls: [
      ["observe", {}],
      ["tap", { target: 'row "Dad"' }],
      ["type_text", { target: 'field "Text message"', text: "On my way", submit: true }],
    ],
    isDone: shows("On my way"),
  },
  {
    name: "camera permission",
    options: { app: "com.fovea.dialogs" },
    calls: [
      ["observe", {}],
      ["tap", { target: 'row "Camera permission"' }],
      ["tap", { target: 'button "While using the app"' }],
    ],
    isDone: shows("Camera: allowed"),
  },
  {
    name: "share",
    options: { app: "com.fovea.notes" },
    calls: [
      ["observe", {}],
      ["tap", { target: 'row "Shopping"' }],
      ["tap", { target: 'button "Share"' }],
      ["tap", { target: 'button "Messages"' }],
    ],
    isDone: (phone) => phone.state().focusedActivity?.packageName === "com.fovea.messages",
  },
  {
    name: "alert",
    options: { app: "com.fovea.dialogs" },
    calls: [
      ["observe", {}],
      ["tap", { target: 'row "Alert"' }],
      ["tap", { target: 'button "Discard"' }],
    ],
    isDone: (phone) => phone.hooks.find("Nothing chosen yet") === undefined && phone.hooks.find("Alert") !== undefined,
  },
  {
    name: "game",
    options: { app: "com.fovea.game" },
    calls: [
      ["observe", {}],
      ["batch", { steps: BALLOONS }],
      ["screenshot", { size: "600" }],
    ],
    isDone: () => true,
    again: 6,
  },
  {
    name: "landscape form",
    options: { app: "com.fovea.form" },
    calls: [
      ["orientation", { to: "landscape" }],
      ["batch", { steps: [type('field "Given and family name"', "Ann Lee"), { tool: "press_key", key: "back" }] }],
    ],
    isDone: (phone) => shows("Ann Lee")(phone) && phone.state().display.rotation === 1,
  },
  {
    name: "lock screen",
    options: { lock: "pin" },
    prepare: (phone) => phone.hooks.lock(),
    calls: [
      ["observe", {}],
      ["swipe", { direction: "up" }],
      ["batch", { steps: ["1", "2", "3", "4", "Enter"].map((key) => tap(`button "${key}"`)) }],
    ],
    isDone: (phone) => !phone.state().keyguard.isShowing,
  },
  {
    name: "web page",
    options: { app: "com.fovea.browser" },
    calls: [
      ["observe", {}],
      ["tap", { target: 'row "More information"' }],
    ],
    isDone: shows("https://example.org/more"),
  },
];

/** The cost of one task. */
interface Played {
  readonly calls: number;
  readonly tokens: number;
}

/**
 * Ten everyday tasks on the virtual phone, with outlines only: the calls of a client, and the tokens (o200k) that it
 * sends and gets. The policy is fixed; the state of the phone decides whether a task is done.
 */
export const tenTasksBench: Bench = {
  name: "ten-tasks",
  about: "calls and tokens of ten tasks that a client does by outlines alone [--list]",
  run: async (args) => await playAll(args.includes("--list")),
};

async function playAll(isListed: boolean): Promise<BenchResult> {
  const played: (Played & { readonly name: string })[] = [];
  for (const task of TASKS) played.push({ name: task.name, ...(await play(task, isListed)) });
  const sum = (of: (one: Played) => number) => played.reduce((total, one) => total + of(one), 0);
  const [calls, tokens] = [sum((one) => one.calls), sum((one) => one.tokens)];
  const rows = played.map(({ name, calls: count, tokens: cost }) => [name, count, cost] as const);
  return {
    text: table([["task", "calls", "tokens"], ...rows, ["all", calls, tokens]]),
    figures: [
      { name: "calls", value: calls, unit: "calls", atMost: MOST_CALLS },
      { name: "tokens", value: tokens, unit: "tokens", atMost: MOST_TOKENS },
      ...played.flatMap(({ name, ...one }) => [
        { name: `${name}: calls`, value: one.calls, unit: "calls" },
        { name: `${name}: tokens`, value: one.tokens, unit: "tokens" },
      ]),
    ],
  };
}

async function play({ name, options, prepare, calls, isDone, again = 0 }: Task, isListed: boolean): Promise<Played> {
  await using product = await startProduct({
    size: { width: 1080, height: 2400 },
    density: 420,
    speed: 40,
    config: { guard: "off", tools: ["device"] },
    ...options,
  });
  prepare?.(product.phone);
  await using mcp = await connectMcp(product);
  const score = scoreOf(product);
  let tokens = 0;
  let made = 0;
  const make = async ([tool, args]: Call) => {
    const { text, isError } = await mcp.call(tool, args);
    assert.equal(isError, false, `${name}: ${tool} ${JSON.stringify(args)}: ${text}`);
    tokens += encode(JSON.stringify({ tool, ...args })).length + encode(text).length;
    made += 1;
    if (isListed) process.stdout.write(`${name}: ${tool} ${JSON.stringify(args)}\n${text}\n\n`);
  };
  for (const call of calls) await make(call);
  const isWhole = () => isDone(product.phone) && (name !== "game" || scoreOf(product) !== score);
  for (let time = 0; time < again && !isWhole(); time += 1) for (const call of calls.slice(-2)) await make(call);
  assert.ok(isWhole(), `${name} was not done`);
  return { calls: made, tokens };
}

/** The white words in the upper left corner: the score of the game, which is only in the pixels. */
function scoreOf({ phone }: Product): string {
  const pixels = phone.pixels();
  if (!pixels) return "";
  const white: number[] = [];
  for (let y = 40; y < 130; y += 1)
    for (let x = 60; x < 420; x += 1) {
      const at = (y * pixels.width + x) * 4;
      if (pixels.rgba[at] === 255 && pixels.rgba[at + 1] === 255 && pixels.rgba[at + 2] === 255) white.push(at);
    }
  return white.join();
}
