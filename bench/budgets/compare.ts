import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { packageRoot } from "../../src/base/assets.js";

/** How a call is made: with the on-device service; without it and without the cache; without it and with the cache. */
export const MODES = ["companion", "none", "cached"] as const;
export type Mode = (typeof MODES)[number];

/** The counts of each call, in the order of the table. */
export const KINDS = ["streams", "exchanges", "frames", "detectorCalls", "deviceMs", "tokens"] as const;
export type Kind = (typeof KINDS)[number];

/**
 * The counts of one call: opened adb streams; adb streams and requests to the companion together; screenshots;
 * pictures that detectors processed; milliseconds by the phone's own clock; o200k tokens of the answer.
 */
export type Counts = Readonly<Record<Kind, number>>;

const rowSchema = z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]);
const tableSchema = z.strictObject({
  companion: z.record(z.string(), rowSchema),
  none: z.record(z.string(), rowSchema),
  cached: z.record(z.string(), rowSchema),
});

/** The largest allowed counts of each call, by mode and call. */
export type Budgets = Readonly<Record<Mode, ReadonlyMap<string, Counts>>>;

export const BUDGETS_FILE = "bench/budgets/budgets.yaml";

/** The committed table. Errors: zod's, with the place. */
export function readBudgets(): Budgets {
  const table = tableSchema.parse(parse(readFileSync(join(packageRoot(), BUDGETS_FILE), "utf8")));
  const mapOf = (rows: Readonly<Record<string, z.infer<typeof rowSchema>>>) =>
    new Map(Object.entries(rows).map(([call, row]) => [call, countsOf(row)]));
  return { companion: mapOf(table.companion), none: mapOf(table.none), cached: mapOf(table.cached) };
}

function countsOf([streams, exchanges, frames, detectorCalls, deviceMs, tokens]: z.infer<typeof rowSchema>): Counts {
  return { streams, exchanges, frames, detectorCalls, deviceMs, tokens };
}

/** The table as it is committed. */
export function printBudgets(budgets: Budgets): string {
  const lines = MODES.flatMap((mode) => [
    `${mode}:`,
    ...[...budgets[mode]].map(([call, counts]) => `  "${call}": [${KINDS.map((kind) => counts[kind]).join(", ")}]`),
  ]);
  return `# What each call may take: [${KINDS.join(", ")}].\n# Written by \`npm run -s bench -- budgets --write\`; see docs/develop.md.\n${lines.join("\n")}\n`;
}

/** Device time varies by a frame, depending on when a call begins in a frame, and by a step of the device's clock. */
const TOLERANCE: Readonly<Record<Kind, number>> = {
  ...{ streams: 0, exchanges: 0, frames: 0, detectorCalls: 0, tokens: 0 },
  deviceMs: 30,
};

export interface Comparison {
  /** Calls over their budget, calls that are not in the table, and calls of the table that were not made. */
  readonly missed: readonly string[];
  /** Calls that take less than their budget: the table should be lowered. */
  readonly spare: readonly string[];
}

/** Compares the counts with the budgets; each line names a call and its counts. */
export function compareBudgets(budgets: Budgets, counted: Budgets): Comparison {
  const [missed, spare]: [string[], string[]] = [[], []];
  for (const mode of MODES) {
    for (const call of new Set([...budgets[mode].keys(), ...counted[mode].keys()])) {
      const [allowed, taken] = [budgets[mode].get(call), counted[mode].get(call)];
      if (!allowed) missed.push(`${mode}, ${call}: is not in ${BUDGETS_FILE}`);
      else if (!taken) missed.push(`${mode}, ${call}: is in ${BUDGETS_FILE}, and was not counted`);
      else {
        const more = differences(allowed, taken, (kind) => taken[kind] > allowed[kind] + TOLERANCE[kind]);
        const less = differences(allowed, taken, (kind) => taken[kind] < allowed[kind] - TOLERANCE[kind]);
        if (more !== "") missed.push(`${mode}, ${call}: needs more than its budget: ${more}`);
        if (less !== "") spare.push(`${mode}, ${call}: needs less than its budget: ${less}`);
      }
    }
  }
  return { missed, spare };
}

function differences(allowed: Counts, taken: Counts, isToSay: (kind: Kind) => boolean): string {
  const words = KINDS.filter(isToSay).map((kind) => `${taken[kind]} ${kind} instead of ${allowed[kind]}`);
  return words.join(", ");
}
