import { packageVersion } from "../base/assets.js";
import type { CommandEntry } from "./command-entry.js";
import { COMMANDS } from "./commands.js";

/** The output of `fovea` without arguments. */
export function introduction(): string {
  return `fovea ${packageVersion()}: see and drive Android devices, from a shell or for an AI agent over MCP

  fovea demo          ${COMMANDS["demo"]?.about}
  fovea doctor        ${COMMANDS["doctor"]?.about}
  fovea observe       ${COMMANDS["observe"]?.about}
  fovea tap Settings  tap what is labelled "Settings"
  fovea serve         the MCP server: the command for your MCP client's configuration

All commands: fovea help. One command: fovea help COMMAND. Options of every command: fovea help options.
`;
}

/** The output of `fovea help`: one line for each command. */
export function commandsHelp(): string {
  const rows = Object.entries(COMMANDS).map(([name, { words, about }]) => [`fovea ${name} ${words}`.trim(), about]);
  const widest = Math.max(...rows.map(([call = ""]) => call.length).filter((length) => length < 28));
  const lines = rows.map(([call = "", about]) => `  ${call.padEnd(widest)}  ${about}`);
  return `fovea: see and drive Android devices

${lines.join("\n")}

One command: fovea help COMMAND. Options of every command: fovea help options.
Exit codes: 0 done, 1 failed, 2 usage, 3 not this format.
`;
}

/** The end of the help of each command. */
export function helpFooter({ example }: CommandEntry): string {
  return `\nExample: ${example}\nOptions of every command: fovea help options\n`;
}
