import * as z from "zod";
import { OBSERVE_ALL, observe } from "../observe/observe.js";
import type { UiElement } from "../screen/element.js";
import { renderHeader } from "../screen/header.js";
import { matchElements } from "../screen/match.js";
import { renderElement } from "../screen/outline.js";
import { parseElement } from "../screen/selector.js";
import { deviceField } from "./fields.js";
import { defineTool } from "./tool.js";

const MOST_MATCHES = 50;

/** The match and the elements around it, outermost first: where it is, without the whole outline. */
function pathOf(element: UiElement, elements: readonly UiElement[]): readonly string[] {
  const byRef = new Map(elements.map((one) => [one.ref, one]));
  const path: UiElement[] = [];
  for (let at: UiElement | undefined = element; at; at = at.parent === null ? undefined : byRef.get(at.parent)) {
    path.unshift(at);
  }
  return path.map(
    (one, level) =>
      `${"  ".repeat(level)}${renderElement(one, path[level - 1], level === path.length - 1 ? ["bounds"] : [])}`,
  );
}

export const find = defineTool({
  name: "find",
  title: "Find elements",
  description: "Look at the screen and answer only with the elements that match, with bounds and what they are in.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 50_000,
  input: z.strictObject({
    device: deviceField,
    query: z.string().min(1).max(2_000).describe('e.g. button "Save", ~"sav" for a part, switch checked, id/login'),
  }),
  run: async (args, context, signal) => {
    const selector = parseElement(args.query);
    const session = await context.session(args.device, signal);
    const { observation } = await observe(session, { ...OBSERVE_ALL, frameStats: "off" }, signal);
    return { observation, matches: matchElements(selector, observation.elements) };
  },
  render: ({ observation, matches }) => {
    const header = renderHeader(observation);
    if (matches.length === 0)
      return { text: `${header}\n(nothing matches among ${observation.elements.length} elements)` };
    const shown = matches.slice(0, MOST_MATCHES).map((element) => pathOf(element, observation.elements).join("\n"));
    const more = matches.length > MOST_MATCHES ? [`(${matches.length - MOST_MATCHES} more)`] : [];
    return { text: [header, ...shown, ...more].join("\n") };
  },
  toJson: ({ observation, matches }) => ({ observationId: observation.observationId, matches }),
});
