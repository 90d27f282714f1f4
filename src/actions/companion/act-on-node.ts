import { FoveaError } from "../../base/errors.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { NodeActionRequest } from "../../devices/companion/requests.js";
import type { Result } from "../../devices/companion/results.js";
import type { NodeAction } from "../../devices/companion/words.js";
import type { Session } from "../../session/session.js";
import { type NotViaCompanion, tryAct } from "./via-companion.js";

/**
 * A real refusal comes at once. The framework also reports a refusal after it waited 5 s for an app
 * (AccessibilityInteractionClient), although the app may still perform the action later.
 */
const REFUSED_WITHIN_MS = 2_000;

/**
 * Performs an action of a node, and gives whether the app accepted it. If `performed` is false, nothing was done.
 * Errors: REF_STALE if the node is gone or shows something else, TIMEOUT if the app did not answer in time; those of
 * the request.
 */
export async function actOnNode(
  { device: { serial } }: Session,
  companion: LiveCompanion,
  request: NodeActionRequest & { readonly action: NodeAction },
  signal: AbortSignal,
): Promise<Result<"nodeAction"> | NotViaCompanion> {
  const startedAt = performance.now();
  const answer = await tryAct(() => companion.client.request("nodeAction", request, signal));
  if (!("result" in answer)) return answer;
  const { performed } = answer.result;
  if (!performed && performance.now() - startedAt > REFUSED_WITHIN_MS) {
    const message = `${serial}: the app did not answer in time when it was asked to ${request.action}`;
    throw new FoveaError("TIMEOUT", message, { device: serial, mayHaveHappened: true });
  }
  return answer.result;
}
