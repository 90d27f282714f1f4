import type { FrameStats, ProcessFrames } from "../../screen/frame-stats.js";
import { firstMatch, integerOf, wholeLines } from "./text.js";

export interface GfxinfoFacts {
  readonly frameStats: FrameStats;
}

/**
 * `dumpsys gfxinfo [package] [framestats]` of Android 5 to 16. If the text has several processes, `packageName` chooses
 * the process whose figures are at the top; without it, the only process with figures is chosen. "No data" is null,
 * never 0. Undefined if the text is something else.
 */
export function parseGfxinfo(text: string, packageName?: string): GfxinfoFacts | undefined {
  const lines = wholeLines(text);
  const processes = firstOfEach(splitProcesses(lines).map(readProcess));
  if (processes.length === 0 && !lines.some((line) => INFO.test(line))) return undefined;
  const chosen = chooseProcess(processes, packageName);
  return {
    frameStats: {
      ...(chosen ?? EMPTY),
      processes: processes.length > 1 ? processes : [],
      uptimeMs: integerOf(firstMatch(lines, /^\s*Uptime: (\d+) Realtime: \d+$/)),
      realtimeMs: integerOf(firstMatch(lines, /^\s*Uptime: \d+ Realtime: (\d+)$/)),
    },
  };
}

/** The first line of the activity manager; no process follows if the only one has just ended. */
const INFO = /^\s*Applications Graphics Acceleration Info:$/;

const NONE = { p50: null, p90: null, p95: null, p99: null };

const EMPTY: ProcessFrames = {
  pid: null,
  package: null,
  totalFrames: null,
  jankyFrames: null,
  jankyPercent: null,
  legacyJankyFrames: null,
  legacyJankyPercent: null,
  percentilesMs: NONE,
  gpuPercentilesMs: NONE,
  missedVsync: null,
  highInputLatency: null,
  slowUiThread: null,
  slowBitmapUploads: null,
  slowIssueDrawCommands: null,
  frameDeadlineMissed: null,
  legacyFrameDeadlineMissed: null,
  statsSinceNs: null,
  viewCount: null,
  frames: [],
};

function chooseProcess(
  processes: readonly ProcessFrames[],
  packageName: string | undefined,
): ProcessFrames | undefined {
  const mine = packageName === undefined ? processes : processes.filter((one) => one.package === packageName);
  const drawing = mine.filter((one) => one.totalFrames !== null);
  if (packageName !== undefined) return drawing[0] ?? mine[0];
  return processes.length === 1 ? processes[0] : drawing.length === 1 ? drawing[0] : undefined;
}

interface ProcessBlock {
  readonly pid: number | null;
  readonly package: string | null;
  readonly lines: string[];
}

const HEADER = /^\s*\*\* Graphics info for pid (\d+)\s+\[([^\]]+)\] \*\*/;

/** One block per process; an excerpt without a header counts as one process if it has statistics. */
function splitProcesses(lines: readonly string[]): readonly ProcessBlock[] {
  const blocks: ProcessBlock[] = [];
  for (const line of lines) {
    const found = HEADER.exec(line);
    if (found) blocks.push({ pid: integerOf(found[1]), package: found[2] ?? null, lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  if (blocks.length > 0) return blocks;
  return lines.some((line) => /^\s*(?:Total frames rendered|Janky frames): \d/.test(line))
    ? [{ pid: null, package: null, lines: [...lines] }]
    : [];
}

/** A process appears twice if the text contains two dumps: the first counts, as in every other kind of dump. */
function firstOfEach(processes: readonly ProcessFrames[]): readonly ProcessFrames[] {
  const isFirst = (one: ProcessFrames, place: number) =>
    processes.findIndex((other) => other.pid === one.pid && other.package === one.package) === place;
  return processes.filter(isFirst);
}

/** The first statistics are those of the process; `Window:` sections repeat them for each of its windows. */
function readProcess({ pid, package: packageName, lines }: ProcessBlock): ProcessFrames {
  const windowsAt = lines.findIndex((line) => /^\s*Window: /.test(line));
  const summary = windowsAt < 0 ? lines : lines.slice(0, windowsAt);
  const said = figuresIn(summary);
  const count = (name: string) => integerOf(/^\d+\b/.exec(said.get(name) ?? "")?.[0]);
  const percent = (name: string) => decimal(/^\d+ \(([\d.]+)%\)/.exec(said.get(name) ?? "")?.[1]);
  const totalFrames = count("Total frames rendered");
  const hasFrames = totalFrames !== null && totalFrames > 0;
  return {
    pid,
    package: packageName,
    totalFrames,
    jankyFrames: count("Janky frames"),
    jankyPercent: percent("Janky frames"),
    legacyJankyFrames: count("Janky frames (legacy)"),
    legacyJankyPercent: percent("Janky frames (legacy)"),
    percentilesMs: hasFrames ? percentiles(said, "percentile") : NONE,
    gpuPercentilesMs: hasFrames ? percentiles(said, "gpu percentile") : NONE,
    missedVsync: count("Number Missed Vsync"),
    highInputLatency: count("Number High input latency"),
    slowUiThread: count("Number Slow UI thread"),
    slowBitmapUploads: count("Number Slow bitmap uploads"),
    slowIssueDrawCommands: count("Number Slow issue draw commands") ?? count("Number Slow draw"),
    frameDeadlineMissed: count("Number Frame deadline missed"),
    legacyFrameDeadlineMissed: count("Number Frame deadline missed (legacy)"),
    statsSinceNs: firstMatch(summary, /^\s*Stats since: (\d+)ns/) ?? null,
    viewCount: integerOf(firstMatch(lines, /^\s*Total (?:attached )?Views\s*: +(\d+)$/)),
    frames: readFrames(lines),
  };
}

/** The figures of `NAME: FIGURE` lines; the first one counts if a name is repeated. */
function figuresIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = lines.flatMap((line) => {
    const [, name, figure = ""] = /^([\w ()]+): (\d.*)$/s.exec(line.trim()) ?? [];
    return name === undefined ? [] : [[name, figure] as const];
  });
  return new Map(found.reverse());
}

/**
 * The histogram's overflow bucket (JankTracker): "longer than the scale". It is also printed when there are no frames.
 */
const OVERFLOW_MS = 4950;

function percentiles(said: ReadonlyMap<string, string>, name: string): ProcessFrames["percentilesMs"] {
  const at = (rank: number) => {
    const value = integerOf(/^(\d+)ms/.exec(said.get(`${rank}th ${name}`) ?? "")?.[1]);
    return value === OVERFLOW_MS ? null : value;
  };
  return { p50: at(50), p90: at(90), p95: at(95), p99: at(99) };
}

function decimal(digits: string | undefined): number | null {
  const value = Number(digits);
  return digits === undefined || !Number.isFinite(value) || value > 100 ? null : value;
}

/**
 * The rows between `---PROFILEDATA---` marks, with the header's names as keys; a trailing comma makes an empty field.
 */
function readFrames(lines: readonly string[]): ProcessFrames["frames"] {
  const frames: Record<string, string>[] = [];
  let names: readonly string[] | undefined;
  for (const line of lines) {
    const fields = line.trim().split(",");
    if (line.includes("---PROFILEDATA---")) names = undefined;
    else if (fields[0] === "Flags" && fields.length > 8) names = fields.filter((name) => name !== "");
    else if (names && /^-?\d+,/.test(line.trim())) frames.push(rowOf(names, fields));
  }
  return frames;
}

function rowOf(names: readonly string[], fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name, index) => (fields[index] ? [[name, fields[index]]] : [])));
}
