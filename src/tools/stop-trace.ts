import * as z from "zod";
import type { RecordingState } from "../recorder/trace-recording.js";
import { defineTool } from "../tool-contract/tool.js";

export const stopTrace = defineTool({
  name: "stop_trace",
  title: "End the trace",
  description: "End recording; returns the paths of the traces.",
  kind: "read",
  askedBy: "traceTools",
  destructive: false,
  idempotent: false,
  deadlineMs: 30_000,
  input: z.strictObject({}),
  run: async (_args, context) => {
    const states = await context.recorder.stop();
    return { traces: [...states].map(([serial, state]) => ({ serial, ...state })) };
  },
  render: ({ traces }) => ({
    text: traces.length === 0 ? "no action was done, so there is no trace" : traces.map(lineOf).join("\n"),
  }),
  toJson: (data) => data,
});

function lineOf({ serial, folder, steps, calls, ended }: RecordingState & { readonly serial: string }): string {
  const early = ended === null ? "" : `; it ended before: ${ended}`;
  return `${serial}: ${steps} steps, ${calls} calls in ${folder ?? "no folder"}${early}`;
}
