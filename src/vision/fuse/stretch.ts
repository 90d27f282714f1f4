import type { Ground } from "./ground.js";
import type { Match } from "./match.js";
import type { Seen } from "./prepare.js";

/** Fewer confirmed detections tell nothing of their detector. */
const LEAST_CONFIRMED = 5;
/** What half of a detector's right detections reach, as the limits of fusion take it. */
const USUAL = 0.65;

export interface Stretched {
  readonly things: readonly Seen[];
  readonly matches: ReadonlyMap<number, Match>;
}

/**
 * One detector's 0.4 is another one's 0.8. The tree says which detections are right: where half of them are less sure than
 * usual, all confidences are stretched, so that the same limits hold for both detectors.
 */
export function stretch(ground: Ground, things: readonly Seen[], matches: ReadonlyMap<number, Match>): Stretched {
  const confirmed = [...matches]
    .filter(([place, { seen }]) => seen.isTouchable && ground.known[place]?.isTarget === true)
    .map(([, { seen }]) => seen.confidence)
    .sort((a, b) => a - b);
  const median = confirmed[confirmed.length >> 1] ?? USUAL;
  if (confirmed.length < LEAST_CONFIRMED || median >= USUAL || median <= 0) return { things, matches };
  const stretched = new Map(
    things.map((seen) => [seen, { ...seen, confidence: Math.min(1, (seen.confidence * USUAL) / median) }]),
  );
  const of = (seen: Seen) => stretched.get(seen) ?? seen;
  return {
    things: things.map(of),
    matches: new Map([...matches].map(([place, found]) => [place, { ...found, seen: of(found.seen) }])),
  };
}
