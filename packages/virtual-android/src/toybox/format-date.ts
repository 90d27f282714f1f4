import { DAYS, MONTHS } from "../calendar-words.js";

/** The offset of a time zone from UTC at one moment, and the abbreviation of the zone. */
export interface Zone {
  readonly offsetMinutes: number;
  readonly name: string;
}

const UTC: Zone = { offsetMinutes: 0, name: "UTC" };

/** `date` is shifted by the zone's offset, so that its UTC fields are those of the zone; `ms` is not shifted. */
type Part = (date: Date, ms: number, zone: Zone) => string;

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
  j: (date) =>
    String(Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1).padStart(3, "0"),
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
  z: (_, __, { offsetMinutes }) => {
    const minutes = Math.abs(offsetMinutes);
    return `${offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
  },
  Z: (_, __, { name }) => name,
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

/** strftime(3), also with toybox's %N (nanoseconds). `ms`: milliseconds since the epoch. */
export function formatDate(format: string, ms: number, zone = UTC): string {
  const date = new Date(ms + zone.offsetMinutes * 60_000);
  return format.replace(/%(.)/gs, (whole, letter: string) => {
    const composed = COMPOSED[letter];
    if (composed !== undefined) return formatDate(composed, ms, zone);
    return PARTS[letter]?.(date, ms, zone) ?? whole;
  });
}

/** The zone with an Olson name at a moment; undefined if there is no such zone. */
export function zoneAt(name: string, ms: number): Zone | undefined {
  if (name === UTC.name) return UTC; // a look-up takes a millisecond; UTC is the default
  try {
    const partOf = (timeZoneName: "longOffset" | "short") =>
      new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName })
        .formatToParts(ms)
        .find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0"] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(partOf("longOffset")) ?? [];
    const offsetMinutes = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    return { offsetMinutes, name: offsetMinutes === 0 ? "UTC" : partOf("short") };
  } catch {
    return undefined;
  }
}
