import type { SystemCommand } from "../system/system.js";

/** Succeeds. */
export const trueCommand: SystemCommand = { name: "true", run: async () => 0 };
