import * as z from "zod";
import { type WaitResult, waitFor as wait } from "../actions/conditions/wait-for.js";
import { screenAfter } from "../answers/act-answer.js";
import { FoveaError } from "../base/errors.js";
import { intersect, isEmpty, type Rect } from "../base/geometry.js";
import { cutName } from "../base/zod-words.js";
import type { Evidence } from "../screen/evidence.js";
import { renderHeader } from "../screen/header.js";
import { nameElement } from "../screen/outline.js";
import { parseConditionOrQuery } from "../screen/plain-language.js";
import type { Condition, ConditionWords } from "../screen/selector.js";
import { deviceField, minConfidenceField, timeoutField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

const DEFAULT_TIMEOUT_MS = 15_000;

/**
 * The present screen. If a quick check already shows the change, the elements are not read: the caller would have to
 * wait for them.
 */
function screenThen(seen: Pick<WaitResult, "before" | "after" | "picture">): string {
  const { after } = seen;
  if (after.hierarchySource !== "none" || after.parts.hierarchy) return screenAfter(seen);
  return `${renderHeader(after)}\n(${whatIsOther(seen)}; observe reads the elements)`;
}

const MOST_NAMED = 2;

function whatIsOther({ before, picture }: Pick<WaitResult, "before" | "picture">): string {
  if (picture === null || picture === "same") return "the window in front, the rotation or the keyboard changed";
  const elements = before?.elements ?? [];
  const parents = new Set(elements.map(({ parent }) => parent));
  const there = elements.filter(({ ref, bounds }) => !parents.has(ref) && !isEmpty(intersect(bounds, picture)));
  const names = there.slice(0, MOST_NAMED).map(nameElement);
  const more = there.length > names.length ? ` and ${there.length - names.length} more` : "";
  const where = names.length === 0 ? "" : `, where ${names.join(", ")}${more} was`;
  return `the picture changed within ${printRect(picture)}${where}`;
}

function printRect({ left, top, right, bottom }: Rect): string {
  return `[${left},${top}][${right},${bottom}]`;
}

/**
 * Reads the condition of a call. Errors: SELECTOR_SYNTAX; INVALID_ARGUMENT for an empty text, and for a bare number,
 * which is probably meant as a time.
 */
function conditionOf(text: string, words: ConditionWords | undefined): Condition {
  const said = text.trim();
  if (said === "")
    throw new FoveaError("INVALID_ARGUMENT", "condition: it is empty; leave it out to wait for any change");
  if (!/^\d+(?:\.\d+)?\s*(?:ms|s|sec|seconds)?$/i.test(said)) return parseConditionOrQuery(text, words);
  const message = `condition: ${cutName(said)} is a condition in quotes, and not a time: timeout_ms is how long to wait`;
  throw new FoveaError("INVALID_ARGUMENT", message, {
    hint: `Write \`"${said.slice(0, 40)}"\` for what the screen shows, or leave condition out and pass timeout_ms to wait for any change.`,
  });
}

/** The elements that make the condition true, with their scores. */
function byWhat(evidence: readonly Evidence[]): string {
  const named = evidence.slice(0, MOST_NAMED).map(({ element, score }) => `${nameElement(element)} (${score})`);
  return named.length === 0 ? "" : `: ${named.join(", ")}`;
}

export const waitFor = defineTool({
  name: "wait_for",
  title: "Wait for something",
  description: "Wait for a condition; without one, any change.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 320_000,
  example: { condition: 'radio "Plus" checked', timeout_ms: 10_000 },
  input: z.strictObject({
    device: deviceField,
    condition: z
      .string()
      .max(2_000)
      .optional()
      .describe('e.g. "Done", not progress, app com.x or keyboard')
      .meta({ help: 'e.g. "Done", not progress, button "Next" enabled, app com.x or keyboard' }),
    timeout_ms: timeoutField.optional().describe("default 15000"),
    min_confidence: minConfidenceField,
  }),
  run: async (args, context, signal) => {
    const condition = args.condition === undefined ? null : conditionOf(args.condition, context.words);
    const session = await context.session(args.device, signal);
    const request = { condition, timeoutMs: args.timeout_ms ?? DEFAULT_TIMEOUT_MS, leastScore: args.min_confidence };
    const seconds = (ms: number) => Math.round(ms / 100) / 10;
    const ofAll = ` of ${seconds(request.timeoutMs)} s`;
    return await wait(session, request, (ms) => context.progress(`waited ${seconds(ms)}${ofAll}`), signal);
  },
  render: ({ waitedMs, evidence, ...seen }, { condition }) => {
    const what = condition === undefined ? "the screen changed" : "true";
    return { text: `${what} after ${waitedMs} ms${byWhat(evidence)}\n${screenThen(seen)}` };
  },
  toJson: ({ after, waitedMs, evidence }) => ({
    waitedMs,
    elements: evidence.map(({ element: { ref }, score }) => ({ ref, score })),
    observation: after,
  }),
});
