import * as z from "zod";
import { pinch as zoomBy } from "../actions/verbs/pinch.js";
import { actAnswer, acted, actJson, onlySent } from "../answers/act-answer.js";
import { parseTarget } from "../screen/selector.js";
import { answerField, deviceField, expectField, patienceField, patienceOf } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const pinch = defineTool({
  name: "pinch",
  title: "Pinch to zoom",
  description: "Zoom a map or picture with two fingers. Needs the companion.",
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { percent: 150 },
  input: z.strictObject({
    device: deviceField,
    percent: z.int().min(10).max(1_000).describe("above 100 zooms in").meta({ help: "200 zooms in, 50 out" }),
    target: z.string().max(2_000).optional().describe("e.g. e7").meta({ help: "e.g. e7; default the screen" }),
    timeout_ms: patienceField,
    expect: expectField,
    answer: answerField,
  }),
  run: async (args, context, signal) => {
    const target = args.target === undefined ? null : parseTarget(args.target);
    const patience = patienceOf(args, context.config);
    const session = await context.session(args.device, signal);
    return await acted(
      session,
      { ...args, words: context.words },
      async () => await zoomBy(session, { target, percent: args.percent, ...patience, ...onlySent(args) }, signal),
      signal,
    );
  },
  render: actAnswer,
  toJson: actJson,
});
