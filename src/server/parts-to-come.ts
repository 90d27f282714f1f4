import type { Config } from "../base/config.js";
import type { Caller } from "../session/caller.js";
import type { AnyTool } from "../tool-contract/tool.js";
import type { RemoteCalls } from "./remote-calls.js";
import type { ServerParts } from "./tool-context.js";

/**
 * The parts of a server, to be loaded: what a server lists and how it shakes hands does not depend on them. `parts` is
 * asked at each call, and gives the same each time; where it fails, the call fails.
 */
export interface PartsToCome {
  readonly config: Config;
  readonly parts: () => Promise<ServerParts>;
  /** Tools that plug-ins brought, which are listed behind ours. */
  readonly pluginTools?: readonly AnyTool[];
  /** Answers calls in place of this process; nobody does if absent. */
  readonly remote?: RemoteCalls;
}

/** The same, with the one who calls. */
export interface CalledParts extends PartsToCome {
  readonly caller: Caller;
}
