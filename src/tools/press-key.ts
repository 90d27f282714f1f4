import * as z from "zod";
import { pressKey as press } from "../actions/verbs/press-key.js";
import { actAnswer, acted, actJson, onlySent } from "../answers/act-answer.js";
import { answerField, confirmField, deviceField, expectField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const pressKey = defineTool({
  name: "press_key",
  title: "Press a key",
  description: "Press back, home, recents, enter… or any KEYCODE_ name.",
  slim: { description: "back, home, enter…", fields: ["key"] },
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { key: "tab" },
  input: z.strictObject({
    device: deviceField,
    key: z.string().min(1).max(50).describe("e.g. back"),
    long: z.boolean().optional().describe("Hold it"),
    count: z.number().int().min(1).max(50).optional().describe("e.g. 3").meta({ help: "How often, e.g. 3" }),
    expect: expectField,
    answer: answerField,
    confirm: confirmField,
  }),
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const request = { key: args.key, long: args.long ?? false, count: args.count ?? 1, ...onlySent(args) };
    return await acted(session, { ...args, words: context.words }, () => press(session, request, signal), signal);
  },
  render: actAnswer,
  toJson: actJson,
});
