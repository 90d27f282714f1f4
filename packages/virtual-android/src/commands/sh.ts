import { runShell } from "../shell/run-shell.js";
import type { SystemCommand } from "../system/system.js";

/** The device's shell: mksh on all releases since Android 4.0. */
export const sh: SystemCommand = { name: "sh", run: runShell };
