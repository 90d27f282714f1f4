import type { FrameState } from "../../phone-state.js";
import { type Lines, when } from "../text.js";

/** The most rows that are kept for a window. */
const ROW_LIMIT = 120;

/** The value of a time that is not known yet. */
const PENDING = 9_223_372_036_854_775_807n;

/**
 * The table of `framestats`: one row for each frame, times in ns of CLOCK_MONOTONIC, with a comma after the last
 * column. On Android 12 to 14 the titles FrameInterval and FrameStartTime are swapped. From 12 on a row names the input
 * event that its window got since the row before (ViewFrameInfo). Up to 11 only events that come together with a frame
 * are noted, such as moves, and taps are not (Choreographer's FrameInfo is emptied at each vsync).
 */
export function profileData(api: number, frames: FrameState, refreshRate: number): Lines {
  const columns = columnsOf(api);
  const interval = BigInt(Math.round(1e9 / refreshRate));
  const rows = frames.rows.slice(-ROW_LIMIT).map((row) => {
    const values = new Map(valuesOf(row, interval));
    return columns.map((column) => `${values.get(column.value) ?? 0n},`).join("");
  });
  return ["---PROFILEDATA---", columns.map((column) => `${column.title},`).join(""), ...rows, "---PROFILEDATA---"];
}

interface Column {
  readonly title: string;
  readonly value: string;
}

function columnsOf(api: number): readonly Column[] {
  const names = api <= 30 ? earlyColumns(api) : lateColumns(api);
  const isMixedUp = api >= 31 && api <= 34;
  return names.map((name) => ({ title: name, value: isMixedUp ? (MIXED_UP.get(name) ?? name) : name }));
}

const MIXED_UP: ReadonlyMap<string, string> = new Map([
  ["FrameInterval", "FrameStartTime"],
  ["FrameStartTime", "FrameInterval"],
]);

function earlyColumns(api: number): readonly string[] {
  return [
    ...["Flags", "IntendedVsync", "Vsync", "OldestInputEvent", "NewestInputEvent"],
    ...WORK,
    ...["SyncQueued", ...DRAWING],
    ...when(api >= 26, "DequeueBufferDuration", "QueueBufferDuration"),
    ...when(api >= 30, "GpuCompleted"),
  ];
}

function lateColumns(api: number): readonly string[] {
  return [
    ...["Flags", "FrameTimelineVsyncId", "IntendedVsync", "Vsync", "InputEventId"],
    ...WORK,
    "FrameDeadline",
    ...(api <= 34 ? ["FrameInterval", "FrameStartTime"] : ["FrameStartTime", "FrameInterval", "WorkloadTarget"]),
    ...["SyncQueued", ...DRAWING, "DequeueBufferDuration", "QueueBufferDuration"],
    ...["GpuCompleted", "SwapBuffersCompleted", "DisplayPresentTime"],
    ...when(api >= 33, "CommandSubmissionCompleted"),
  ];
}

const WORK = ["HandleInputStart", "AnimationStart", "PerformTraversalsStart", "DrawStart"] as const;

const DRAWING = ["SyncStart", "IssueDrawCommandsStart", "SwapBuffers", "FrameCompleted"] as const;

/** The start of each step, in thousandths of the frame's duration. */
const STEPS: readonly (readonly [name: string, thousandths: bigint])[] = [
  ["FrameStartTime", 20n],
  ["HandleInputStart", 30n],
  ["AnimationStart", 40n],
  ["PerformTraversalsStart", 90n],
  ["DrawStart", 240n],
  ["SyncQueued", 420n],
  ["SyncStart", 440n],
  ["IssueDrawCommandsStart", 500n],
  ["SwapBuffers", 840n],
  ["CommandSubmissionCompleted", 840n],
  ["SwapBuffersCompleted", 890n],
  ["GpuCompleted", 1000n],
  ["FrameCompleted", 1000n],
];

type Row = FrameState["rows"][number];

function valuesOf(row: Row, interval: bigint): readonly (readonly [string, bigint])[] {
  const { intendedVsyncNs: start, durationNs } = row;
  return [
    ["Flags", BigInt(row.flags)],
    ["FrameTimelineVsyncId", start / interval],
    ["IntendedVsync", start],
    ["Vsync", start],
    ["OldestInputEvent", PENDING],
    ["NewestInputEvent", 0n],
    ["InputEventId", BigInt(row.inputEventId ?? 0)],
    ...STEPS.map(([name, thousandths]) => [name, start + (durationNs * thousandths) / 1000n] as const),
    ["FrameDeadline", start + interval],
    ["FrameInterval", interval],
    ["WorkloadTarget", interval],
    ["DequeueBufferDuration", 134_000n],
    ["QueueBufferDuration", 197_000n],
    ["DisplayPresentTime", start + durationNs + interval],
  ];
}
