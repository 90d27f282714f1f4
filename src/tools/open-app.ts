import * as z from "zod";
import { openApp as open } from "../actions/verbs/open-app.js";
import { actAnswer, acted, actJson } from "../answers/act-answer.js";
import { deviceField, expectField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const openApp = defineTool({
  name: "open_app",
  title: "Open an app",
  description: "Bring an app to the front.",
  kind: "act",
  destructive: false,
  idempotent: true,
  deadlineMs: 58_000,
  example: { package: "com.fovea.form" },
  input: z.strictObject({
    device: deviceField,
    package: z
      .string()
      .max(255)
      .describe("e.g. Settings, com.x.y")
      .meta({ help: "Package id or name of an app, e.g. com.android.settings or Settings" }),
    activity: z
      .string()
      .max(255)
      .optional()
      .describe("e.g. .Settings")
      .meta({ help: "e.g. .Settings; default: what the launcher opens" }),
    expect: expectField,
  }),
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const request = { package: args.package, activity: args.activity ?? null };
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
