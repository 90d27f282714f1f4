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

/** What has to be true after an action for the call to succeed. */
export const expectField = z
  .string()
  .min(1)
  .max(2_000)
  .optional()
  .describe("e.g. OK")
  .meta({ help: 'Must become true, e.g. "Saved"' });

/** Whether an action looks at the result. */
export const answerField = z
  .enum(["none"])
  .optional()
  .describe("only send")
  .meta({ help: "none: only send it, without observing afterwards" });

/** A caller may ask for more care than the guard takes, never for less. */
export const confirmField = z
  .boolean()
  .optional()
  .describe("Ask first")
  .meta({ help: "Ask the user first, even if the guard would not" });

/** In no time at all nothing can be looked at. */
const LEAST_PATIENCE_MS = 1;

/** How long a target may take to be ready to be touched. */
export const patienceField = z
  .int()
  .min(LEAST_PATIENCE_MS)
  .max(MOST_PATIENCE_MS)
  .optional()
  .describe("default 5000")
  .meta({ help: "To wait for the target; default 5000" });

/**
 * How long this call looks for its target: a time that it names is kept; the server's own is how long to go on trying,
 * on a screen that may still change.
 */
export function patienceOf(
  args: { readonly timeout_ms?: number | undefined },
  { actionTimeoutMs }: Pick<Config, "actionTimeoutMs">,
): Patience {
  const isOwn = args.timeout_ms !== undefined;
  return { timeoutMs: args.timeout_ms ?? actionTimeoutMs, isStrict: isOwn, endsWhenStill: !isOwn };
}

export const timeoutField = z.number().int().min(0).max(300_000);

/** How sure has to be what plain words or a stored selector are taken for. */
export const minConfidenceField = z
  .number()
  .min(0)
  .max(1)
  .optional()
  .describe("default 0.85")
  .meta({ help: "Least score, 0 to 1, of what plain words or a stored selector find; default 0.85" });
