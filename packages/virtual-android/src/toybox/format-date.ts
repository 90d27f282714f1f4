import { DAYS, MONTHS } from "../calendar-words.js";

type Part = (date: Date, ms: number) => string;

const two = (number: number) => String(number).padStart(2, "0");
const dayOf = (date: Date) => DAYS[date.getUTCDay()] ?? "";
const monthOf = (date: Date) => MONTHS[date.getUTCMonth()] ?? "";

const PARTS: Readonly<Record<string, Part>> = {
  A: dayOf,
  a: (date) => dayOf(date).slice(0, 3),
  B: monthOf,
  b: (date) => monthOf(date).slice(0, 3),
  h: (date) => monthOf(date).slice(0, 3),
  C: (date) => two(Math.floor(date.getUTCFullYear() / 100)),
  d: (date) => two(date.getUTCDate()),
  e: (date) => String(date.getUTCDate()).padStart(2),
  H: (date) => two(date.getUTCHours()),
  I: (date) => two(date.getUTCHours() % 12 || 12),
  j: (date, ms) => String(Math.floor((ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1).padStart(3, "0"),
  m: (date) => two(date.getUTCMonth() + 1),
  M: (date) => two(date.getUTCMinutes()),
  n: () => "\n",
  N: (_, ms) => String(Math.round((((ms % 1000) + 1000) % 1000) * 1_000_000)).padStart(9, "0"),
  p: (date) => (date.getUTCHours() < 12 ? "AM" : "PM"),
  S: (date) => two(date.getUTCSeconds()),
  s: (_, ms) => String(Math.floor(ms / 1000)),
  t: () => "\t",
  u: (date) => String(date.getUTCDay() || 7),
  w: (date) => String(date.getUTCDay()),
  y: (date) => two(date.getUTCFullYear() % 100),
  Y: (date) => String(date.getUTCFullYear()),
  z: () => "+0000",
  Z: () => "UTC",
  "%": () => "%",
};

const COMPOSED: Readonly<Record<string, string>> = {
  c: "%a %b %e %H:%M:%S %Y",
  D: "%m/%d/%y",
  F: "%Y-%m-%d",
  R: "%H:%M",
  r: "%I:%M:%S %p",
  T: "%H:%M:%S",
  X: "%H:%M:%S",
  x: "%m/%d/%y",
};

/** strftime(3) in UTC, with toybox's %N (nanoseconds). `ms` since the epoch. */
export function formatDate(format: string, ms: number): string {
  const date = new Date(ms);
  return format.replace(/%(.)/gs, (whole, letter: string) => {
    const composed = COMPOSED[letter];
    if (composed !== undefined) return formatDate(composed, ms);
    return PARTS[letter]?.(date, ms) ?? whole;
  });
}
