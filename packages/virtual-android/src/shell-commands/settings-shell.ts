import type { CommandCall } from "../command.js";
import { JavaError, printShellException } from "../java-error.js";
import { complain, FAILED, print, type ShellCommand } from "../shell-command.js";

/** `settings [--user N] get|put|delete|list NAMESPACE …` and `cmd settings …` (8 and later). */
export const settingsShell: ShellCommand = async (call, args) => {
  const words = withoutUser(args);
  const [verb, namespace, key, value, ...rest] = words;
  if (verb === undefined || verb === "help" || verb === "-h") return help(call);
  if (!VERBS.includes(verb.toLowerCase())) return complain(call, `Invalid command: ${verb}`);
  if (namespace === undefined) return complain(call, "Bad arguments");
  const table = TABLES.find((name) => name === namespace.toLowerCase());
  if (!table) return complain(call, `Invalid namespace '${namespace}'`);
  switch (verb.toLowerCase()) {
    case "get":
      if (value !== undefined) return complain(call, "Too many arguments");
      return key === undefined ? complain(call, "Bad arguments") : get(call, table, key);
    case "delete":
      if (value !== undefined) return complain(call, "Too many arguments");
      return key === undefined ? complain(call, "Bad arguments") : remove(call, table, key);
    case "list":
      return list(call, table);
    default:
      if (key === undefined || value === undefined) return complain(call, "Bad arguments");
      return rest.length > 2 ? complain(call, "Too many arguments") : put(call, table, key, value);
  }
};

type Table = (typeof TABLES)[number];

const TABLES = ["system", "secure", "global"] as const;

const VERBS: readonly string[] = ["get", "put", "delete", "list"];

/** The phone has one user, so `--user 0` and `--user current` have no effect. */
function withoutUser(args: readonly string[]): readonly string[] {
  const at = args.indexOf("--user");
  return at < 0 ? args : args.filter((_, index) => index !== at && index !== at + 1);
}

async function get(call: CommandCall, table: Table, key: string): Promise<number> {
  return print(call, call.phone.state().settings[table].get(key) ?? "null");
}

/** Some vendors let the shell change only the settings of the table `system`. */
async function refuse(call: CommandCall, verb: string): Promise<number> {
  const message = "Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS";
  return await printShellException(call, verb, new JavaError("java.lang.SecurityException", message, FRAMES));
}

const FRAMES = [
  "com.android.providers.settings.SettingsProvider.enforceWritePermission(SettingsProvider.java:2222)",
  "com.android.providers.settings.SettingsProvider.call(SettingsProvider.java:441)",
] as const;

function isRefused(call: CommandCall, table: Table): boolean {
  return table !== "system" && call.phone.vendor?.refusesSecureSettings === true;
}

async function put(call: CommandCall, table: Table, key: string, value: string): Promise<number> {
  if (isRefused(call, table)) return await refuse(call, "put");
  call.phone.putSetting(table, key, value);
  return 0;
}

async function remove(call: CommandCall, table: Table, key: string): Promise<number> {
  if (isRefused(call, table)) return await refuse(call, "delete");
  const existed = call.phone.state().settings[table].has(key);
  call.phone.putSetting(table, key, null);
  return print(call, `Deleted ${existed ? 1 : 0} rows`);
}

async function list(call: CommandCall, table: Table): Promise<number> {
  const lines = [...call.phone.state().settings[table]].map(([key, value]) => `${key}=${value}`);
  return print(call, ...lines.toSorted());
}

async function help(call: CommandCall): Promise<number> {
  await print(
    call,
    "Settings provider (settings) commands:",
    "  help",
    "      Print this help text.",
    "  get [--user <USER_ID> | current] NAMESPACE KEY",
    "      Retrieve the current value of KEY.",
    "  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]",
    "      Change the contents of KEY to VALUE.",
    "  delete [--user <USER_ID> | current] NAMESPACE KEY",
    "      Delete the entry for KEY.",
    "  list [--user <USER_ID> | current] NAMESPACE",
    "      Print all defined keys.",
    "      NAMESPACE is one of {system, secure, global}, case-insensitive",
  );
  return FAILED;
}
