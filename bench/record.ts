import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/base/assets.js";
import type { Figure } from "./bench.js";

/** The figures of a bench in `bench/results/recorded.json`, from which the documents take them. */
export interface Recorded {
  readonly command: string;
  /** The commit that was measured. */
  readonly commit: string;
  /** The date of the run as year, month and day. */
  readonly date: string;
  readonly machine: string;
  readonly figures: Readonly<Record<string, { readonly value: number; readonly unit: string }>>;
}

const FILE = join(packageRoot(), "bench", "results", "recorded.json");

/**
 * Records the figures of a run under its command, in place of older figures. Errors: if the working tree has changes
 * besides results and documents, because then no commit identifies the measured code.
 */
export function record(words: readonly string[], figures: readonly Figure[]): void {
  const changed = git(["status", "--porcelain", "--", ".", ":!bench/results", ":!docs", ":!README.md"]);
  if (changed !== "") throw new Error(`commit first, so that the figures have a commit:\n${changed}`);
  const key = words.join(" ");
  const entry: Recorded = {
    command: `npm run -s bench -- ${key}`,
    commit: git(["rev-parse", "--short=9", "HEAD"]),
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    figures: Object.fromEntries(figures.map(({ name, value, unit }) => [name, { value: rounded(value), unit }])),
  };
  const all: Record<string, Recorded> = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
  all[key] = entry;
  const sorted = Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Rounds to ten digits, more than any clock or count has. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}

function git(words: readonly string[]): string {
  return execFileSync("git", [...words], { cwd: packageRoot(), encoding: "utf8" }).trim();
}
