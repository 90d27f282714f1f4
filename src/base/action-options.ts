import { FoveaError } from "./errors.js";

/** The longest that a target may be waited for, so that the call still has the time to act and to settle. */
export const MOST_PATIENCE_MS = 30_000;

/** The options of actions, part of the one table in `config.ts`. */
export const ACTION_OPTIONS = [
  {
    flag: "--take-action",
    env: "FOVEA_TAKE_ACTION",
    key: "takeAction",
    type: "boolean",
    default: "false",
    doc: "Also offer take_action, which takes one action in plain English and performs it with the other tools.",
  },
  {
    flag: "--action-timeout",
    env: "FOVEA_ACTION_TIMEOUT",
    key: "actionTimeoutMs",
    type: "integer",
    default: "5000",
    doc: "How many ms an action waits for its target to be there, at rest, enabled and uncovered; 0 to 30000.",
  },
] as const;

/** How long targets are waited for where a call does not say, as it was given. Errors: INVALID_ARGUMENT. */
export function actionTimeoutOf(value: unknown, name: string): number {
  const given = value ?? ACTION_OPTIONS[1].default;
  const ms = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof ms === "number" && Number.isInteger(ms) && ms >= 0 && ms <= MOST_PATIENCE_MS) return ms;
  throw new FoveaError("INVALID_ARGUMENT", `${name} has to be a whole number of ms, ${MOST_PATIENCE_MS} at most`);
}
