import { FRAMEWORK_COMMANDS } from "./framework-commands.js";
import type { ProgramRegistry, SystemCommand } from "./system/system.js";
import { TOOLBOX } from "./toolbox.js";

/** All programs in /system/bin of the virtual phone. */
export const COMMANDS: readonly SystemCommand[] = [...TOOLBOX, ...FRAMEWORK_COMMANDS];

/**
 * The programs of a release by name; `extra` programs (of a test, of the companion) replace programs of the same name.
 */
export function programRegistry(apiLevel: number, extra: readonly SystemCommand[] = []): ProgramRegistry {
  const own = COMMANDS.filter(({ name }) => apiLevel >= 26 || !SINCE_26.has(name));
  return new Map([...own, ...extra].map((command) => [command.name, command]));
}

/**
 * The programs that toybox got with Android 8 (AOSP system/core/shell_and_utilities/README.md); before, `gzip` was
 * minigzip.
 */
const SINCE_26: ReadonlySet<string> = new Set(["gunzip", "sha256sum", "sha512sum", "zcat"]);
