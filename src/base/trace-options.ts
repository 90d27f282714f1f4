import { FoveaError } from "./errors.js";
import { type Rect, rectOf } from "./geometry.js";
import { booleanOf, listOf, oneOf, pathOf, stringOf } from "./option-values.js";

/** The options of writing down what calls did, part of the one table in `config.ts`. */
export const TRACE_OPTIONS = [
  {
    flag: "--trace",
    env: "FOVEA_TRACE",
    key: "trace",
    type: "string",
    default: null,
    doc: "Folder to record a trace in: what was seen, done and came of it, one folder for each device (docs/traces.md).",
    example: "traces/login",
  },
  {
    flag: "--trace-tools",
    env: "FOVEA_TRACE_TOOLS",
    key: "traceTools",
    type: "boolean",
    default: "false",
    doc: "Offer start_trace and stop_trace, which record below the folder `traces` of --output-dir.",
  },
  {
    flag: "--trace-pictures",
    env: "FOVEA_TRACE_PICTURES",
    key: "tracePictures",
    type: "string",
    default: "on",
    doc: "Whether traces hold screenshots: on (one is taken after an answer where none was needed for it) or off.",
    example: "off",
  },
  {
    flag: "--trace-cap",
    env: "FOVEA_TRACE_CAP",
    key: "traceCapMb",
    type: "integer",
    default: "1000",
    doc: "Megabytes that one trace may take; beyond, its oldest screenshots are deleted, and its manifest says so.",
  },
  {
    flag: "--redact",
    env: "FOVEA_REDACT",
    key: "redact",
    type: "list",
    default: null,
    doc: "Regular expression of words that are never recorded; in traces, what shows them is painted over. Passwords never are, anyway. May be given several times; in the environment it is one.",
    example: "\\d{16}",
  },
  {
    flag: "--redact-region",
    env: "FOVEA_REDACT_REGION",
    key: "redactRegions",
    type: "list",
    default: null,
    doc: "Part of the screen that is never recorded, as left,top,right,bottom in pixels. May be given several times; separated by spaces in the environment.",
    example: "0,300,1080,520",
  },
] as const;

export interface TraceConfig {
  /** Undefined for no recording from the start. */
  readonly trace: string | undefined;
  readonly traceTools: boolean;
  readonly tracePictures: "on" | "off";
  readonly traceCapMb: number;
  readonly redact: readonly string[];
  readonly redactRegions: readonly Rect[];
}

type ReadOption = <Value>(
  key: (typeof TRACE_OPTIONS)[number]["key"],
  read: (value: unknown, name: string) => Value,
) => Value;

/** Errors: INVALID_ARGUMENT. */
export function readTraceOptions(option: ReadOption): TraceConfig {
  return {
    trace: option("trace", pathOf),
    traceTools: option("traceTools", booleanOf),
    tracePictures: option("tracePictures", oneOf(["on", "off"], "on")),
    traceCapMb: option("traceCapMb", megabytesOf),
    redact: option("redact", patternsOf),
    redactRegions: option("redactRegions", regionsOf),
  };
}

/** One from the environment, where a comma is part of it. */
function patternsOf(value: unknown, name: string): readonly string[] {
  return typeof value === "string" ? [value] : (listOf(value, name) ?? []);
}

function megabytesOf(value: unknown, name: string): number {
  const text = typeof value === "number" ? String(value) : (stringOf(value, name) ?? "1000");
  if (/^\d{1,7}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new FoveaError("INVALID_ARGUMENT", `${name} has to be a whole number of megabytes, 1 or more`);
}

/** `--redact-region 0,300,1080,520`; lists from the environment come apart at commas, so that spaces divide there. */
function regionsOf(value: unknown, name: string): readonly Rect[] {
  const given = typeof value === "string" ? value.split(/\s+/) : (listOf(value, name) ?? []);
  return given.filter((text) => text !== "").map((text) => regionOf(text, name));
}

function regionOf(text: string, name: string): Rect {
  const [left = 0, top = 0, right = 0, bottom = 0] = text.split(",").map(Number);
  if (/^\d{1,6}(?:,\d{1,6}){3}$/.test(text) && right > left && bottom > top) return rectOf(left, top, right, bottom);
  throw new FoveaError("INVALID_ARGUMENT", `${name} has to be left,top,right,bottom in pixels, not "${text}"`);
}
