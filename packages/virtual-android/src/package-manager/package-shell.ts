import { dumpPackage } from "../dumps/services/package.js";
import { defaultCommand, print, type ShellCommand } from "../shell-command.js";
import { getAppLink, getAppLinks, setAppLink, setAppLinks } from "./app-links.js";
import { clear, install, uninstall } from "./install.js";
import { createUser, list, path } from "./list.js";
import { clearPermissionFlags, grant, revoke } from "./permissions.js";
import { queryActivities, resolveActivity } from "./resolve.js";

/** `cmd package …`. Up to Android 7 it does not have the commands that `pm` performs itself. */
export const packageShell: ShellCommand = async (call, args) => {
  const api = call.phone.build.apiLevel;
  const [command = ""] = args;
  if (api <= 25 && ONLY_IN_PM.includes(command)) return defaultCommand(call, command, HELP);
  return run(call, args);
};

/** `pm …`: from Android 9 on only a different name for `cmd package`. */
export const pmShell: ShellCommand = async (call, args) => {
  const [command] = args;
  const isKnown = command !== undefined && (COMMANDS.has(command) || LINK_COMMANDS.has(command));
  if (isKnown || call.phone.build.apiLevel >= 28) return run(call, args);
  if (command === undefined) {
    await call.stderr.write(`${HELP.join("\n")}\n`);
    return 1;
  }
  await call.stderr.write(`Error: unknown command '${command}'\n`);
  return 1;
};

const run: ShellCommand = async (call, args) => {
  const [command, ...rest] = args;
  const links = command === undefined ? undefined : LINK_COMMANDS.get(command);
  if (links && links.since <= call.phone.build.apiLevel && call.phone.build.apiLevel <= links.until)
    return await links.run(call, rest);
  if (command === "clear-permission-flags" && call.phone.build.apiLevel >= 33)
    return await clearPermissionFlags(call, rest);
  const action = command === undefined ? undefined : COMMANDS.get(command);
  return action ? action(call, rest) : defaultCommand(call, command, HELP);
};

/** The commands for app links: for an app up to Android 11, for each domain from 12 on. */
const LINK_COMMANDS: ReadonlyMap<
  string,
  { readonly since: number; readonly until: number; readonly run: ShellCommand }
> = new Map([
  ["get-app-link", { since: 23, until: 30, run: getAppLink }],
  ["set-app-link", { since: 23, until: 30, run: setAppLink }],
  ["get-app-links", { since: 31, until: 99, run: getAppLinks }],
  ["set-app-links", { since: 31, until: 99, run: setAppLinks }],
]);

const COMMANDS: ReadonlyMap<string, ShellCommand> = new Map([
  ["clear", clear],
  ["create-user", createUser],
  ["dump", (call, args) => print(call, ...dumpPackage(call.phone.state(), args))],
  ["grant", grant],
  ["install", install],
  ["list", list],
  ["path", path],
  ["query-activities", queryActivities],
  ["resolve-activity", resolveActivity],
  ["revoke", revoke],
  ["uninstall", uninstall],
]);

const ONLY_IN_PM = ["clear", "create-user", "dump", "grant", "path", "revoke"];

const HELP = [
  "Package manager (package) commands:",
  "  help",
  "    Print this help text.",
  "",
  "  path [--user USER_ID] PACKAGE",
  "    Print the path to the .apk of the given PACKAGE.",
  "  list features|libraries|users",
  "  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-U] [--show-versioncode] [--user USER_ID] [FILTER]",
  "    Prints all packages; optionally only those whose name contains the text in FILTER.",
  "  resolve-activity [--brief] [--components] [--user USER_ID] INTENT",
  "  query-activities [--brief] [--components] [--user USER_ID] INTENT",
  "  install [-rtgd] [-S BYTES] [--user USER_ID] [PATH|-]",
  "    Install an application. Must provide the apk data to install, either as a file or through stdin.",
  "  uninstall [-k] [--user USER_ID] PACKAGE",
  "  grant [--user USER_ID] PACKAGE PERMISSION",
  "  revoke [--user USER_ID] PACKAGE PERMISSION",
  "  clear [--user USER_ID] PACKAGE",
  "    Deletes all data associated with a package.",
];
