import * as z from "zod";
import { verify as check } from "../actions/conditions/verify.js";
import { renderHeader } from "../screen/header.js";
import { parseCondition } from "../screen/selector.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const verify = defineTool({
  name: "verify",
  title: "Check a condition",
  description: "Check a condition now; fails if not true.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 50_000,
  example: { condition: 'radio "Plus" checked' },
  input: z.strictObject({
    device: deviceField,
    condition: z.string().min(1).max(2_000).describe('e.g. "Hi" and not "Error", activity .Main, changed'),
  }),
  run: async (args, context, signal) => {
    const condition = parseCondition(args.condition, context.words);
    return await check(await context.session(args.device, signal), condition, signal);
  },
  render: ({ evidence, observation }) => ({ text: `true: ${evidence.join("; ")}\n${renderHeader(observation)}` }),
  toJson: ({ condition, evidence, observation }) => ({
    condition,
    holds: true,
    evidence,
    observationId: observation.observationId,
  }),
});
