import * as z from "zod";
import { openUrl as open } from "../actions/verbs/open-url.js";
import { actAnswer, acted, actJson } from "../answers/act-answer.js";
import { confirmField, deviceField, expectField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const openUrl = defineTool({
  name: "open_url",
  title: "Open a web address",
  description: "Open an http or https address.",
  kind: "act",
  destructive: false,
  idempotent: true,
  deadlineMs: 58_000,
  example: { url: "https://example.org/" },
  input: z.strictObject({
    device: deviceField,
    url: z.string().min(1).max(4_000).describe("e.g. https://example.com"),
    expect: expectField,
    confirm: confirmField,
  }),
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const request = { url: args.url, allowedSchemes: context.config.allowUrlSchemes };
    return await acted(
      session,
      { expect: args.expect, words: context.words },
      () => open(session, request, signal),
      signal,
    );
  },
  render: actAnswer,
  toJson: actJson,
});
