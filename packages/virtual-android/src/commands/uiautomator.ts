import type { Command, CommandCall } from "../command.js";
import { dump } from "../uiautomator/dump.js";

/** The platform's test tool. Only `dump` is supported: its other commands run test code. */
export const uiautomator: Command = {
  name: "uiautomator",
  isScript: true,
  run: async (call) => {
    const [command, ...args] = call.argv.slice(1);
    if (command === "dump") return await dump(call, args);
    return await printHelp(call);
  },
};

async function printHelp(call: CommandCall): Promise<number> {
  const lines = [
    "Usage: uiautomator <subcommand> [options]",
    "",
    "Available subcommands:",
    "",
    "help: displays help message",
    "",
    "dump: creates an XML dump of current UI hierarchy",
    "    dump [--verbose][file]",
    "      [--compressed]: dumps compressed layout information.",
    "      [file]: the location where the dumped XML should be stored, default is",
    "      /sdcard/window_dump.xml",
    "",
  ];
  await call.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}
