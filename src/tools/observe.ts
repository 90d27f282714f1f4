import * as z from "zod";
import { FoveaError } from "../base/errors.js";
import { observe as look, OBSERVE_ALL, type ObserveResult } from "../observe/observe.js";
import { renderHeader } from "../screen/header.js";
import { matchElements } from "../screen/match.js";
import { DEFAULT_OUTLINE, type OutlineOptions, renderOutline } from "../screen/outline.js";
import { parseElement } from "../screen/selector.js";
import { encodeForModel } from "../vision/image.js";
import { deviceField } from "./fields.js";
import { pictureNote } from "./picture-note.js";
import { defineTool } from "./tool.js";

const input = z.strictObject({
  device: deviceField,
  image: z.boolean().optional().describe("Add a screenshot"),
  within: z.string().max(500).optional().describe("Only this element and what is in it, e.g. e40"),
  max_chars: z.number().int().min(200).max(200_000).optional().describe("Longest outline, default 10000"),
  system_bars: z.boolean().optional().describe("Also status and navigation bar"),
  details: z
    .array(z.enum(["bounds", "ids", "classes"]))
    .max(3)
    .optional()
    .describe("Add to each line"),
  frame_stats: z.enum(["off", "read", "reset"]).optional().describe("Frame statistics of the app; default read"),
});

/** Which element `within` means, on the screen as it was just observed. Errors: ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET. */
function refWithin(within: string | undefined, { observation }: ObserveResult): string | null {
  if (within === undefined) return null;
  const [only, ...others] = matchElements(parseElement(within), observation.elements);
  if (!only) throw new FoveaError("ELEMENT_NOT_FOUND", `nothing on the screen matches ${within}`);
  if (others.length > 0) throw new FoveaError("AMBIGUOUS_TARGET", `${others.length + 1} elements match ${within}`);
  return only.ref;
}

export const observe = defineTool({
  name: "observe",
  title: "Observe the screen",
  description:
    "Look at the screen: a header of facts, then one line per element, indented by containment: ref, role, labels, states. Text alone is plain text. Use the refs in other tools.",
  slim: { description: "Look at the phone's screen; gives refs", fields: [] },
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 50_000,
  input,
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const result = await look(session, { ...OBSERVE_ALL, frameStats: args.frame_stats ?? "read" }, signal);
    const image = args.image && result.frame ? await encodeForModel(result.frame) : undefined;
    return { ...result, image, within: refWithin(args.within, result) };
  },
  render: ({ observation, image, within }, args) => {
    const options: OutlineOptions = {
      maxChars: args.max_chars ?? DEFAULT_OUTLINE.maxChars,
      systemBars: args.system_bars ?? false,
      details: args.details ?? [],
      within,
    };
    const outline = renderOutline(observation, options) || "(no elements)";
    const text = `${renderHeader(observation)}\n${outline}`;
    if (!image) return { text };
    return { text: `${text}\n${pictureNote(image, observation.screenSize)}`, image };
  },
  toJson: ({ observation }) => observation,
});
