import * as z from "zod";
import { verify } from "../../actions/conditions/verify.js";
import { waitFor } from "../../actions/conditions/wait-for.js";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { sourceSince } from "../../screen/changes.js";
import type { Observation } from "../../screen/observation.js";
import { parseCondition } from "../../screen/selector.js";
import { deviceField, timeoutField } from "../../tool-contract/fields.js";
import { defineTool } from "../../tool-contract/tool.js";

/** How long an expectation is checked again and again. */
export const EXPECT_MS = 5_000;

/**
 * Waits until a condition is true, and gives the evidence. Errors: EXPECTATION_FAILED with what the screen showed
 * instead; the codes of verify if the condition could not be decided.
 */
export const expectCondition = defineTool({
  name: "expect",
  title: "Expect a condition",
  description: "Wait until a condition is true, and say what proves it.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 320_000,
  input: z.strictObject({
    device: deviceField,
    condition: z.string().min(1).max(2_000),
    timeout_ms: timeoutField.optional(),
  }),
  run: async (args, context, signal) => {
    const condition = parseCondition(args.condition, context.words);
    const session = await context.session(args.device, signal);
    const timeoutMs = args.timeout_ms ?? EXPECT_MS;
    const reported = session.lastReported;
    // The repeated observations change what counts as reported: `changed` is measured from what was reported before.
    const sourceOf = (seen: Observation) => sourceSince(reported, seen);
    try {
      const { after } = await waitFor(session, { condition, timeoutMs, sourceOf }, () => {}, signal);
      return { condition: args.condition, evidence: ["true"], observation: after };
    } catch (error) {
      if (!isFoveaError(error, "WAIT_TIMEOUT")) throw error;
    }
    try {
      return await verify(session, condition, signal);
    } catch (error) {
      if (!isFoveaError(error, "EXPECTATION_FAILED")) throw error;
      const { code, message, context: about, hint, cause } = error;
      throw new FoveaError(code, `${message}; waited ${timeoutMs} ms for it`, { ...about, hint, cause });
    }
  },
  render: ({ condition }) => ({ text: `true: ${condition}` }),
  toJson: ({ condition, evidence }) => ({ condition, holds: true, evidence }),
});
