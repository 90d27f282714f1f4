import * as z from "zod";
import { waitFor as wait } from "../actions/wait-for.js";
import { renderHeader } from "../screen/header.js";
import { renderOutline } from "../screen/outline.js";
import { parseCondition } from "../screen/selector.js";
import { deviceField, timeoutField } from "./fields.js";
import { defineTool } from "./tool.js";

const DEFAULT_TIMEOUT_MS = 15_000;

export const waitFor = defineTool({
  name: "wait_for",
  title: "Wait for something",
  description: "Wait until a condition is true of the screen, or without one until the screen changes.",
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
    return await wait(session, request, (ms) => context.progress(`waiting for ${Math.round(ms / 1000)} s`), signal);
  },
  render: ({ after, waitedMs }) => {
    const { observation } = after;
    return { text: `came after ${waitedMs} ms\n${renderHeader(observation)}\n${renderOutline(observation)}` };
  },
  toJson: ({ after, waitedMs }) => ({ waitedMs, observation: after.observation }),
});
