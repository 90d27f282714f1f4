/** A repeatable source of choices (mulberry32). */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const r = {
    next,
    chance: (p) => next() < p,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    real: (low, high) => low + next() * (high - low),
    pick: (list) => list[Math.floor(next() * list.length)],
    /** Picks a key of `{ name: weight }`. */
    weighted: (weights) => {
      const entries = Object.entries(weights);
      let left = next() * entries.reduce((sum, [, w]) => sum + w, 0);
      for (const [name, w] of entries) {
        left -= w;
        if (left <= 0) return name;
      }
      return entries[0][0];
    },
    times: (n, make) => Array.from({ length: n }, (_, i) => make(i)),
  };
  return r;
}
