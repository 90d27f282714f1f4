import type { FaultScript } from "./fault-script.js";
import type { Listeners } from "./linux/listeners.js";

/** The parts of the device that a phone uses: sockets on which its programs can listen, and the cost of their work. */
export interface DeviceParts {
  readonly listeners: Listeners;
  readonly faults: FaultScript;
  readonly seed: number;
  costs(): { roundTripMs(): number; screenshotMs(): number };
}
