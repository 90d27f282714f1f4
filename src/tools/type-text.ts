import * as z from "zod";
import { typeText as enter } from "../actions/verbs/type-text.js";
import { actAnswer, acted, actJson } from "../answers/act-answer.js";
import { parseTarget } from "../screen/selector.js";
import { confirmField, deviceField, expectField, patienceField, patienceOf } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const typeText = defineTool({
  name: "type_text",
  title: "Type text",
  description: "Type into a field; without the companion ASCII only.",
  slim: { description: "Type into a field", fields: ["text", "target"] },
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { target: "id/name", text: "it's $5 & 100%s" },
  input: z.strictObject({
    device: deviceField,
    text: z.string().max(10_000).describe("e.g. Hi"),
    target: z
      .string()
      .max(2_000)
      .optional()
      .describe('e.g. field "Email"')
      .meta({ help: 'Field to tap first, e.g. field "Email"; default the focused one' }),
    clear: z.boolean().optional().describe("Empty it first").meta({ help: "Empty the field first" }),
    submit: z
      .boolean()
      .optional()
      .describe("Then Enter")
      .meta({ help: "Press Enter at the end; a line break in a one-line field needs it" }),
    timeout_ms: patienceField,
    expect: expectField,
    confirm: confirmField,
  }),
  run: async (args, context, signal) => {
    const target = args.target === undefined ? null : parseTarget(args.target);
    const session = await context.session(args.device, signal);
    const patience = patienceOf(args, context.config);
    const request = { text: args.text, target, clear: args.clear ?? false, submit: args.submit ?? false, ...patience };
    return await acted(
      session,
      { expect: args.expect, words: context.words },
      () => enter(session, request, signal),
      signal,
    );
  },
  render: actAnswer,
  toJson: actJson,
});
