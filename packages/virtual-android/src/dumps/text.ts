import type { Rect } from "../../../../src/base/geometry.js";

/** The lines of a dump, without line ends. */
export type Lines = readonly string[];

/** A line, with the first and the last API level whose framework prints it. */
export type VersionedLine = readonly [since: number, until: number, line: string];

/** The upper bound of a {@link VersionedLine} that current releases still print. */
export const NOW = 99;

/** The lines of a table for this API level. */
export function linesOf(api: number, table: readonly VersionedLine[]): Lines {
  return table.filter(([since, until]) => api >= since && api <= until).map(([, , line]) => line);
}

/** The lines if the condition holds, else none. */
export function when(condition: boolean, ...lines: Lines): Lines {
  return condition ? lines : [];
}

/** The lines with `prefix` before each non-empty line, as `dump(prefix)` of the framework prints them. */
export function indent(prefix: string, lines: Lines): Lines {
  return lines.map((line) => (line === "" ? "" : prefix + line));
}

/** `[l,t][r,b]`: Rect.toShortString. */
export function shortRect(rect: Rect): string {
  return `[${rect.left},${rect.top}][${rect.right},${rect.bottom}]`;
}

/** `Rect(l, t - r, b)`: Rect.toString. */
export function longRect(rect: Rect): string {
  return `Rect(${rect.left}, ${rect.top} - ${rect.right}, ${rect.bottom})`;
}

export const EMPTY_RECT: Rect = { left: 0, top: 0, right: 0, bottom: 0 };

/** A float as Java prints it: `1.0`, `60.000004`. */
export function javaFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(Math.fround(value) === value ? shortestFloat(value) : value);
}

/**
 * An identity hash (System.identityHashCode, 28 bits, lower-case hex) that is always the same for a seed: all dumps
 * have to agree on the hash of an object that the state of the phone does not name.
 */
export function identityHash(seed: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  return ((hash >>> 4) | 1).toString(16);
}

/** TimeUtils.formatDuration: `0`, `+916ms`, `-58s544ms`, `+1d0h3m4s5ms`, without leading units that are 0. */
export function formatDuration(ms: number): string {
  if (ms === 0) return "0";
  let rest = Math.abs(Math.trunc(ms));
  let text = "";
  for (const [unit, size] of DURATION_UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || text !== "") text += `${count}${unit}`;
  }
  return `${ms > 0 ? "+" : "-"}${text}${rest}ms`;
}

const DURATION_UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
] as const;

/** `2025-12-09 06:02:22.123` (UTC, the phone's time zone). */
export function formatTime(wallClockMs: number): string {
  return new Date(wallClockMs).toISOString().replace("T", " ").slice(0, 23);
}

/** UserHandle.formatUid: `1000`, `u0a42`. */
export function formatUid(uid: number): string {
  const app = uid % 100_000;
  return app < 10_000 ? String(uid) : `u${Math.floor(uid / 100_000)}a${app - 10_000}`;
}

/** The number in hex with leading zeros: `0x000007e3`. */
export function hex8(value: number): string {
  return `0x${(value >>> 0).toString(16).padStart(8, "0")}`;
}

/** Float.toString: the shortest decimal number that gives the same 32-bit float when it is read. */
function shortestFloat(value: number): string {
  for (let digits = 1; digits < 10; digits += 1) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}
