import type { Config } from "../base/config.js";
import type { Caller } from "../session/caller.js";
import type { AnyTool } from "../tool-contract/tool.js";
import type { RemoteCalls } from "./remote-calls.js";
import type { ServerParts } from "./tool-context.js";

/**
 * The parts of a server, which are loaded later: the handshake and the lists do not need them. `parts` is called at
 * each call, and gives the same parts each time; if it fails, the call fails.
 */
export interface PartsToCome {
  readonly config: Config;
  readonly parts: () => Promise<ServerParts>;
  /** Tools of plug-ins, which are listed after Fovea's own. */
  readonly pluginTools?: readonly AnyTool[];
  /** Answers calls in place of this process; absent if this process answers all. */
  readonly remote?: RemoteCalls;
}

/** The same, with the caller. */
export interface CalledParts extends PartsToCome {
  readonly caller: Caller;
}
