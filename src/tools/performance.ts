import * as z from "zod";
import {
  beginMeasuring,
  coldStart,
  endMeasuring,
  measureNow,
  type PerformanceSpan,
} from "../actions/apps/performance.js";
import { actAnswer, actJson } from "../answers/act-answer.js";
import { unseenAnswer } from "../answers/unseen-answer.js";
import type { AppUse } from "../observe/evidence/read-performance.js";
import { deviceField, packageField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const performance = defineTool({
  name: "performance",
  title: "Performance of an app",
  description:
    "Frames, memory, CPU and battery of an app: now, or over the span from `start` to `stop`; or its start time.",
  group: "app",
  kind: "act",
  actsWith: ["action"],
  destructive: false,
  idempotent: false,
  deadlineMs: 58_000,
  example: { package: "com.fovea.form", action: "start" },
  input: z.strictObject({
    device: deviceField,
    package: packageField,
    action: z
      .enum(["start", "stop", "launch"])
      .optional()
      .describe("launch: end it and start it")
      .meta({ help: "Begin or end a span; launch ends the app, starts it again and says how long that took" }),
  }),
  run: async ({ device, package: name, action }, context, signal) => {
    const session = await context.session(device, signal);
    if (action === "start") return { kind: "began" as const, ...(await beginMeasuring(session, name, signal)) };
    if (action === "stop") return { kind: "span" as const, span: await endMeasuring(session, name, signal) };
    if (action === "launch") return { kind: "launch" as const, launch: await coldStart(session, name, signal) };
    return { kind: "now" as const, now: await measureNow(session, name, signal) };
  },
  render: (data) => {
    if (data.kind === "began") return unseenAnswer(data);
    if (data.kind === "launch") return actAnswer(data.launch);
    return { text: (data.kind === "span" ? spanLines(data.span) : nowLines(data.now)).join("\n") };
  },
  toJson: (data) => {
    if (data.kind === "launch") {
      const { startMs, launchState, ...result } = data.launch;
      return { ...Object(actJson(result)), startMs, launchState };
    }
    if (data.kind === "began") return { did: data.did, proof: data.proof, evidence: data.evidence };
    return data.kind === "span" ? data.span : data.now;
  },
});

const UNKNOWN = "not reported by this device";

function withUnit(value: number | null, unit: string): string {
  return value === null ? UNKNOWN : `${value} ${unit}`;
}

type Frames = Pick<AppUse, "frames" | "jankyFrames" | "frameP50Ms" | "frameP95Ms">;

function frameLine({ frames, jankyFrames, frameP50Ms, frameP95Ms }: Frames): string {
  if (frames === null) return `frames: ${UNKNOWN}`;
  const share = frames > 0 && jankyFrames !== null ? ` (${((100 * jankyFrames) / frames).toFixed(1)} %)` : "";
  const times = frameP50Ms === null ? "" : `; 50 % within ${frameP50Ms} ms, 95 % within ${withUnit(frameP95Ms, "ms")}`;
  return `frames: ${frames}, late ${jankyFrames ?? UNKNOWN}${share}${times}`;
}

function nowLines(now: AppUse): readonly string[] {
  if (now.pid === null) return ["does not run, so it uses nothing"];
  return [
    `runs: pid ${now.pid}`,
    `memory (PSS): ${withUnit(now.memoryKb, "KB")}`,
    `CPU since it began: ${withUnit(now.cpuMs, "ms")}`,
    frameLine(now),
  ];
}

function spanLines(span: PerformanceSpan): readonly string[] {
  const { durationMs, cpuMs, memoryKb, battery } = span;
  const load =
    cpuMs === null || durationMs === null || durationMs === 0
      ? ""
      : ` (${((100 * cpuMs) / durationMs).toFixed(1)} % of one core)`;
  const used = battery.usedMicroAmpereHours === null ? "" : `, ${battery.usedMicroAmpereHours} µAh used`;
  const plugged = battery.isPlugged === true ? ", plugged in" : "";
  return [
    `${span.package} over ${withUnit(durationMs, "ms")}`,
    ...(span.wasRestarted && span.isRunning
      ? ["! the app's process is not the one from the beginning: it ended in between"]
      : []),
    ...(span.isRunning ? [] : ["! the app does not run at the end: its frames, CPU and memory are unknown"]),
    frameLine(span),
    `CPU: ${withUnit(cpuMs, "ms")}${load}`,
    `memory (PSS): ${withUnit(memoryKb.before, "KB")} -> ${withUnit(memoryKb.after, "KB")}`,
    `battery: ${withUnit(battery.before, "%")} -> ${withUnit(battery.after, "%")}${used}${plugged}`,
  ];
}
