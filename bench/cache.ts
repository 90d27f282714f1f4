import { isDeepStrictEqual } from "node:util";
import { HierarchyCache } from "../src/hierarchy-cache/cache.js";
import { dHash, hashDistance } from "../src/hierarchy-cache/hash.js";
import { type CacheOptions, readLimits } from "../src/hierarchy-cache/limits.js";
import type { Pixels } from "../src/hierarchy-cache/pixels.js";
import { TILE } from "../src/screen/tiles.js";
import { type Drawn, drawn, PLAIN } from "../test/support/drawn-screen.js";
import { Pens } from "../test/support/drawn-sheet.js";
import { drawnSubjects, mutateAll } from "../test/support/mutation-run.js";
import { MEASURED_CHANGES, MORE_CHANGES, type ScreenChange } from "../test/support/screen-changes.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const DEFAULT_RUNS = 200;
const DEFAULT_MUTATIONS = 10_000;
const UNCHANGED = 500;

/** Settings of the cache, from the default to those that are known to be unsafe. */
const SETTINGS: Readonly<Record<string, CacheOptions>> = {
  tile: { policy: "tile", limits: readLimits([]) },
  exact: { policy: "exact", limits: readLimits([]) },
  "16 px": { policy: "tile", limits: readLimits(["tile-pixels=16"]) },
  ratio: { policy: "ratio", limits: readLimits([]) },
};

/**
 * The decisions of the hierarchy cache, and their cost: for known changes of a 1080×2400 screen, for generated
 * mutations at 120 to 640 dpi, and for a moving clock and battery. `--runs N` decisions are timed, `--mutations N` are
 * made.
 */
export const cacheBench: Bench = {
  name: "cache",
  about: "verdicts and costs of the hierarchy cache [--runs N] [--mutations N]",
  run: async (args) => {
    const runs = Number(flagValue(args, "--runs") ?? DEFAULT_RUNS);
    return measure(runs, Number(flagValue(args, "--mutations") ?? DEFAULT_MUTATIONS));
  },
};

function measure(runs: number, mutations: number): BenchResult {
  const pens = new Pens();
  const rows = [...MEASURED_CHANGES, ...MORE_CHANGES].map((change) => judge(change, pens));
  const subjects = drawnSubjects(pens);
  const tally = mutateAll(subjects, { each: Math.ceil(mutations / subjects.length), pens });
  const figures: readonly Figure[] = [
    ...Object.keys(SETTINGS).map((name) => staleFigure(name, rows)),
    { name: "mutations", value: tally.total, unit: "screens" },
    { name: "mutations: stale hits", value: tally.stale.length, unit: "screens", atMost: 0 },
    { name: "mutations: app unchanged", value: tally.unchanged, unit: "screens" },
    { name: "mutations: needless misses", value: tally.needless.length, unit: "screens" },
    { name: "clock and battery: hits", value: unchangedHits(pens), unit: "%", atLeast: 99 },
    ...timings(runs, pens),
  ];
  const head = ["change", "dHash", "px", "px in a tile", "same %", ...Object.keys(SETTINGS)];
  const listed = rows.map(({ cells }) => cells);
  const reported = figures.map(({ name, value, unit }) => [name, value, unit]);
  return { text: `${table([head, ...listed])}\n\n${table([["figure", "value", "unit"], ...reported])}`, figures };
}

interface Row {
  readonly cells: readonly (string | number)[];
  /** The settings that gave a kept tree although the app's pixels changed; by luck that tree may still be right. */
  readonly stale: readonly string[];
}

function judge({ name, before, after, isHit: isRight }: ScreenChange, pens: Pens): Row {
  const [first, then] = [drawn(before, pens), drawn(after, pens)];
  const isSameTree = isDeepStrictEqual(first.tree.hierarchy, then.tree.hierarchy);
  const verdicts = Object.entries(SETTINGS).map(([setting, options]) => {
    const { isHit } = cacheOf(first, options).find(then.seen);
    const word = isRight ? "hit" : isSameTree ? "luck" : "STALE";
    return { setting, isHit, word: isHit ? word : "miss" };
  });
  const { total, worst, share } = difference(first.seen.frame, then.seen.frame);
  const cells = [name, distance(first, then), total, worst, share, ...verdicts.map(({ word }) => word)];
  const isWrong = (verdict: (typeof verdicts)[number]) => verdict.isHit && !isRight;
  return { cells, stale: verdicts.filter(isWrong).map(({ setting }) => setting) };
}

function staleFigure(setting: string, rows: readonly Row[]): Figure {
  const value = rows.filter(({ stale }) => stale.includes(setting)).length;
  const isSafe = setting === "tile" || setting === "exact";
  return { name: `${setting}: stale hits`, value, unit: `of ${rows.length}`, ...(isSafe ? { atMost: 0 } : {}) };
}

function cacheOf({ seen, tree }: Drawn, options: CacheOptions): HierarchyCache {
  const cache = new HierarchyCache(options);
  const reason = cache.keep(seen, seen.frame, tree);
  if (reason !== null) throw new Error(reason);
  return cache;
}

function distance({ seen: one }: Drawn, { seen: other }: Drawn): number {
  const whole = ({ width, height }: Pixels) => ({ left: 0, top: 0, right: width, bottom: height });
  return hashDistance(dHash(one.frame, whole(one.frame)), dHash(other.frame, whole(other.frame)));
}

/** The number of changed pixels, in total and in the tile with the most; all pixels if the sizes differ. */
function difference(one: Pixels, other: Pixels) {
  const size = other.width * other.height;
  if (one.width !== other.width || one.height !== other.height) return { total: size, worst: TILE * TILE, share: 0 };
  const columns = Math.ceil(other.width / TILE);
  const tiles = new Uint32Array(columns * Math.ceil(other.height / TILE));
  for (let at = 0; at < size; at++) {
    const isSame = [0, 1, 2].every((channel) => one.rgba[at * 4 + channel] === other.rgba[at * 4 + channel]);
    const tile = Math.floor(at / other.width / TILE) * columns + Math.floor((at % other.width) / TILE);
    if (!isSame) tiles[tile] = (tiles[tile] ?? 0) + 1;
  }
  const total = tiles.reduce((sum, count) => sum + count, 0);
  return { total, worst: Math.max(...tiles), share: (100 - (100 * total) / size).toFixed(4) };
}

/** The share of observations that get the kept hierarchy while only clock and battery change, in percent. */
function unchangedHits(pens: Pens): number {
  const screen = { ...PLAIN, density: 240, sizeDp: { width: 360, height: 640 } };
  const cache = cacheOf(drawn(screen, pens), { policy: "tile", limits: readLimits([]) });
  for (let minute = 0; minute < UNCHANGED; minute++) {
    const clock = `${9 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
    cache.find(drawn({ ...screen, clock, battery: 100 - (minute % 100) }, pens).seen);
  }
  const { hits, misses } = cache.tallyOf(screen.serial);
  return (100 * hits) / (hits + misses);
}

/** The times of a decision on a frame of 1080×2400 in memory. */
function timings(runs: number, pens: Pens): readonly Figure[] {
  const first = drawn(PLAIN, pens);
  const cache = cacheOf(first, { policy: "tile", limits: readLimits([]) });
  const ticked = drawn({ ...PLAIN, clock: "9:42" }, pens).seen;
  const typed = drawn({ ...PLAIN, field: { ...PLAIN.field, text: "hellow" } }, pens).seen;
  const hit = timed(runs, () => cache.find(ticked));
  const miss = timed(runs, () => cache.find(typed));
  const keep = timed(Math.ceil(runs / 4), () => cache.keep(first.seen, ticked.frame, first.tree));
  const figure = (name: string, value: number): Figure => ({ name: `1080x2400: ${name}`, value, unit: "ms" });
  return [
    { ...figure("hit p50", percentile(hit, 0.5)), atMost: 15 },
    figure("hit p95", percentile(hit, 0.95)),
    { ...figure("miss p50", percentile(miss, 0.5)), atMost: 15 },
    figure("miss p95", percentile(miss, 0.95)),
    figure("keep p50", percentile(keep, 0.5)),
  ];
}

function timed(runs: number, work: () => unknown): readonly number[] {
  return Array.from({ length: runs }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
}
