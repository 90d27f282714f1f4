import { FRAMEWORK_COMMANDS } from "./framework-commands.js";
import type { ProgramRegistry, SystemCommand } from "./system/system.js";
import { TOOLBOX } from "./toolbox.js";

/** Every program in /system/bin of the virtual phone. */
export const COMMANDS: readonly SystemCommand[] = [...TOOLBOX, ...FRAMEWORK_COMMANDS];

/** The programs by name; `extra` ones (of a test, of an on-device helper) win. */
export function programRegistry(extra: readonly SystemCommand[] = []): ProgramRegistry {
  return new Map([...COMMANDS, ...extra].map((command) => [command.name, command]));
}
