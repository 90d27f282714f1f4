import { FRAMEWORK_COMMANDS } from "./framework-commands.js";
import type { ProgramRegistry, SystemCommand } from "./system/system.js";
import { TOOLBOX } from "./toolbox.js";

/** Every program in /system/bin of the virtual phone. */
export const COMMANDS: readonly SystemCommand[] = [...TOOLBOX, ...FRAMEWORK_COMMANDS];

/** The programs of a release by name; `extra` ones (of a test, of an on-device helper) win. */
export function programRegistry(apiLevel: number, extra: readonly SystemCommand[] = []): ProgramRegistry {
  const own = COMMANDS.filter(({ name }) => apiLevel >= 26 || !SINCE_26.has(name));
  return new Map([...own, ...extra].map((command) => [command.name, command]));
}

/** What toybox got with Android 8 (AOSP system/core/shell_and_utilities/README.md); `gzip` was minigzip before. */
const SINCE_26: ReadonlySet<string> = new Set(["gunzip", "sha256sum", "sha512sum", "zcat"]);
