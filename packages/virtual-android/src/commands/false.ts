import type { SystemCommand } from "../system/system.js";

/** Exits with 1. */
export const falseCommand: SystemCommand = { name: "false", run: async () => 1 };
