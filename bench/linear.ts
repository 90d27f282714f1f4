import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { type Bench, type BenchResult, type Figure, table } from "./bench.js";
import { type Care, type Doubling, MOST_RATIO } from "./linear/double.js";
import type { Order, Progress } from "./linear/linear-process.js";
import { PLANTED } from "./linear/planted.js";
import { flagValue } from "./start-phone.js";

/** The heap size that has to suffice to read inputs of these sizes. */
const MOST_MEMORY_MIB = 300;

const CARES = {
  whole: { leastMs: 20, rounds: 3, collectsAll: true },
  /** Enough to find the works that have to be measured again. */
  quick: { leastMs: 4, rounds: 2, collectsAll: false },
} as const satisfies Record<string, Care>;

/** Checks that every reader of foreign input takes time in proportion to the size of the input. */
export const linearBench: Bench = {
  name: "linear",
  about: "doubles what parsers, grammar, refs, diff and outline are given [--quick] [--only PART] [--list]",
  run: async (args) => {
    const isQuick = args.includes("--quick");
    const order = { only: flagValue(args, "--only") ?? "", isQuick, care: CARES[isQuick ? "quick" : "whole"] };
    return report(await measure(order), { isListed: args.includes("--list"), isQuick });
  },
};

interface Measured {
  readonly doublings: readonly Doubling[];
  /** Names of the works for which the heap was too small. */
  readonly starved: readonly string[];
  readonly bytes: number;
}

/**
 * Measures in a process with a limited heap. A work that needs a larger heap ends the process; then another process
 * continues with the next work.
 */
async function measure(order: Omit<Order, "from">): Promise<Measured> {
  const doublings: Doubling[] = [];
  const starved: string[] = [];
  let bytes = 0;
  for (let from = 0; ; ) {
    const child = startProcess({ ...order, from });
    let last = { place: from, name: "" };
    child.on("message", (progress: Progress) => {
      if ("begun" in progress) last = progress.begun;
      else {
        doublings.push(progress.doubling);
        bytes = Math.max(bytes, progress.bytes);
      }
    });
    if (!(await isStarved(child))) return { doublings, starved, bytes };
    starved.push(last.name);
    from = last.place + 1;
  }
}

function startProcess(order: Order): ChildProcess {
  return fork(new URL("./linear/linear-process.js", import.meta.url), [JSON.stringify(order)], {
    execArgv: [`--max-old-space-size=${MOST_MEMORY_MIB}`],
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
}

/** Whether V8 ended the process because its heap was full. Errors: if the process failed for another reason. */
async function isStarved(child: ChildProcess): Promise<boolean> {
  const printed = child.stderr ? text(child.stderr) : "";
  const [code, signal] = endSchema.parse(await once(child, "close"));
  if (code === 0) return false;
  const errors = await printed;
  if (errors.includes("JavaScript heap out of memory")) return true;
  throw new Error(`the measuring ended with ${code ?? signal}: ${errors}`);
}

const endSchema = z.tuple([z.number().nullable(), z.string().nullable()]);

/** Short measurements can only distinguish quadratic growth (4 times, or somewhat less) from linear growth. */
const MOST_QUICK_RATIO = 3;

function report(
  { doublings, starved, bytes }: Measured,
  { isListed, isQuick }: { readonly isListed: boolean; readonly isQuick: boolean },
): BenchResult {
  const planted: readonly string[] = Object.values(PLANTED);
  const worst = doublings.filter(({ name }) => !planted.includes(name)).toSorted((a, b) => b.ratio - a.ratio);
  const shown = isListed ? worst : worst.filter(({ ratio }, place) => ratio > MOST_RATIO || place < 15);
  const rows = shown.map(({ name, size, ms, ratio }) => [name, size, ms.toFixed(2), ratio.toFixed(2)]);
  const greedy = starved.filter((name) => !planted.includes(name));
  const quadratic = doublings.find(({ name }) => name === PLANTED.quadratic);
  const figures: readonly Figure[] = [
    { name: "works", value: worst.length + greedy.length, unit: "kinds of input" },
    {
      name: "largest ratio",
      value: round(worst[0]?.ratio ?? 0),
      unit: "times",
      atMost: isQuick ? MOST_QUICK_RATIO : MOST_RATIO,
    },
    { name: `beyond a heap of ${MOST_MEMORY_MIB} MiB`, value: greedy.length, unit: "kinds of input", atMost: 0 },
    { name: "largest heap and buffers", value: Math.round(bytes / 1024 / 1024), unit: "MiB" },
    {
      name: PLANTED.quadratic,
      value: round(quadratic?.ratio ?? 0),
      unit: "times",
      atLeast: isQuick ? MOST_QUICK_RATIO : 3,
    },
    { name: PLANTED.memory, value: starved.includes(PLANTED.memory) ? 1 : 0, unit: "found", atLeast: 1 },
  ];
  const reported = table([["figure", "value", "unit"], ...figures.map(({ name, value, unit }) => [name, value, unit])]);
  const lines = greedy.map((name) => `${name}: needs a larger heap`);
  return { text: [table([["input", "size", "ms", "ratio"], ...rows]), ...lines, "", reported].join("\n"), figures };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
