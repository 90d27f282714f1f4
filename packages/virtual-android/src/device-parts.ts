import type { FaultScript } from "./fault-script.js";
import type { Listeners } from "./linux/listeners.js";

/** What a phone gets from the device around it: programs of the phone can listen, and their work costs time. */
export interface DeviceParts {
  readonly listeners: Listeners;
  readonly faults: FaultScript;
  readonly seed: number;
  costs(): { roundTripMs(): number; screenshotMs(): number };
}
