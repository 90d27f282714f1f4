import type { Command } from "../command.js";
import { settingsShell } from "../shell-commands/settings-shell.js";

/** `settings`: a script around the settings provider's shell. */
export const settings: Command = {
  name: "settings",
  isScript: true,
  run: (call) => settingsShell(call, call.argv.slice(1)),
};
