import type { PartName } from "../screen/observation.js";
import type { FactProbe, FactQuestion, ReportedFact } from "./fact-probe.js";
import { frontFrameStats } from "./probes/front-frame-stats.js";
import { inputMethod } from "./probes/input-method.js";

/**
 * The probes of facts other than window, hierarchy and screenshot. A new probe needs a file, an entry here and a field
 * of the observation.
 */
export const FACT_PROBES: readonly FactProbe[] = [frontFrameStats, inputMethod];

/** The facts of an observation that requests none. */
export const NO_FACTS: readonly ReportedFact[] = FACT_PROBES.map(({ notAsked }) => notAsked);

/** Facts that are being read, by the name of their part. */
export type AskedFacts = ReadonlyMap<PartName, Promise<ReportedFact>>;

/** Starts all fact probes at the same time. */
export function askFacts(question: FactQuestion, signal: AbortSignal): AskedFacts {
  return new Map(
    FACT_PROBES.map((probe) => {
      const reported = probe.ask(question, signal);
      reported.catch(() => {}); // a cancelled call may end before it is waited for
      return [probe.name, reported];
    }),
  );
}

/** The results of the fact probes, in the order of {@link FACT_PROBES}. Errors: the signal's reason. */
export async function reportedFacts(asked: AskedFacts): Promise<readonly ReportedFact[]> {
  return await Promise.all(asked.values());
}
