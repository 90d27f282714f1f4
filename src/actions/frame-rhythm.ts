/** So many frames in so long are an animation that runs, and no change that came. */
const RESTLESS_MS = 400;
const RESTLESS_FRAMES = 6;

/** Whether an app drew without a pause right before a moment. */
export function isRestless(drawnAt: readonly number[], atMs: number): boolean {
  return drawnAt.filter((one) => one <= atMs && one > atMs - RESTLESS_MS).length >= RESTLESS_FRAMES;
}

/** Frames closer together than this show one change: two vsyncs at 60 Hz. */
const ONE_BEAT_MS = 40;
/** As many distances before are as long as each other. */
const DISTANCES = 3;
/** A text is drawn with the next vsync, 17 ms later at most; its timer itself is a few ms late. */
const LATE_MS = 22;
/** A timer that a busy app sets anew each time is late by a part of its time. */
const LATE_SHARE = 0.15;
/** What changes more seldom is no rhythm that an action goes on in. */
const LONGEST_DISTANCE_MS = 5_000;

interface Beat {
  readonly atMs: number;
  readonly frames: number;
}

/**
 * Whether these frames only go on as those before them: as a text that counts, or one that is written bit by bit. Then the
 * last three distances between changes are the same but for the vsync and the new ones come when they are due; or there
 * were five changes in the last two seconds and the new ones come no closer. None is drawn in more frames than one before.
 * What comes beside such a text draws otherwise, unless it comes in the very frame.
 */
export function goesOn(earlierAt: readonly number[], drawnAt: readonly number[]): boolean {
  const [before, now] = [beatsOf(earlierAt), beatsOf(drawnAt)];
  const [first] = now;
  if (!first) return true;
  const recent = before.filter(({ atMs }) => atMs > first.atMs - RECENT_MS);
  const rhythm = before.slice(-DISTANCES - 1);
  return isInRhythm(rhythm, now) || (recent.length >= RECENT_BEATS && isAsBusy(recent, now));
}

const RECENT_MS = 2_000;
const RECENT_BEATS = 5;

function isInRhythm(before: readonly Beat[], now: readonly Beat[]): boolean {
  const distances = distancesIn(before);
  const mean = distances.reduce((sum, ms) => sum + ms, 0) / distances.length;
  if (distances.length < DISTANCES || mean > LONGEST_DISTANCE_MS) return false;
  const lateMs = Math.max(LATE_MS, mean * LATE_SHARE);
  if (distances.some((ms) => Math.abs(ms - mean) > lateMs) || !areAsShort(before, now)) return false;
  return distancesIn([...before.slice(-1), ...now]).every((ms) => {
    const due = Math.max(1, Math.round(ms / mean)) * mean;
    return Math.abs(ms - due) <= lateMs;
  });
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
  for (const atMs of drawnAt.toSorted((a, b) => a - b)) {
    const last = beats.at(-1);
    if (last && atMs - last.atMs < ONE_BEAT_MS) beats[beats.length - 1] = { ...last, frames: last.frames + 1 };
    else beats.push({ atMs, frames: 1 });
  }
  return beats;
}

/** Editor.BLINK: a caret is drawn anew each 500 ms. */
const BLINK_MS = 500;
const BLINK_LATE_MS = 40;
const MOST_BLINKS = 4;

/** Whether other frames were drawn just so many blinks of a caret before or after. */
export function isBlink(atMs: number, others: readonly number[]): boolean {
  return others.some((other) => {
    const blinks = Math.round(Math.abs(atMs - other) / BLINK_MS);
    const lateMs = Math.abs(Math.abs(atMs - other) - blinks * BLINK_MS);
    return blinks >= 1 && blinks <= MOST_BLINKS && lateMs <= BLINK_LATE_MS;
  });
}
