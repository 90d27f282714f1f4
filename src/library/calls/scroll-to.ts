import * as z from "zod";
import { MOST_SWIPES, scrollTo as scroll } from "../../actions/scroll/scroll-to.js";
import { parseElement } from "../../screen/selector.js";
import { actAnswer, actJson } from "../../tools/answers/act-answer.js";
import { deviceField } from "../../tools/define/fields.js";
import { defineTool } from "../../tools/define/tool.js";

/** The longest list of which each screen takes seconds to read. */
const DEADLINE_MS = 600_000;

/** The verb as a call of programs. */
export const scrollTo = defineTool({
  name: "scroll_to",
  title: "Scroll to an element",
  description: "Scroll until an element is on the screen.",
  kind: "act",
  destructive: false,
  idempotent: true,
  deadlineMs: DEADLINE_MS,
  input: z.strictObject({
    device: deviceField,
    target: z.string().min(1).max(2_000),
    way: z.enum(["down", "up", "left", "right"]).optional(),
    within: z.string().min(1).max(2_000).optional(),
    most_swipes: z.int().min(1).max(1_000).optional(),
  }),
  run: async (args, context, signal) => {
    const element = parseElement(args.target);
    const within = args.within === undefined ? null : parseElement(args.within);
    const session = await context.session(args.device, signal);
    const request = { element, within, way: args.way ?? null, mostSwipes: args.most_swipes ?? MOST_SWIPES };
    return await scroll(session, request, signal);
  },
  render: ({ found: _found, swipes: _swipes, ends: _ends, ...result }) => actAnswer(result),
  toJson: actJson,
});
