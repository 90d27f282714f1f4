import type { SystemCommand } from "../system/system.js";

export const trueCommand: SystemCommand = { name: "true", run: async () => 0 };
