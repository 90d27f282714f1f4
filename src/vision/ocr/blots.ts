import { type Rect, rectOf } from "../../base/geometry.js";
import type { GreyPicture } from "./binarise.js";

/** Pixels darker than this belong to letters; lighter ones are remains of images and shadows. */
const DARK = 180;
/** More dark runs than any screen with words has: it is a photo, and its upper part is enough. */
const MOST_RUNS = 400_000;

/**
 * The bounds of all connected dark shapes, in the order of their upper edges. Takes one pass over the rows, and joins
 * runs that touch.
 */
export function blotsOf({ width, height, grey }: GreyPicture): readonly Rect[] {
  const runs = new Runs();
  let [before, beforeEnd] = [0, 0];
  for (let y = 0; y < height && runs.count < MOST_RUNS; y += 1) {
    const start = runs.count;
    addRunsOfRow(runs, grey, { y, width });
    joinRows(runs, { before, beforeEnd, start });
    [before, beforeEnd] = [start, runs.count];
  }
  return boundsOf(runs);
}

/** Dark runs in rows, and which of them are connected (a forest, in which each run points towards its root). */
class Runs {
  readonly lefts: number[] = [];
  /** The first pixel after the run. */
  readonly rights: number[] = [];
  readonly rows: number[] = [];
  readonly roots: number[] = [];

  get count(): number {
    return this.lefts.length;
  }

  rootOf(run: number): number {
    let root = run;
    while ((this.roots[root] ?? root) !== root) {
      const next = this.roots[this.roots[root] ?? root] ?? root;
      this.roots[root] = next;
      root = next;
    }
    return root;
  }
}

function addRunsOfRow(
  runs: Runs,
  grey: Uint8Array,
  { y, width }: { readonly y: number; readonly width: number },
): void {
  const row = y * width;
  for (let x = 0; x < width; x += 1) {
    if ((grey[row + x] ?? 255) >= DARK) continue;
    const left = x;
    while (x < width && (grey[row + x] ?? 255) < DARK) x += 1;
    runs.roots.push(runs.count);
    runs.lefts.push(left);
    runs.rights.push(x);
    runs.rows.push(y);
  }
}

/** Joins the runs from `start` on with the runs of the previous row that they touch, diagonally as well. */
function joinRows(
  runs: Runs,
  { before, beforeEnd, start }: { readonly before: number; readonly beforeEnd: number; readonly start: number },
): void {
  let above = before;
  let run = start;
  while (above < beforeEnd && run < runs.count) {
    const [aboveRight, right] = [runs.rights[above] ?? 0, runs.rights[run] ?? 0];
    if (aboveRight >= (runs.lefts[run] ?? 0) && right >= (runs.lefts[above] ?? 0)) {
      const [a, b] = [runs.rootOf(above), runs.rootOf(run)];
      runs.roots[Math.max(a, b)] = Math.min(a, b);
    }
    if (aboveRight < right) above += 1;
    else run += 1;
  }
}

function boundsOf(runs: Runs): readonly Rect[] {
  const bounds = new Map<number, { left: number; top: number; right: number; bottom: number }>();
  for (let run = 0; run < runs.count; run += 1) {
    const root = runs.rootOf(run);
    const [left, right, y] = [runs.lefts[run] ?? 0, runs.rights[run] ?? 0, runs.rows[run] ?? 0];
    const known = bounds.get(root);
    if (!known) bounds.set(root, { left, top: y, right, bottom: y + 1 });
    else {
      known.left = Math.min(known.left, left);
      known.right = Math.max(known.right, right);
      known.bottom = y + 1;
    }
  }
  return [...bounds.values()].map(({ left, top, right, bottom }) => rectOf(left, top, right, bottom));
}
