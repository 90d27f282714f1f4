import * as z from "zod";
import { tap as touch } from "../actions/verbs/tap.js";
import { actAnswer, acted, actJson, onlySent } from "../answers/act-answer.js";
import { parseTarget } from "../screen/selector.js";
import {
  answerField,
  confirmField,
  deviceField,
  expectField,
  patienceField,
  patienceOf,
  targetField,
} from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const tap = defineTool({
  name: "tap",
  title: "Tap",
  description: "Tap an element or a point.",
  slim: { description: "Tap", fields: ["target"] },
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { target: 'radio "Plus"' },
  input: z.strictObject({
    device: deviceField,
    target: targetField,
    count: z.number().int().min(1).max(3).optional().describe("2: double").meta({ help: "2 for a double tap" }),
    hold_ms: z
      .number()
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .describe("Long press")
      .meta({ help: "Long press, e.g. 800" }),
    timeout_ms: patienceField,
    expect: expectField,
    answer: answerField,
    confirm: confirmField,
  }),
  run: async (args, context, signal) => {
    const target = parseTarget(args.target);
    const patience = patienceOf(args, context.config);
    const request = { target, count: args.count ?? 1, holdMs: args.hold_ms ?? 0, ...patience, ...onlySent(args) };
    const session = await context.session(args.device, signal);
    return await acted(session, { ...args, words: context.words }, () => touch(session, request, signal), signal);
  },
  render: actAnswer,
  toJson: actJson,
});
