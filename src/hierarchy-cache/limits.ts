import type { Config } from "../base/config.js";
import { FoveaError } from "../base/errors.js";
import type { CachePolicy } from "../base/options/choices.js";
import { lookUp } from "../base/word-table.js";

export interface CacheOptions {
  readonly policy: CachePolicy;
  readonly limits: CacheLimits;
}

/** Thresholds of the policies, and limits of the memory. */
export interface CacheLimits {
  /** `tile`: how many pixels may differ in a tile of 32×32. */
  readonly tilePixels: number;
  /** `tile`: how different a pixel has to be to count, 0–1 (pixelmatch's threshold); with 0 every difference counts. */
  readonly colour: number;
  /** `ratio`: more than this percentage of the pixels has to be the same. */
  readonly ratio: number;
  /** In how many bits of the hash a kept screen may differ and still be compared. */
  readonly hashBits: number;
  /** The limit of the memory for screenshots and hierarchies, in MiB. */
  readonly mb: number;
  /** The largest number of screens. */
  readonly screens: number;
}

interface LimitSpec {
  readonly key: keyof CacheLimits;
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
  readonly default: number;
}

const SPECS: Readonly<Record<string, LimitSpec>> = {
  "tile-pixels": { key: "tilePixels", from: 0, to: 1_024, isWhole: true, default: 0 },
  colour: { key: "colour", from: 0, to: 1, isWhole: false, default: 0 },
  ratio: { key: "ratio", from: 50, to: 100, isWhole: false, default: 99.8 },
  "hash-bits": { key: "hashBits", from: 0, to: 64, isWhole: true, default: 6 },
  mb: { key: "mb", from: 1, to: 16_384, isWhole: true, default: 192 },
  screens: { key: "screens", from: 1, to: 10_000, isWhole: true, default: 64 },
};

/** The options of the cache from the configuration; null if it is off. Errors: INVALID_ARGUMENT. */
export function cacheOptions({
  hierarchyCache: policy,
  hierarchyCacheLimits: words,
}: Pick<Config, "hierarchyCache" | "hierarchyCacheLimits">): CacheOptions | null {
  const limits = readLimits(words);
  return policy === "off" ? null : { policy, limits };
}

/** The limits from words like `tile-pixels=4`. Errors: INVALID_ARGUMENT. */
export function readLimits(words: readonly string[]): CacheLimits {
  const given = new Map(words.map(readWord));
  const limitOf = (key: keyof CacheLimits) => {
    const known = Object.values(SPECS).find((spec) => spec.key === key);
    return given.get(key) ?? known?.default ?? 0;
  };
  return {
    tilePixels: limitOf("tilePixels"),
    colour: limitOf("colour"),
    ratio: limitOf("ratio"),
    hashBits: limitOf("hashBits"),
    mb: limitOf("mb"),
    screens: limitOf("screens"),
  };
}

function readWord(word: string): readonly [keyof CacheLimits, number] {
  const [, name = "", text = ""] = /^\s*([a-z-]+)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(word) ?? [];
  const spec = lookUp(SPECS, name);
  const value = Number(text);
  if (!spec) throw wrong(word, `one of ${Object.keys(SPECS).join(", ")}, each with =NUMBER`);
  const isWithin = value >= spec.from && value <= spec.to && (!spec.isWhole || Number.isInteger(value));
  if (!isWithin) throw wrong(word, `${spec.isWhole ? "a whole number" : "a number"} from ${spec.from} to ${spec.to}`);
  return [spec.key, value];
}

function wrong(word: string, expected: string): FoveaError {
  const option = "--hierarchy-cache-limits (FOVEA_HIERARCHY_CACHE_LIMITS)";
  return new FoveaError("INVALID_ARGUMENT", `${option}: ${JSON.stringify(word)} has to be ${expected}`);
}
