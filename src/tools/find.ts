import * as z from "zod";
import { isReadable } from "../actions/act.js";
import { unreadable } from "../actions/refuse-screen.js";
import { OBSERVE_TREE, observe } from "../observe/observe.js";
import type { UiElement } from "../screen/element.js";
import { renderHeader } from "../screen/header.js";
import { matchElements, similarElements } from "../screen/match.js";
import { renderElement } from "../screen/outline.js";
import { parseElement } from "../screen/selector.js";
import { deviceField } from "./fields.js";
import { defineTool } from "./tool.js";

const MOST_MATCHES = 50;
const MOST_SIMILAR = 5;

/**
 * The matches and what they are in, each once, in reading order and indented as in the outline; matches with their
 * bounds.
 */
function treeOf(matches: readonly UiElement[], elements: readonly UiElement[]): string {
  const byRef = new Map(elements.map((one) => [one.ref, one]));
  const wanted = new Set<UiElement>();
  for (const match of matches) {
    for (let at: UiElement | undefined = match; at; at = at.parent === null ? undefined : byRef.get(at.parent)) {
      wanted.add(at);
    }
  }
  const found = new Set(matches);
  const levels = new Map<string, number>();
  const lines = elements.map((element) => {
    const level = element.parent === null ? 0 : (levels.get(element.parent) ?? -1) + 1;
    levels.set(element.ref, level);
    if (!wanted.has(element)) return [];
    const parent = element.parent === null ? undefined : byRef.get(element.parent);
    return [`${"  ".repeat(level)}${renderElement(element, parent, found.has(element) ? ["bounds"] : [])}`];
  });
  return lines.flat().join("\n");
}

function nothing(similar: readonly UiElement[], elements: readonly UiElement[]): string {
  const shown = similar.slice(0, MOST_SIMILAR).map((element) => renderElement(element, undefined));
  const also = shown.length > 0 ? `; similar: ${shown.join("; ")}` : "";
  const scrollable = elements.filter((element) => element.actions.includes("scroll")).map((element) => element.ref);
  const more = scrollable.length > 0 ? `; ${scrollable.join(", ")} can be scrolled` : "";
  return `(nothing matches among ${elements.length} elements${also}${more})`;
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
    const { observation } = await observe(session, { ...OBSERVE_TREE, screenshot: "unlessLive" }, signal);
    if (!isReadable(observation)) throw unreadable(session, observation);
    const matches = matchElements(selector, observation.elements);
    return { observation, matches, similar: similarElements(selector, observation.elements) };
  },
  render: ({ observation, matches, similar }) => {
    const { elements } = observation;
    const header = renderHeader(observation);
    if (matches.length === 0) return { text: `${header}\n${nothing(similar, elements)}` };
    const more = matches.length > MOST_MATCHES ? [`(${matches.length - MOST_MATCHES} more)`] : [];
    return { text: [header, treeOf(matches.slice(0, MOST_MATCHES), elements), ...more].join("\n") };
  },
  toJson: ({ observation, matches }) => ({ observationId: observation.observationId, matches }),
});
