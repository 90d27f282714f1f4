import * as z from "zod";
import { MOST_SWIPES, scrollTo as scroll } from "../actions/scroll/scroll-to.js";
import { actAnswer, actJson } from "../answers/act-answer.js";
import { FoveaError } from "../base/errors.js";
import { parseElement } from "../screen/selector.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

const SWIPES: ReadonlyMap<string, string> = new Map([
  ["down", "up"],
  ["up", "down"],
  ["right", "left"],
  ["left", "right"],
]);

/** Errors: INVALID_ARGUMENT for a target that is only a direction: it is hardly the label of an element. */
function refuseDirection(target: string): void {
  const swipe = SWIPES.get(target.trim().toLowerCase());
  if (swipe === undefined) return;
  throw new FoveaError("INVALID_ARGUMENT", `target: ${target} is a direction, not an element`, {
    hint: `Call swipe with direction ${swipe}, or write the label of an element in quotes.`,
  });
}

export const scrollTo = defineTool({
  name: "scroll_to",
  title: "Scroll to an element",
  description: "Scroll until an element is on the screen; skips no rows.",
  kind: "act",
  destructive: false,
  idempotent: true,
  deadlineMs: 58_000,
  example: { target: 'checkbox "I agree to the terms"' },
  input: z.strictObject({
    device: deviceField,
    target: z
      .string()
      .min(1)
      .max(2_000)
      .describe('e.g. row "Sweden"')
      .meta({ help: 'What to look for, e.g. row "Sweden" or "Privacy"' }),
    direction: z
      .enum(["down", "up", "left", "right"])
      .optional()
      .describe("down: what is below")
      .meta({ help: "down shows what is further down; default down to the end, then up" }),
    within: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe("e.g. e7")
      .meta({ help: "What to scroll, e.g. e7; default the largest thing that scrolls" }),
    most_swipes: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe("default 50")
      .meta({ help: `Give up after this many swipes; default ${MOST_SWIPES}` }),
  }),
  run: async (args, context, signal) => {
    refuseDirection(args.target);
    const element = parseElement(args.target);
    const within = args.within === undefined ? null : parseElement(args.within);
    const session = await context.session(args.device, signal);
    const request = { element, within, way: args.direction ?? null, mostSwipes: args.most_swipes ?? MOST_SWIPES };
    return await scroll(session, request, signal);
  },
  render: ({ found: _found, swipes: _swipes, ends, ...result }) => {
    const reached = ends.map((end) => `its end ${end} was reached on the way`);
    return actAnswer({ ...result, notes: [...reached, ...result.notes] });
  },
  toJson: ({ found, swipes, ends, ...result }) => ({ ...Object(actJson(result)), found: found.ref, swipes, ends }),
});
