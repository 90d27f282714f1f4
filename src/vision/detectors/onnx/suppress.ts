import type { Candidate } from "./layout.js";

/**
 * Two boxes are of the same element if they overlap by at least this share, or if the smaller one is within the other
 * by this share and the sizes differ by less than this ratio.
 */
const SAME_IOU = 0.45;
const SAME_WITHIN = 0.9;
const SAME_RATIO = 1.3;

/** Only this many boxes are compared; a screen has about a tenth of them. */
const MOST = 3000;

/** The best box of each element, best first; classes are ignored. */
export function suppress(candidates: readonly Candidate[]): readonly Candidate[] {
  const left = [...candidates].sort((a, b) => b.score - a.score).slice(0, MOST);
  const kept: Candidate[] = [];
  for (const one of left) if (!kept.some((better) => isSame(one, better))) kept.push(one);
  return kept;
}

function isSame(a: Candidate, b: Candidate): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return false;
  const shared = width * height;
  const [areaA, areaB] = [areaOf(a), areaOf(b)];
  if (shared >= SAME_IOU * (areaA + areaB - shared)) return true;
  const [small, large] = [Math.min(areaA, areaB), Math.max(areaA, areaB)];
  return shared >= SAME_WITHIN * small && large < SAME_RATIO * small;
}

function areaOf({ left, top, right, bottom }: Candidate): number {
  return (right - left) * (bottom - top);
}
