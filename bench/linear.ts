import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as z from "zod";
import { type Bench, type BenchResult, type Figure, table } from "./bench.js";
import { grammarWorks } from "./linear/grammar.js";
import { parserWorks } from "./linear/parsers.js";
import { screenWorks } from "./linear/screen-works.js";
import type { Work } from "./linear/work.js";
import { flagValue } from "./start-phone.js";

/** Twice the input may take so many times as long: twice, and what the machine adds. */
const MOST_RATIO = 2.3;
const MOST_MEMORY_MIB = 300;
/** Less than this tells of the clock and the compiler, not of the work: what reads the largest input sooner is fine. */
const LEAST_MS = 20;
const TRIES = 4;

setFlagsFromString("--expose-gc");
const collect: () => void = z.custom<() => void>((value) => typeof value === "function").parse(runInNewContext("gc"));

/** Whether everything that reads what is not ours takes time in proportion to it. */
export const linearBench: Bench = {
  name: "linear",
  about: "doubles what parsers, grammar, refs, diff and outline are given [--only PART] [--list]",
  run: async (args) => await measure(flagValue(args, "--only") ?? "", args.includes("--list")),
};

interface Doubling {
  readonly name: string;
  readonly size: number;
  readonly ms: number;
  /** Of the time for twice the size to that for the size; 1 where the largest takes too little to tell. */
  readonly ratio: number;
}

async function measure(only: string, isListed: boolean): Promise<BenchResult> {
  const works = [...parserWorks(), ...grammarWorks(), ...screenWorks()].filter(({ name }) => name.includes(only));
  const doublings: Doubling[] = [];
  let memory = 0;
  for (const work of works) {
    doublings.push(await doubled(work));
    const { heapUsed, external } = process.memoryUsage();
    memory = Math.max(memory, heapUsed + external);
  }
  const worst = doublings.toSorted((a, b) => b.ratio - a.ratio);
  const shown = isListed ? worst : worst.filter(({ ratio }, place) => ratio > MOST_RATIO || place < 15);
  const rows = shown.map(({ name, size, ms, ratio }) => [name, size, ms.toFixed(1), ratio.toFixed(2)]);
  const figures: readonly Figure[] = [
    { name: "works", value: works.length, unit: "kinds of input" },
    { name: "measurable", value: doublings.filter(({ ratio }) => ratio !== 1).length, unit: "kinds of input" },
    { name: "largest ratio", value: round(worst[0]?.ratio ?? 0), unit: "times", atMost: MOST_RATIO },
    { name: "largest heap and buffers", value: Math.round(memory / 1024 / 1024), unit: "MiB", atMost: MOST_MEMORY_MIB },
  ];
  const told = table([["figure", "value", "unit"], ...figures.map(({ name, value, unit }) => [name, value, unit])]);
  return { text: `${table([["input", "size", "ms", "ratio"], ...rows])}\n\n${told}`, figures };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** From the first size that takes long enough; what seems to take too long is measured again. */
async function doubled(work: Work): Promise<Doubling> {
  let size = work.from;
  let ms = await timeOf(work, size);
  while (ms < LEAST_MS && size * 2 <= work.most) {
    size *= 2;
    ms = await timeOf(work, size);
  }
  if (ms < LEAST_MS) return { name: work.name, size, ms, ratio: 1 };
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && ratio > MOST_RATIO; attempt += 1) {
    const [once, twice] = [await timeOf(work, size), await timeOf(work, size * 2)];
    ratio = Math.min(ratio, twice / once);
  }
  return { name: work.name, size, ms, ratio };
}

/** The shortest processor time of some tries, which is the one with the least of the compiler's in it. */
async function timeOf(work: Work, size: number): Promise<number> {
  const run = work.prepare(size);
  let best = Number.POSITIVE_INFINITY;
  collect(); // so that what an earlier input left behind is not counted
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
