import * as z from "zod";
import { closeApp as stop } from "../actions/verbs/close-app.js";
import { actAnswer, acted, actJson } from "../answers/act-answer.js";
import { deviceField, expectField, packageField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const closeApp = defineTool({
  name: "close_app",
  title: "Stop an app",
  description: "Force-stop an app; unsaved work is lost.",
  kind: "act",
  destructive: true,
  idempotent: true,
  deadlineMs: 58_000,
  example: { package: "com.fovea.browser" },
  input: z.strictObject({
    device: deviceField,
    package: packageField,
    expect: expectField,
  }),
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    return await acted(
      session,
      { expect: args.expect, words: context.words },
      () => stop(session, args.package, signal),
      signal,
    );
  },
  render: actAnswer,
  toJson: actJson,
});
