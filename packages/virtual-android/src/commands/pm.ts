import type { Command } from "../command.js";
import { pmShell } from "../package-manager/package-shell.js";

/** `pm`: the package manager's shell. */
export const pm: Command = {
  name: "pm",
  isScript: true,
  run: (call) => pmShell(call, call.argv.slice(1)),
};
