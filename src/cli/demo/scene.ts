import type { Stage } from "./stage.js";

/** One part of the demo. */
export interface Scene {
  readonly title: string;
  /** True if it only observes, so that it may run on the user's own phone. */
  readonly isReadOnly: boolean;
  play(stage: Stage): Promise<void>;
}
