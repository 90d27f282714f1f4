import * as z from "zod";
import { takeActions } from "../actions/take-actions.js";
import { actAnswer, actJson } from "../answers/act-answer.js";
import { parseCommands } from "../screen/commands/parse-command.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const takeAction = defineTool({
  name: "take_action",
  title: "Do what a sentence says",
  description:
    "Perform one action or a few, described in plain English. Refused if it is unclear or its target is not certain.",
  kind: "act",
  askedBy: "takeAction",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { action: "press the home button" },
  input: z.strictObject({
    device: deviceField,
    action: z
      .string()
      .min(1)
      .max(2_000)
      .describe('e.g. type "hello" in the search box, drag Milk to Done, scroll down in the list, go back'),
  }),
  run: async (args, context, signal) => {
    const commands = parseCommands(args.action);
    const session = await context.session(args.device, signal);
    const { allowUrlSchemes: allowedSchemes, actionTimeoutMs: timeoutMs } = context.config;
    return await takeActions(session, { commands, allowedSchemes, timeoutMs }, signal);
  },
  render: actAnswer,
  toJson: actJson,
});
