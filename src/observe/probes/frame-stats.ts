import { FoveaError } from "../../base/errors.js";
import { actScript, dumpsys, readScript } from "../../devices/script.js";
import { runShell, SHELL_LIMITS } from "../../devices/shell.js";
import type { FactError } from "../../screen/facts.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import { quoteWords } from "../../screen/label.js";
import { parseGfxinfo } from "../parse/gfxinfo.js";
import { decodeText } from "../parse/text.js";
import { factError, type ProbeContext, type ProbePlan } from "../probe.js";

/**
 * Frame statistics of one app by `dumpsys gfxinfo`, which asks the app itself: a hung app costs the deadline. With
 * `reset` the counters start again after they were read, which is the only thing that observing ever changes. With times
 * it tells of each window when it drew its last 120 frames.
 */
export function frameStatsProbe(
  { device }: ProbeContext,
  packageName: string,
  reset: boolean,
  withTimes = false,
): ProbePlan<FrameStats> {
  const dump = dumpsys(2, "gfxinfo", packageName, ...(withTimes ? ["framestats"] : []));
  const script = reset ? actScript([...dump, "reset"]) : readScript(dump);
  return {
    name: "frameStats",
    deadlineMs: 4_000,
    ...(reset ? { sideEffect: RESET } : {}),
    work: async (signal) => {
      const result = await runShell(device, script, { ...SHELL_LIMITS, totalMs: 4_000 }, signal);
      const takenAt = performance.now();
      const text = decodeText(result.stdout);
      const stats = parseGfxinfo(text, packageName)?.frameStats;
      if (!stats) throw noStats(text || result.stderr, packageName);
      const errors = errorsOf(stats, packageName);
      return { value: stats, source: "dumpsys gfxinfo", takenAt, errors };
    },
  };
}

/** Every release ends the answer of a process with its number of views (ActivityThread.dumpGfxInfo). */
function errorsOf({ totalFrames, viewCount }: FrameStats, packageName: string): readonly FactError[] {
  if (viewCount === null) {
    return [factError("frameStats", "TRUNCATED", `gfxinfo's answer on ${packageName} ends in the middle`)];
  }
  if (totalFrames !== null) return [];
  return [factError("frameStats", "NO_FRAME_STATS", `${packageName} has drawn no frames`)];
}

const RESET = "the frame counters were reset";

function noStats(text: string, packageName: string): FoveaError {
  const said = text.trim().split("\n").at(-1) ?? "";
  return new FoveaError(
    "NO_FRAME_STATS",
    `gfxinfo has nothing on ${packageName}: ${said === "" ? "no answer" : quoteWords(said)}`,
  );
}
