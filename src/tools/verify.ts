import * as z from "zod";
import { elementActedOn } from "../actions/conditions/acted-on.js";
import { verify as check } from "../actions/conditions/verify.js";
import { FoveaError } from "../base/errors.js";
import { parseExpected } from "../screen/expected/sentence.js";
import { renderHeader } from "../screen/header.js";
import { type Condition, type ConditionWords, parseCondition } from "../screen/selector.js";
import type { Session } from "../session/session.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

const wordsField = z.string().min(1).max(2_000);

interface Stated {
  readonly condition?: string | undefined;
  readonly expected?: string | undefined;
  readonly action?: string | undefined;
}

/**
 * Reads the condition of a call. Errors: INVALID_ARGUMENT for no condition or two; SELECTOR_SYNTAX, COMMAND_UNCLEAR.
 */
function conditionOf({ condition, expected, action }: Stated, session: Session, words?: ConditionWords): Condition {
  if (expected !== undefined && condition === undefined) {
    return parseExpected({ expected, action }, (named) => elementActedOn(session, named));
  }
  if (condition !== undefined && expected === undefined && action === undefined)
    return parseCondition(condition, words);
  throw new FoveaError("INVALID_ARGUMENT", "verify takes a condition, or what is expected of an action");
}

export const verify = defineTool({
  name: "verify",
  title: "Check a condition",
  description: "Check a condition; fails if untrue.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 50_000,
  example: { condition: 'radio "Plus" checked' },
  input: z.strictObject({
    device: deviceField,
    condition: wordsField.optional().describe('e.g. not "Hi"'),
    expected: wordsField.optional().describe("e.g. it is on"),
    action: wordsField.optional().describe('e.g. tap "Hi"'),
  }),
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const condition = conditionOf(args, session, context.words);
    const since = args.expected === undefined ? "answer" : "action";
    return await check(session, condition, signal, since);
  },
  render: ({ condition, evidence, observation }, args) => {
    const read = args.expected === undefined ? "" : `${condition}: `;
    return { text: `true: ${read}${evidence.join("; ")}\n${renderHeader(observation)}` };
  },
  toJson: ({ condition, evidence, observation }) => ({
    condition,
    holds: true,
    evidence,
    observationId: observation.observationId,
  }),
});
