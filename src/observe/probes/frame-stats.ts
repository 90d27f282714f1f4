import { FoveaError } from "../../base/errors.js";
import { type Argv, actScript, command, dumpsys, readScript } from "../../devices/script.js";
import { runShell, SHELL_LIMITS, type ShellResult } from "../../devices/shell.js";
import { type Part, partOrAlone } from "../../devices/shell-parts.js";
import type { FactError } from "../../screen/facts.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import { quoteWords } from "../../screen/label.js";
import { parseGfxinfo } from "../parse/gfxinfo.js";
import { decodeText } from "../parse/text.js";
import { factError, type ProbeContext, type ProbePlan } from "../probe.js";

export interface FramesRequest {
  readonly packageName: string;
  /** Resets the counters after they were read. */
  readonly reset?: boolean;
  /** Also asks when each window drew its last 120 frames. */
  readonly withTimes?: boolean;
  /** The answer to {@link framesPart} from a shared stream; it does not reset the counters. */
  readonly shared?: Promise<ShellResult> | undefined;
}

/** A part of a shared stream that reads the frames of an app with their times. */
export function framesPart(packageName: string): Part {
  return { step: command(argvOf({ packageName, withTimes: true })), ...LIMITS };
}

/**
 * Frame statistics of one app by `dumpsys gfxinfo`, which asks the app itself: a hung app uses up the whole deadline.
 * With `reset` the counters are reset after reading; this is the only change that an observation ever makes.
 */
export function frameStatsProbe({ device }: ProbeContext, request: FramesRequest): ProbePlan<FrameStats> {
  const { packageName, reset = false, shared } = request;
  const argv = argvOf(request);
  const script = reset ? actScript([...argv, "reset"]) : readScript(argv);
  return {
    name: "frameStats",
    deadlineMs: shared === undefined ? LIMITS.totalMs : SHARED_MS,
    ...(reset ? { sideEffect: RESET } : {}),
    work: async (signal) => {
      const result = await partOrAlone(shared, async () => await runShell(device, script, LIMITS, signal), signal);
      const takenAt = performance.now();
      const text = decodeText(result.stdout);
      const stats = parseGfxinfo(text, packageName)?.frameStats;
      if (!stats) throw noStats(text || result.stderr, packageName);
      const errors = errorsOf(stats, packageName);
      return { value: stats, source: "dumpsys gfxinfo", takenAt, errors };
    },
  };
}

const LIMITS = { ...SHELL_LIMITS, totalMs: 4_000 };
/** Enough for the window manager's part of the stream, and for a second, separate request. */
const SHARED_MS = 14_000;

function argvOf({ packageName, withTimes = false }: FramesRequest): Argv {
  return dumpsys(2, "gfxinfo", packageName, ...(withTimes ? ["framestats"] : []));
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
    `gfxinfo reports nothing on ${packageName}: ${said === "" ? "no answer" : quoteWords(said)}`,
  );
}
