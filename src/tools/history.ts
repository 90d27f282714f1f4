import * as z from "zod";
import { onOneLine } from "../base/cut-text.js";
import type { Interaction } from "../recorder/interaction.js";
import { MOST_INTERACTIONS } from "../recorder/recent-interactions.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const history = defineTool({
  name: "history",
  title: "What was done",
  description: "The last acts and results, oldest first.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 20_000,
  example: { count: 1 },
  input: z.strictObject({
    device: deviceField,
    count: z.int().min(1).max(MOST_INTERACTIONS).optional().describe("default 10"),
  }),
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const { serial } = session.device;
    return { serial, interactions: context.recorder.history(serial, args.count ?? 10) };
  },
  render: ({ serial, interactions }) => ({
    text: interactions.length === 0 ? `nothing was done to ${serial} yet` : interactions.map(lineOf).join("\n"),
  }),
  toJson: (data) => data,
});

function lineOf({ timestamp, tool, did, verdict, error, durationMs }: Interaction): string {
  const done = did ?? "nothing was done";
  const came = error ? `${error.code} ${error.message}` : (verdict ?? "unknown");
  return onOneLine(`${timestamp.slice(11, 19)} ${tool}: ${done} | ${came} (${durationMs} ms)`);
}
