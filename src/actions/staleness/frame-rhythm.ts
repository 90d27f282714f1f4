/** This many frames in this time are a running animation, not a change. */
const RESTLESS_MS = 400;
const RESTLESS_FRAMES = 6;

/** Whether an app drew without a pause right before a moment. */
export function isRestless(drawnAt: readonly number[], atMs: number): boolean {
  return drawnAt.filter((one) => one <= atMs && one > atMs - RESTLESS_MS).length >= RESTLESS_FRAMES;
}

/** Frames closer together than this show one change, however long that goes on: two vsyncs at 60 Hz. */
const ONE_BEAT_MS = 40;
/** As many distances before are as long as each other; so many more are looked at for how long they are as a rule. */
const DISTANCES = 3;
const MORE_DISTANCES = 9;
/** A text is drawn with the next vsync, 17 ms later at most; its timer itself is a few ms late. */
const LATE_MS = 22;
/**
 * A timer that a busy app sets again each time is late by a part of its time. Of what was seen often enough the middle
 * distance is known so well that single ones may be further off: two in the place of one are shorter still.
 */
const LATE_SHARE = 0.15;
const LATE_SHARE_OF_MANY = 0.25;
const MANY_DISTANCES = 6;
/** A slower change is not a rhythm that continues during an action. */
const LONGEST_DISTANCE_MS = 5_000;
/** A rhythm in which more beats than these are missing has ended: what comes then is something else. */
const MOST_MISSING = 3;

interface Beat {
  /** Its first frame. */
  readonly atMs: number;
  readonly frames: number;
}

/**
 * Whether these frames only go on in the rhythm of those before them, as a text that counts: the last three distances
 * between changes are the same except for the vsync, the new ones come when they are due, and none is drawn in more
 * frames than one before. What comes beside such a text draws otherwise, unless it comes in the very frame. Where it
 * began too late for that, later ones show the same: then no earlier frame may contradict it.
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
 * Whether they only go on as those before them, as a text that is written bit by bit: there were five changes in the
 * last two seconds, and the new ones come no closer, in no more frames. What comes beside it may be taken for one of
 * them.
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

/** Editor.BLINK: a caret is drawn again each 500 ms. */
const BLINK_MS = 500;
const BLINK_LATE_MS = 40;
const MOST_BLINKS = 4;

/**
 * Whether other frames were drawn just so many blinks of a caret before or after; those between may have been
 * forgotten.
 */
export function isBlink(atMs: number, others: readonly number[], mostBlinks = MOST_BLINKS): boolean {
  return others.some((other) => {
    const blinks = Math.round(Math.abs(atMs - other) / BLINK_MS);
    const lateMs = Math.abs(Math.abs(atMs - other) - blinks * BLINK_MS);
    return blinks >= 1 && blinks <= mostBlinks && lateMs <= BLINK_LATE_MS;
  });
}
