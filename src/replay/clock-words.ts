/** A day's half, in minutes: clocks of twelve hours repeat after it. */
const HALF_DAY = 720;
/** Every time zone differs from another by a multiple of this. */
const ZONE_STEP = 15;

/**
 * How far a time of day on the screen is ahead of the device's clock, in minutes of half a day, rounded to what time
 * zones differ by; null for what is not a time of day, or none that the clock could show.
 */
export function zoneOf(word: string, deviceMs: number | null): number | null {
  const found = /^(\d{1,2}):(\d{2})(?::\d{2})?(?:\s?[ap]\.?m\.?)?$/iu.exec(word);
  if (!found || deviceMs === null) return null;
  const shown = Number(found[1]) * 60 + Number(found[2]);
  const reported = Math.floor(deviceMs / 60_000);
  const ahead = (((shown - reported) % HALF_DAY) + HALF_DAY) % HALF_DAY;
  const zone = Math.round(ahead / ZONE_STEP) * ZONE_STEP;
  return Math.abs(ahead - zone) <= 1 ? zone % HALF_DAY : null;
}

/**
 * Times of day that are the device's own: those that stand as far from its clock now as one did when it was recorded.
 * Any other time (of an alarm, a train) is a word like others.
 */
export function clockWords(recorded: TimedWords, now: TimedWords): ReadonlySet<string> {
  const zones = (words: TimedWords) => new Map([...words.words].map((word) => [word, zoneOf(word, words.deviceMs)]));
  const [then, here] = [zones(recorded), zones(now)];
  const isShared = (zone: number | null, others: ReadonlyMap<string, number | null>) =>
    zone !== null && [...others.values()].includes(zone);
  const clocks = (own: ReadonlyMap<string, number | null>, others: ReadonlyMap<string, number | null>) =>
    [...own].filter(([, zone]) => isShared(zone, others)).map(([word]) => word);
  return new Set([...clocks(then, here), ...clocks(here, then)]);
}

export interface TimedWords {
  readonly words: Iterable<string>;
  /** By the device's clock, ms since the epoch. */
  readonly deviceMs: number | null;
}
