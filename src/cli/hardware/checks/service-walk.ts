import type { LiveCompanion } from "../../../devices/companion/live-companion.js";
import type { HardwareCheck } from "../hardware-check.js";
import { withCompanion } from "../live-companion.js";
import { median, repeat, tenths } from "../measure.js";

const TIMES = 5;
/** A dump takes about two seconds. */
const MOST_MS = 500;

export const serviceWalk: HardwareCheck = {
  name: "service-walk",
  assumes: "The companion reads all windows several times as fast as `uiautomator dump`.",
  sideEffect: null,
  deadlineMs: 30_000,
  run: (context, signal) =>
    withCompanion(
      context,
      async (companion) => {
        const walks = await repeat(TIMES, () => walk(companion, false, signal));
        const forced = await repeat(TIMES, () => walk(companion, true, signal));
        const [last] = walks.slice(-1);
        const nodes = last?.nodes ?? 0;
        const walkMs = median(walks.map((one) => one.walkMs));
        return {
          verdict: walkMs !== null && walkMs <= MOST_MS ? "confirmed" : "refuted",
          measured: {
            nodes,
            windows: last?.windows ?? 0,
            walkMs: tenths(walkMs),
            msPer100Nodes: walkMs === null || nodes === 0 ? null : tenths((walkMs / nodes) * 100),
            roundTrips: median(walks.map((one) => one.roundTrips)),
            withoutCacheMs: tenths(median(forced.map((one) => one.walkMs))),
            withoutCacheRoundTrips: median(forced.map((one) => one.roundTrips)),
          },
          note: null,
        };
      },
      signal,
    ),
};

async function walk(companion: LiveCompanion, isForced: boolean, signal: AbortSignal) {
  const { windows, walkMs } = await companion.snapshot({ basis: "walk", forced: isForced }, signal);
  const sum = (of: (window: (typeof windows)[number]) => number) => windows.reduce((all, one) => all + of(one), 0);
  return {
    walkMs,
    windows: windows.length,
    nodes: sum((window) => window.nodeCount),
    roundTrips: sum((window) => window.roundTrips),
  };
}
