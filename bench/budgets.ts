import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../src/base/assets.js";
import { type Bench, type BenchResult, type Figure, table } from "./bench.js";
import {
  BUDGETS_FILE,
  type Budgets,
  compareBudgets,
  KINDS,
  type Kind,
  MODES,
  printBudgets,
  readBudgets,
} from "./budgets/compare.js";
import { countCalls } from "./budgets/count-calls.js";

/**
 * The use of the device and of the model by each call, in counts that do not depend on the speed of this host. The
 * budgets are in `budgets/budgets.yaml`; a call that needs more fails the bench, and `--write` updates the table.
 */
export const budgetsBench: Bench = {
  name: "budgets",
  about: "adb streams, screenshots, device time and tokens of each call [--write]",
  run: async (args) => {
    const counted: Budgets = {
      companion: await countCalls("companion"),
      none: await countCalls("none"),
      cached: await countCalls("cached"),
    };
    if (args.includes("--write")) writeFileSync(join(packageRoot(), BUDGETS_FILE), printBudgets(counted));
    return reportOf(counted, readBudgets());
  },
};

const UNITS: Readonly<Record<Kind, string>> = {
  streams: "adb streams",
  exchanges: "exchanges",
  frames: "screenshots",
  detectorCalls: "detector calls",
  deviceMs: "ms of the phone",
  tokens: "tokens",
};

function reportOf(counted: Budgets, budgets: Budgets): BenchResult {
  const { missed, spare } = compareBudgets(budgets, counted);
  const calls = MODES.flatMap((mode) => [...counted[mode]].map(([call, counts]) => ({ mode, call, counts })));
  const rows = calls.map(({ mode, call, counts }) => [mode, call, ...KINDS.map((kind) => counts[kind])]);
  const figures = calls.flatMap(({ mode, call, counts }) =>
    KINDS.map((kind): Figure => ({ name: `${mode}, ${call}: ${kind}`, value: counts[kind], unit: UNITS[kind] })),
  );
  const note = spare.length === 0 ? [] : [`${spare.join("\n")}\nLower the table: npm run -s bench -- budgets --write`];
  const isWhole: Figure = { name: "calls over their budget", value: missed.length, unit: "calls", atMost: 0 };
  return {
    text: [table([["mode", "call", ...KINDS], ...rows]), ...note, ...missed].join("\n\n"),
    figures: [...figures, isWhole],
  };
}
