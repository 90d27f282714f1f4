import type { Config } from "../base/config.js";
import type { DeviceRegistry } from "../devices/devices.js";
import type { Gate } from "../guard/gate.js";
import type { LiveMemory } from "../live-memory/live-memory.js";
import type { Recorder } from "../recorder/recorder.js";
import type { Caller } from "../session/caller.js";
import type { Sessions } from "../session/sessions.js";
import type { Plugins } from "../tool-contract/plugins.js";
import type { ToolContext } from "../tool-contract/tool.js";
import type { Consents } from "./consents.js";
import type { Guard } from "./guard/guard.js";

/** What every server of a process shares: they keep nothing of their own. */
export interface ServerParts {
  readonly config: Config;
  readonly devices: DeviceRegistry;
  readonly sessions: Sessions;
  /** What users were asked before something is destroyed. */
  readonly consents: Consents;
  readonly recorder: Recorder;
  /** What is done about sensitive actions. */
  readonly guard: Guard;
  /** What is known of screens and ways; absent without --memory. */
  readonly memory?: LiveMemory | undefined;
  /** What users brought; nothing if absent. */
  readonly plugins?: Plugins;
}

interface ContextParts extends Omit<ServerParts, "consents" | "guard"> {
  readonly caller?: Caller;
  readonly since?: string | undefined;
  /** The gate of one call; that of the session if absent. */
  readonly gate?: Gate;
}

/**
 * What the calls of one caller may use; without a caller the process itself is one. `onUse` hears of each device that
 * the call comes to, and may refuse it.
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
      if (takesOver) await takesOver;
      const own = session.as(caller ?? session.caller, gate ?? session.gate);
      if (since !== undefined) own.takeUp(since);
      return own;
    },
    progress,
  };
}
