import type { StateChange } from "../../session/changes/device-changes.js";
import type { Session } from "../../session/session.js";
import { gateOf } from "../ask-gate.js";

/**
 * Restores everything that was changed on the device, except for changes by other processes that are still running.
 * Errors: as DeviceChanges.restore; those of the guard.
 */
export async function restoreAll(session: Session, signal: AbortSignal): Promise<readonly StateChange[]> {
  const ask = gateOf(session, { tool: "display", args: { set_back: true } });
  ask({ kind: "device", change: "setBack", detail: "what was changed", package: null }, null);
  const changes = await session.changes.restore(session, signal);
  session.acted([]);
  return changes;
}
