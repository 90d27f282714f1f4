import { MONTHS } from "./months.js";

/** A possible meaning of a date: `2024-06-01`, or `--06-01` without a year. */
export type Day = string;

const NAMES = [...MONTHS.keys()].toSorted((a, b) => b.length - a.length).join("|");
const YEAR = String.raw`(?:,?\s+(?:de\s+|of\s+)?(\d{4})(?!\d))?`;

/** Date formats of people and phones; each gives all possible meanings. They are tried in this order. */
const FORMS: readonly (readonly [RegExp, (parts: readonly string[]) => readonly Day[]])[] = [
  [/(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/y, ([y, m, d]) => day(y, m, d)],
  [/(\d{4})年(\d{1,2})月(\d{1,2})日/y, ([y, m, d]) => day(y, m, d)],
  [/(\d{1,2})月(\d{1,2})日/y, ([m, d]) => day(undefined, m, d)],
  [/(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)/y, ([d, m, y]) => day(y, m, d)],
  // Day first or month first: if both are possible, both are given.
  [/(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/y, ([a, , b, y]) => [...day(y, b, a), ...day(y, a, b)]],
  [new RegExp(`(${NAMES})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])${YEAR}`, "uy"), ([m, d, y]) => named(y, m, d)],
  [
    new RegExp(`(\\d{1,2})(?:st|nd|rd|th)?\\.?\\s+(?:of\\s+|de\\s+)?(${NAMES})(?![\\p{L}\\p{M}])\\.?${YEAR}`, "uy"),
    ([d, m, y]) => named(y, m, d),
  ],
  [/((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)/y, ([y, m, d]) => day(y, m, d)],
];

/** The date that begins at this place of folded text without diacritics; undefined if none does. */
export function dateAt(
  text: string,
  at: number,
): { readonly days: readonly Day[]; readonly length: number } | undefined {
  for (const [form, read] of FORMS) {
    form.lastIndex = at;
    const found = form.exec(text);
    const days = found ? read(found.slice(1)) : [];
    if (found && days.length > 0) return { days: [...new Set(days)], length: found[0].length };
  }
  return undefined;
}

/** Whether two dates may be the same day; a date without a year matches that day of any year. */
export function isSameDay(a: Day, b: Day): boolean {
  return a === b || (a.slice(-6) === b.slice(-6) && (a.startsWith("--") || b.startsWith("--")));
}

/** The day `count` days after a day with a year. */
export function dayAfter(start: Day, count: number): Day {
  return new Date(Date.parse(`${start}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

function named(y: string | undefined, name: string | undefined, d: string | undefined): readonly Day[] {
  const month = MONTHS.get(name ?? "");
  return month === undefined ? [] : day(y, String(month), d);
}

function day(y: string | undefined, m: string | undefined, d: string | undefined): readonly Day[] {
  const [month, date] = [Number(m), Number(d)];
  if (month < 1 || month > 12 || date < 1 || date > 31) return [];
  const year = y === undefined ? "-" : y.length === 2 ? `20${y}` : y;
  return [`${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`];
}
