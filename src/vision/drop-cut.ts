/**
 * At least this share of the drawing has to be away from the edges; otherwise the pieces at the edges are the drawing.
 */
const LEAST_FREE = 0.25;

/**
 * Removes, in place, parts of other drawings that reach into a box: drawn pieces (shares above `least`) that touch an
 * edge. They stay if the box contains hardly anything else.
 */
export function dropCut(shares: Float32Array, width: number, least: number): void {
  const cut = cutPixels(shares, width, least);
  let [free, all] = [0, 0];
  for (let at = 0; at < shares.length; at += 1) {
    const share = shares[at] ?? 0;
    if (share < least) continue;
    all += share;
    if (cut[at] === 0) free += share;
  }
  if (free === all || free < LEAST_FREE * all) return;
  for (let at = 0; at < shares.length; at += 1) if (cut[at] === 1 || isBeside(cut, at, width)) shares[at] = 0;
}

/** Whether a pixel is the soft edge of a removed piece: it is removed as well. */
function isBeside(cut: Uint8Array, at: number, width: number): boolean {
  return cut[at - 1] === 1 || cut[at + 1] === 1 || cut[at - width] === 1 || cut[at + width] === 1;
}

/** 1 for each drawn pixel that is connected with a drawn pixel at an edge. */
function cutPixels(shares: Float32Array, width: number, least: number): Uint8Array {
  const cut = new Uint8Array(shares.length);
  const height = shares.length / width;
  const next: number[] = [];
  const reach = (at: number) => {
    if (cut[at] === 1 || (shares[at] ?? 0) < least) return;
    cut[at] = 1;
    next.push(at);
  };
  for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) reach(y * width + x);
  for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) reach(y * width + x);
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    const x = at % width;
    if (x > 0) reach(at - 1);
    if (x < width - 1) reach(at + 1);
    if (at >= width) reach(at - width);
    if (at + width < shares.length) reach(at + width);
  }
  return cut;
}
