import type { Observation } from "../screen/observation.js";
import type { ActNote } from "../session/session-watcher.js";
import type { Called, Decided } from "./called.js";
import type { DeviceJournal } from "./device-journal.js";

/** The data of one call, which all code that the call runs can reach. */
export interface CallScope {
  readonly called: Called;
  /** The actions of the call, without screenshots: a batch may have many. */
  readonly acts: ActNote[];
  readonly decisions: Decided[];
  /** The last known screen of each device, from the time when the call began to use the device. */
  readonly devices: Map<DeviceJournal, Observation | null>;
  /** The recording that was running when the call began; earlier calls are not part of it. */
  readonly trace: object;
  /** Writes the last action down; the call does not wait for that. */
  writeLast: () => void;
}
