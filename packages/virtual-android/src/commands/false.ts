import type { SystemCommand } from "../system/system.js";

/** Fails. */
export const falseCommand: SystemCommand = { name: "false", run: async () => 1 };
