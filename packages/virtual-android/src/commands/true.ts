import type { SystemCommand } from "../system/system.js";

/** Exits with 0. */
export const trueCommand: SystemCommand = { name: "true", run: async () => 0 };
