import { UsageError } from "./tool.js";

const SCALES: Readonly<Record<string, number>> = { "": 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of `0.5`, `2m`, `1h`. Errors: UsageError with toybox's text. */
export function parseDuration(text: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(text) ?? [];
  if (number === undefined) throw new UsageError(`Not a number '${text}'`);
  return Number(number) * (SCALES[unit] ?? 1000);
}
