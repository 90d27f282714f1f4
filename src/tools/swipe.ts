import * as z from "zod";
import { swipe as move } from "../actions/verbs/swipe.js";
import { actAnswer, acted, actJson, onlySent } from "../answers/act-answer.js";
import { FoveaError } from "../base/errors.js";
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

const input = z.strictObject({
  device: deviceField,
  direction: z
    .enum(["up", "down", "left", "right"])
    .optional()
    .describe("up scrolls down")
    .meta({ help: "Where the finger moves: up shows what is further down" }),
  target: z
    .string()
    .max(2_000)
    .optional()
    .describe("e.g. e7")
    .meta({ help: "Element to swipe over, e.g. e7; default the whole screen" }),
  from: z.string().max(2_000).optional().describe("e.g. e5").meta({ help: "Instead of a direction, e.g. 540,1800" }),
  to: z.string().max(2_000).optional().describe("e.g. e9").meta({ help: "e.g. 540,600" }),
  speed: z
    .enum(["slow", "normal", "fast"])
    .optional()
    .describe("fast flings")
    .meta({ help: "slow moves exactly the distance, fast flings far" }),
  timeout_ms: patienceField,
  expect: expectField,
  answer: answerField,
  confirm: confirmField,
});

function request(args: z.output<typeof input>) {
  const speed = args.speed ?? "normal";
  if (args.direction !== undefined && args.from === undefined && args.to === undefined) {
    return { speed, direction: args.direction, target: args.target === undefined ? null : parseTarget(args.target) };
  }
  if (args.direction === undefined && args.target === undefined && args.from !== undefined && args.to !== undefined) {
    return { speed, from: parseTarget(args.from), to: parseTarget(args.to) };
  }
  throw new FoveaError("INVALID_ARGUMENT", "give either `direction` (with `target` or without), or `from` and `to`");
}

export const swipe = defineTool({
  name: "swipe",
  title: "Swipe or scroll",
  description: "Swipe in a direction, or between two places.",
  slim: { description: "Swipe; up scrolls down", fields: ["direction", "target"] },
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { from: "50%,70%", to: "50%,40%" },
  input,
  run: async (args, context, signal) => {
    const plan = { ...request(args), saysRows: true, ...patienceOf(args, context.config), ...onlySent(args) };
    const session = await context.session(args.device, signal);
    return await acted(session, { ...args, words: context.words }, () => move(session, plan, signal), signal);
  },
  render: actAnswer,
  toJson: actJson,
});
