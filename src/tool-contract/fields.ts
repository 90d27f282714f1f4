import * as z from "zod";
import type { Patience } from "../actions/targets/when-ready.js";
import type { Config } from "../base/config.js";
import { MOST_PATIENCE_MS } from "../base/options/choices.js";

/*
 * Fields that several tools share. Descriptions are read by models in every conversation: short, with an example.
 */

export const deviceField = z
  .string()
  .max(256)
  .optional()
  .describe("serial")
  .meta({ help: "Serial, e.g. emulator-5554; may be omitted with one device" });

export const targetField = z
  .string()
  .min(1)
  .max(2_000)
  .describe('e12, button "Save", "Delete" in row "Milk", id/login, 540,1200 or 50%,62%');

export const packageField = z.string().max(255).describe("e.g. com.example.app");

/** The condition that has to be true after an action; if it is not, the call fails. */
export const expectField = z
  .string()
  .min(1)
  .max(2_000)
  .optional()
  .describe("e.g. OK")
  .meta({ help: 'Must become true, e.g. "Saved"' });

/** Whether an action reads the screen after it. */
export const answerField = z
  .enum(["none"])
  .optional()
  .describe("only send")
  .meta({ help: "none: only send it, without observing afterwards" });

/** A caller may request a question that the guard would not ask, but cannot turn off those of the guard. */
export const confirmField = z
  .boolean()
  .optional()
  .describe("Ask first")
  .meta({ help: "Ask the user first, even if the guard would not" });

/** At least 1 ms: in 0 ms nothing can be observed. */
const LEAST_PATIENCE_MS = 1;

/** How long to wait until the target can be touched. */
export const patienceField = z
  .int()
  .min(LEAST_PATIENCE_MS)
  .max(MOST_PATIENCE_MS)
  .optional()
  .describe("default 5000")
  .meta({ help: "To wait for the target; default 5000" });

/**
 * How long a call searches its target. A time in the call is kept exactly; the server's default ends early if the
 * screen no longer changes.
 */
export function patienceOf(
  args: { readonly timeout_ms?: number | undefined },
  { actionTimeoutMs }: Pick<Config, "actionTimeoutMs">,
): Patience {
  const isOwn = args.timeout_ms !== undefined;
  return { timeoutMs: args.timeout_ms ?? actionTimeoutMs, isStrict: isOwn, endsWhenStill: !isOwn };
}

export const timeoutField = z.number().int().min(0).max(300_000);

/** How certain a match has to be, for plain words and stored selectors. */
export const minConfidenceField = z
  .number()
  .min(0)
  .max(1)
  .optional()
  .describe("default 0.85")
  .meta({ help: "Lowest score, 0 to 1, at which plain words or a stored selector match; default 0.85" });
