import type { Command } from "../command.js";
import { windowShell } from "../shell-commands/window-shell.js";

/** `wm`: a script around the window manager's shell. */
export const wm: Command = {
  name: "wm",
  isScript: true,
  run: (call) => windowShell(call, call.argv.slice(1)),
};
