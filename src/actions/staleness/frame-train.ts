/** More frequent changes are left to `goesOnInRhythm`; less frequent ones are not a rhythm during an action. */
const SHORTEST_MS = 300;
const LONGEST_MS = 5_000;
/** A frame comes with the next vsync, and a timer is late by a share of its period. */
const LATE_MS = 22;
const LATE_SHARE = 0.02;
/** How many earlier frames have to belong to the train, and how many are compared at most. */
const FEWEST = 4;
const MOST = 24;
/** Frames closer together than this belong to one change: two vsyncs at 60 Hz. */
const ONE_CHANGE_MS = 40;

/**
 * Whether a single frame continues those of a text that changes at a fixed interval, although other things, as touches,
 * were drawn in between. Such frames have no other frame near them, and equal distances. Another change breaks this
 * interval, unless it is in the very same frame.
 */
export function isOfTrain(earlierAt: readonly number[], drawnAt: readonly number[]): boolean {
  const [atMs, second] = drawnAt;
  if (atMs === undefined || second !== undefined) return false;
  const alone = aloneIn(earlierAt).filter((one) => one <= atMs - SHORTEST_MS);
  const recent = alone.slice(-MOST);
  return recent.some((last, nth) => recent.slice(nth + 1).some((next) => isTrain(recent, next - last, atMs)));
}

function isTrain(alone: readonly number[], apartMs: number, atMs: number): boolean {
  if (apartMs < SHORTEST_MS || apartMs > LONGEST_MS) return false;
  const lateMs = Math.max(LATE_MS, apartMs * LATE_SHARE);
  let [at, found, missed] = [atMs, 0, 0];
  while (found < FEWEST && missed <= 1) {
    const due = at - apartMs;
    const own = alone.find((one) => Math.abs(one - due) <= lateMs);
    if (own === undefined) missed += 1;
    else found += 1;
    at = own ?? due;
  }
  const others = alone.filter((one) => one >= at).length - found;
  return found === FEWEST && others <= 1;
}

/** The frames that have no other frame near them. */
function aloneIn(drawnAt: readonly number[]): readonly number[] {
  const sorted = [...new Set(drawnAt)].sort((a, b) => a - b);
  const isNear = (one: number | undefined, other: number) => one !== undefined && Math.abs(one - other) < ONE_CHANGE_MS;
  return sorted.filter((one, at) => !isNear(sorted[at - 1], one) && !isNear(sorted[at + 1], one));
}
