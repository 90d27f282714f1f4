import type { Command } from "../command.js";
import { appOpsShell } from "../shell-commands/app-ops-shell.js";

/** `appops`: a script around the app-ops service's shell. */
export const appops: Command = {
  name: "appops",
  isScript: true,
  run: (call) => appOpsShell(call, call.argv.slice(1)),
};
