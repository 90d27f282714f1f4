/** What changes more often is left to `goesOnInRhythm`; what changes more seldom has no rhythm to an action. */
const SHORTEST_MS = 300;
const LONGEST_MS = 5_000;
/** A frame comes with the next vsync, and a timer late by a part of its time. */
const LATE_MS = 22;
const LATE_SHARE = 0.02;
/** How many earlier frames have to be in the same train, and how many are examined at most. */
const FEWEST = 4;
const MOST = 24;
/** Frames closer together than this show one change: two vsyncs at 60 Hz. */
const ONE_CHANGE_MS = 40;

/**
 * Whether a single frame goes on as those of a text that ticks, of which other things were drawn in between, as touches
 * are: frames that stand alone, each as long after the one before. What comes beside such a text draws otherwise,
 * unless it comes in its very frame.
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

/** Those that no other frame comes close to. */
function aloneIn(drawnAt: readonly number[]): readonly number[] {
  const sorted = [...new Set(drawnAt)].sort((a, b) => a - b);
  const isNear = (one: number | undefined, other: number) => one !== undefined && Math.abs(one - other) < ONE_CHANGE_MS;
  return sorted.filter((one, at) => !isNear(sorted[at - 1], one) && !isNear(sorted[at + 1], one));
}
