import type { ActResult } from "../../actions/proof/performed.js";
import { verdictLine } from "../../answers/act-answer.js";
import { FoveaError } from "../../base/errors.js";

/** The result of an action, unless the app died. Errors: FLOW_APP_DIED. */
export function requireAlive(result: ActResult): ActResult {
  const { did, verdict } = result;
  if (verdict.kind === "app_crashed" || verdict.kind === "app_not_responding")
    throw new FoveaError("FLOW_APP_DIED", `${did}; ${verdictLine(verdict)}`);
  return result;
}
