import type { Config } from "../base/config.js";
import type { DeviceRegistry } from "../devices/devices.js";
import type { Gate } from "../guard/gate.js";
import type { LiveMemory } from "../live-memory/live-memory.js";
import type { Recorder } from "../recorder/recorder.js";
import type { Caller } from "../session/caller.js";
import { restoredText } from "../session/changes/restored-text.js";
import type { Sessions } from "../session/sessions.js";
import type { Plugins } from "../tool-contract/plugins.js";
import type { ToolContext } from "../tool-contract/tool.js";
import type { Consents } from "./consents.js";
import type { Guard } from "./guard/guard.js";

/** The parts that all servers of a process share: a server itself has no state. */
export interface ServerParts {
  readonly config: Config;
  readonly devices: DeviceRegistry;
  readonly sessions: Sessions;
  /** The questions to users before something is deleted. */
  readonly consents: Consents;
  readonly recorder: Recorder;
  /** The guard against sensitive actions. */
  readonly guard: Guard;
  /** The memory of screens and ways; absent without --memory. */
  readonly memory?: LiveMemory | undefined;
  /** The user's plug-ins; absent if there are none. */
  readonly plugins?: Plugins;
}

interface ContextParts extends Omit<ServerParts, "consents" | "guard"> {
  readonly caller?: Caller;
  readonly since?: string | undefined;
  /** The gate of one call; the session's own if absent. */
  readonly gate?: Gate;
}

/**
 * The context for the calls of one caller; without a caller, of the process itself. `onUse` gets each device that the
 * call uses, and may throw to refuse it.
 */
export function toolContext(
  parts: ContextParts,
  progress: (message: string) => void,
  onUse: (serial: string) => void = () => {},
): ToolContext {
  const { config, devices, sessions, recorder, caller, since, gate, plugins, memory } = parts;
  return {
    config,
    devices,
    recorder,
    gate,
    words: plugins?.words,
    ...(memory && { memory }),
    prepareSkill: async (use) => (await import("../skills/prepare-skill.js")).prepareSkill(use, config),
    session: async (serial, signal) => {
      const session = sessions.of(await devices.get(serial, signal));
      onUse(session.device.serial);
      recorder.uses(session);
      const takesOver = config.readOnly ? null : sessions.changes.takeOver(session, signal);
      const restored = takesOver === null ? [] : await takesOver;
      if (restored.length > 0) recorder.addNotice(restoredText(session.device.serial, restored));
      const own = session.as(caller ?? session.caller, gate ?? session.gate);
      if (since !== undefined) own.takeUp(since);
      return own;
    },
    progress,
  };
}
