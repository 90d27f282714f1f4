import type { SystemCommand } from "../system/system.js";

export const falseCommand: SystemCommand = { name: "false", run: async () => 1 };
