import type { Observation } from "../screen/observation.js";
import type { ActNote } from "../session/session-watcher.js";
import type { Called, Decided } from "./called.js";
import type { DeviceJournal } from "./device-journal.js";

/** What belongs to one call, wherever it leads. */
export interface CallScope {
  readonly called: Called;
  /** Without their pictures: a batch may have many. */
  readonly acts: ActNote[];
  readonly decisions: Decided[];
  /** What was last known of each device when the call began to use it. */
  readonly devices: Map<DeviceJournal, Observation | null>;
  /** The recording that went on when it began; calls that began before are not in it. */
  readonly trace: object;
  /** Writes the last act down; what comes after the answer does not make it wait. */
  writeLast: () => void;
}
