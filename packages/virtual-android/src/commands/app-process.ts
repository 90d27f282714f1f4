import { runAppProcess } from "../app-process/app-process.js";
import type { Command } from "../command.js";

/** `app_process [OPTIONS] CMD-DIR CLASS ARGS…`: the Java runtime; here it knows only the companion's program. */
export const appProcess: Command = {
  name: "app_process",
  isScript: true,
  run: (call) => runAppProcess(call, call.argv.slice(1)),
};
