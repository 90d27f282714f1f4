import type { WindowRecord } from "../../framework/window-record.js";
import type { CompanionParts } from "../parts.js";
import type { Call } from "../wire/host.js";

/** AccessibilityInteractionClient.TIMEOUT_INTERACTION_MILLIS. */
const APP_TIMEOUT_MS = 5000;

/**
 * Runs a function on the main thread of a window's app, and waits for its result; undefined if the app does not run it
 * in time. The app may still run it later.
 */
export async function appLoop<T>(
  { screen, clock }: CompanionParts,
  record: WindowRecord,
  run: () => T,
  call: Call,
): Promise<T | undefined> {
  let outcome: { readonly value: T } | undefined;
  record.spec.process.post(screen.now, () => {
    outcome = { value: run() };
  });
  const until = screen.blockedUntil(record);
  if (!outcome && until !== undefined) {
    await clock.sleep(Math.min(APP_TIMEOUT_MS, Math.max(1, until - clock.now())), call.signal);
    screen.framework.kernel.scheduler.sync();
  }
  return valueIn(outcome);
}

function valueIn<T>(outcome: { readonly value: T } | undefined): T | undefined {
  return outcome?.value;
}
