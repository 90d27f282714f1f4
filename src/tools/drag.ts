import * as z from "zod";
import { drag as dragElement } from "../actions/verbs/drag.js";
import { actAnswer, acted, actJson, onlySent } from "../answers/act-answer.js";
import { parseTarget } from "../screen/selector.js";
import {
  answerField,
  confirmField,
  deviceField,
  expectField,
  patienceField,
  patienceOf,
} from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const drag = defineTool({
  name: "drag",
  title: "Drag and drop",
  description: "Long-press an element, drag it, drop it at another place.",
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { from: "50%,70%", to: "50%,40%" },
  input: z.strictObject({
    device: deviceField,
    from: z.string().min(1).max(2_000).describe("e.g. e5"),
    to: z.string().min(1).max(2_000).describe("e.g. e9"),
    duration_ms: z.number().int().min(200).max(10_000).optional().describe("default 1000"),
    timeout_ms: patienceField,
    expect: expectField,
    answer: answerField,
    confirm: confirmField,
  }),
  run: async (args, context, signal) => {
    const ends = { from: parseTarget(args.from), to: parseTarget(args.to) };
    const plan = {
      ...ends,
      durationMs: args.duration_ms ?? 1_000,
      ...patienceOf(args, context.config),
      ...onlySent(args),
    };
    const session = await context.session(args.device, signal);
    return await acted(session, { ...args, words: context.words }, () => dragElement(session, plan, signal), signal);
  },
  render: actAnswer,
  toJson: actJson,
});
