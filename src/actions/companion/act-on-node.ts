import { FoveaError } from "../../base/errors.js";
import type { LiveHalf } from "../../devices/on-device/live-half.js";
import type { NodeActionRequest } from "../../devices/on-device/requests.js";
import type { Result } from "../../devices/on-device/results.js";
import type { NodeAction } from "../../devices/on-device/words.js";
import type { Session } from "../../session/session.js";
import { type NotThrough, tryAct } from "./through-half.js";

/**
 * A refusal comes at once. The framework gives up on an app after 5 s (AccessibilityInteractionClient) and calls that a
 * refusal, too, while the app may still come to it.
 */
const REFUSED_WITHIN_MS = 2_000;

/**
 * An action of a node: whether the app took it. Where `performed` is false, nothing was done. Errors: REF_STALE where the node is
 * gone or shows something else, TIMEOUT where the app did not answer in time; those of the request.
 */
export async function actOnNode(
  { device: { serial } }: Session,
  half: LiveHalf,
  request: NodeActionRequest & { readonly action: NodeAction },
  signal: AbortSignal,
): Promise<Result<"nodeAction"> | NotThrough> {
  const startedAt = performance.now();
  const answer = await tryAct(() => half.client.request("nodeAction", request, signal));
  if (!("result" in answer)) return answer;
  const { performed } = answer.result;
  if (!performed && performance.now() - startedAt > REFUSED_WITHIN_MS) {
    const message = `${serial}: the app did not answer in time when it was asked to ${request.action}`;
    throw new FoveaError("TIMEOUT", message, { device: serial, mayHaveHappened: true });
  }
  return answer.result;
}
