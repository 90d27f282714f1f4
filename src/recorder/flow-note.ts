import type { FlowStepNote } from "./trace-recording.js";

/** A step of a flow, from the report of its run. */
interface ReportedStep {
  readonly flow: string;
  readonly begunAt: number;
  readonly report: {
    readonly name: string;
    readonly place: string;
    readonly outcome: string;
    readonly durationMs: number;
    readonly code: string | null;
    readonly message: string | null;
    readonly notes: readonly string[];
    readonly evidence?: { readonly log: readonly string[] | null };
    readonly screenshots: { readonly actual: string | null };
  };
  readonly source: {
    readonly file: string;
    readonly line: number;
    readonly firstLine: number;
    readonly lines: readonly string[];
  } | null;
}

/** The step in the form of a trace. */
export function flowNote({ flow, begunAt, report, source }: ReportedStep): FlowStepNote {
  const { name, place, outcome, durationMs, code, message, notes, evidence, screenshots } = report;
  const { actual } = screenshots;
  return {
    ...{ begunAt, flow, name, place, outcome, code, message },
    duration_ms: durationMs,
    notes: [...notes],
    source: source && {
      file: source.file,
      line: source.line,
      first_line: source.firstLine,
      lines: [...source.lines],
    },
    log: evidence?.log ? [...evidence.log] : null,
    pictures: actual === null ? [] : [actual],
  };
}
