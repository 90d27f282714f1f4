/** 12 hours in minutes: a clock with 12 hours shows the same again after that. */
const HALF_DAY = 720;
/** The difference between two time zones is a multiple of this, in minutes. */
const ZONE_STEP = 15;

/**
 * How far a time of day on the screen is ahead of the device's clock, in minutes modulo 12 hours, rounded to a multiple
 * of the step between time zones. Null if the word is not a time of day, or if no time zone explains the difference.
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
 * The times of day that come from the device's clock: those whose difference to that clock is the same now as in the
 * recording. Any other time (of an alarm, of a train) is compared like other words.
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
  /** The time by the device's clock, in ms since the epoch; null if it is unknown. */
  readonly deviceMs: number | null;
}
