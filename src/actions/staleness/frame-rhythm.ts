/** This many frames in this time are a running animation, not a single change. */
const RESTLESS_MS = 400;
const RESTLESS_FRAMES = 6;

/** Whether an app drew without a pause right before this time. */
export function isRestless(drawnAt: readonly number[], atMs: number): boolean {
  return drawnAt.filter((one) => one <= atMs && one > atMs - RESTLESS_MS).length >= RESTLESS_FRAMES;
}

/** Frames closer together than this belong to one change, however long it takes: two vsyncs at 60 Hz. */
const ONE_BEAT_MS = 40;
/** How many equal distances a rhythm needs, and how many more at most are used to compute the median distance. */
const DISTANCES = 3;
const MORE_DISTANCES = 9;
/** A change is drawn with the next vsync, 17 ms later at most; its timer may be a few ms late. */
const LATE_MS = 22;
/**
 * A timer that a busy app sets again each time is late by a share of its period. After many distances the median is
 * known well enough to allow larger deviations of single ones. A distance half as long, with two changes instead of
 * one, is still refused.
 */
const LATE_SHARE = 0.15;
const LATE_SHARE_OF_MANY = 0.25;
const MANY_DISTANCES = 6;
/** A slower change does not count as a rhythm that continues during an action. */
const LONGEST_DISTANCE_MS = 5_000;
/** A rhythm with more missing beats than this has ended: a later change is something else. */
const MOST_MISSING = 3;

interface Beat {
  /** The time of its first frame. */
  readonly atMs: number;
  readonly frames: number;
}

/**
 * Whether these frames only continue the rhythm of the frames before them, as a text that counts does. The last three
 * distances between changes are equal up to the vsync, the new changes come on time, and none takes more frames than
 * one before. Another change beside such a text breaks the rhythm, unless it is in the very same frame. If the rhythm
 * began too late to be known, later frames can prove it instead: then no earlier frame may contradict it.
 */
export function goesOnInRhythm(
  earlierAt: readonly number[],
  drawnAt: readonly number[],
  laterAt: readonly number[] = [],
): boolean {
  const [before, now] = [beatsOf(earlierAt), beatsOf(drawnAt)];
  if (isInRhythm(before, now)) return true;
  const turned = (beats: readonly Beat[]) => beats.map(({ atMs, frames }) => ({ atMs: -atMs, frames })).toReversed();
  const later = beatsOf(laterAt);
  const [distance = 0] = distancesIn(later);
  const last = before.slice(-1).filter(({ atMs }) => (now[0]?.atMs ?? 0) - atMs < 2 * distance);
  return isInRhythm(turned(later), turned([...last, ...now]));
}

/**
 * Whether these frames only continue a busy period, as a text that is written bit by bit: there were five changes in
 * the last two seconds, and the new ones are no closer together and take no more frames. A different change at that
 * time may be mistaken for one of them.
 */
export function goesOnAsBusy(earlierAt: readonly number[], drawnAt: readonly number[]): boolean {
  const [before, now] = [beatsOf(earlierAt), beatsOf(drawnAt)];
  const [first] = now;
  if (!first) return true;
  const recent = before.filter(({ atMs }) => atMs > first.atMs - RECENT_MS);
  return recent.length >= RECENT_BEATS && isAsBusy(recent, now);
}

const RECENT_MS = 2_000;
const RECENT_BEATS = 5;

function isInRhythm(before: readonly Beat[], now: readonly Beat[]): boolean {
  const last = before.slice(-DISTANCES - 1);
  const distances = distancesIn(last);
  if (distances.length < DISTANCES || !areAsShort(last, now)) return false;
  const isNear = (usual: number, share: number) => {
    const lateMs = Math.max(LATE_MS, usual * share);
    const isDue = (ms: number) => {
      const beats = Math.max(1, Math.round(ms / usual));
      return beats <= MOST_MISSING + 1 && Math.abs(ms - beats * usual) <= lateMs;
    };
    const isUsual = (ms: number) => Math.abs(ms - usual) <= lateMs;
    return (
      usual <= LONGEST_DISTANCE_MS && distances.every(isUsual) && distancesIn([...last.slice(-1), ...now]).every(isDue)
    );
  };
  const many = distancesIn(before.slice(-DISTANCES - MORE_DISTANCES - 1));
  const mean = distances.reduce((sum, ms) => sum + ms, 0) / distances.length;
  return isNear(mean, LATE_SHARE) || (many.length >= MANY_DISTANCES && isNear(middleOf(many), LATE_SHARE_OF_MANY));
}

/** The median: for an even count the mean of the two in the middle. */
function middleOf(lengths: readonly number[]): number {
  const sorted = lengths.toSorted((a, b) => a - b);
  const [one = 0, other = one] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return (one + other) / 2;
}

function isAsBusy(before: readonly Beat[], now: readonly Beat[]): boolean {
  const closest = Math.min(...distancesIn(before));
  return areAsShort(before, now) && distancesIn([...before.slice(-1), ...now]).every((ms) => ms >= closest - LATE_MS);
}

function areAsShort(before: readonly Beat[], now: readonly Beat[]): boolean {
  const most = Math.max(...before.map(({ frames }) => frames));
  return now.every(({ frames }) => frames <= most);
}

function distancesIn(beats: readonly Beat[]): readonly number[] {
  return beats.slice(1).map(({ atMs }, nth) => atMs - (beats[nth]?.atMs ?? 0));
}

function beatsOf(drawnAt: readonly number[]): readonly Beat[] {
  const beats: Beat[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const atMs of drawnAt.toSorted((a, b) => a - b)) {
    const last = beats.at(-1);
    if (last && atMs - lastAt < ONE_BEAT_MS) beats[beats.length - 1] = { ...last, frames: last.frames + 1 };
    else beats.push({ atMs, frames: 1 });
    lastAt = atMs;
  }
  return beats;
}

/** Editor.BLINK: a caret is drawn again every 500 ms. */
const BLINK_MS = 500;
const BLINK_LATE_MS = 40;
const MOST_BLINKS = 4;

/**
 * Whether another frame was drawn a whole number of blinks of a caret before or after; the frames of the blinks between
 * may be forgotten.
 */
export function isBlink(atMs: number, others: readonly number[], mostBlinks = MOST_BLINKS): boolean {
  return others.some((other) => {
    const blinks = Math.round(Math.abs(atMs - other) / BLINK_MS);
    const lateMs = Math.abs(Math.abs(atMs - other) - blinks * BLINK_MS);
    return blinks >= 1 && blinks <= mostBlinks && lateMs <= BLINK_LATE_MS;
  });
}
