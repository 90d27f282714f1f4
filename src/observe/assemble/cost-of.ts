import type { ExchangeTally } from "../../devices/count-exchanges.js";
import type { Observation } from "../../screen/observation.js";

/**
 * The cost of an observation that began at `startedAt` (performance.now()), without the time of the companion's walk.
 */
export function costOf(tally: ExchangeTally, startedAt: number): Omit<Observation["cost"], "walkMs"> {
  return {
    adbStreams: tally.adbStreams,
    deviceProcesses: tally.deviceProcesses,
    longestStreamMs: Math.round(tally.longestStreamMs * 10) / 10,
    wallMs: Math.round((performance.now() - startedAt) * 10) / 10,
  };
}
