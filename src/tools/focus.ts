import * as z from "zod";
import { MOST_KEYS, focus as moveFocus } from "../actions/focus/focus.js";
import { actAnswer, actJson } from "../answers/act-answer.js";
import { parseElement } from "../screen/selector.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const focus = defineTool({
  name: "focus",
  title: "Move the focus to an element",
  description: "Move the focus to an element by D-pad keys, for TVs and cars; press_key dpad_center then selects it.",
  group: "device",
  kind: "act",
  destructive: false,
  idempotent: true,
  deadlineMs: 58_000,
  example: { target: "id/name" },
  input: z.strictObject({
    device: deviceField,
    target: z
      .string()
      .min(1)
      .max(2_000)
      .describe('e.g. e7 or button "Play"')
      .meta({ help: 'Element to focus, e.g. e7 or button "Play"' }),
    most_keys: z
      .int()
      .min(1)
      .max(200)
      .optional()
      .describe("default 40")
      .meta({ help: `Give up after this many keys; default ${MOST_KEYS}` }),
  }),
  run: async (args, context, signal) => {
    const element = parseElement(args.target);
    const session = await context.session(args.device, signal);
    return await moveFocus(session, { element, mostKeys: args.most_keys ?? MOST_KEYS }, signal);
  },
  render: ({ focused: _focused, keys: _keys, ...result }) => actAnswer(result),
  toJson: ({ focused, keys, ...result }) => ({ ...Object(actJson(result)), focused: focused.ref, keys }),
});
