import * as z from "zod";
import { waitFor as wait } from "../actions/wait-for.js";
import { parseCondition } from "../screen/selector.js";
import { screenAfter } from "./act-answer.js";
import { deviceField, timeoutField } from "./fields.js";
import { defineTool } from "./tool.js";

const DEFAULT_TIMEOUT_MS = 15_000;

export const waitFor = defineTool({
  name: "wait_for",
  title: "Wait for something",
  description: "Wait until a condition is true of the screen; without one, until it is not as you last saw it.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 320_000,
  input: z.strictObject({
    device: deviceField,
    condition: z
      .string()
      .max(2_000)
      .optional()
      .describe('e.g. "Done", not progress, button "Next" enabled, app com.x or keyboard'),
    timeout_ms: timeoutField.optional().describe("default 15000"),
  }),
  run: async (args, context, signal) => {
    const condition = args.condition === undefined ? null : parseCondition(args.condition);
    const session = await context.session(args.device, signal);
    const request = { condition, timeoutMs: args.timeout_ms ?? DEFAULT_TIMEOUT_MS };
    const seconds = (ms: number) => Math.round(ms / 100) / 10;
    const ofAll = ` of ${seconds(request.timeoutMs)} s`;
    return await wait(session, request, (ms) => context.progress(`waited ${seconds(ms)}${ofAll}`), signal);
  },
  render: ({ waitedMs, ...seen }, { condition }) => ({
    text: `${condition === undefined ? "the screen changed" : "true"} after ${waitedMs} ms\n${screenAfter(seen)}`,
  }),
  toJson: ({ after, waitedMs }) => ({ waitedMs, observation: after }),
});
