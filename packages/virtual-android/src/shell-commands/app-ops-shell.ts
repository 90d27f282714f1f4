import type { CommandCall } from "../command.js";
import { JavaError, printShellException } from "../java-error.js";
import type { AppOpMode } from "../package-state.js";
import { complain, defaultCommand, FAILED, print, type ShellCommand } from "../shell-command.js";

/** App-ops with the API level that introduced each; the real shell accepts many more, which have no effect here. */
const OPS: ReadonlyMap<string, number> = new Map([
  ["ACCESS_RESTRICTED_SETTINGS", 33],
  ["POST_NOTIFICATION", 24],
  ["PROJECT_MEDIA", 24],
  ["RUN_ANY_IN_BACKGROUND", 28],
  ["RUN_IN_BACKGROUND", 24],
  ["SYSTEM_ALERT_WINDOW", 24],
  ["WRITE_SETTINGS", 24],
]);

const MODES = ["allow", "ignore", "deny", "default", "foreground"] as const;

/** `appops set|get|reset [--user N] PACKAGE [OP] [MODE]` and `cmd appops …`. */
export const appOpsShell: ShellCommand = async (call, args) => {
  const words = withoutUser(args);
  const [command, packageName, op, mode] = words;
  if (command !== "set" && command !== "get" && command !== "reset") return await defaultCommand(call, command, HELP);
  if (packageName === undefined) return await complain(call, "Error: Package name not specified.");
  if (packageName === SHELL_UID) return setOfShell(call, command, op, mode);
  if (!call.phone.state().packages.some((one) => one.packageName === packageName)) {
    return await complain(call, `Error: No UID for ${packageName} in user 0`);
  }
  if (op !== undefined && !isKnown(call, op)) return await complain(call, `Error: Unknown operation string: ${op}`);
  if (command === "get") return await get(call, packageName, op);
  if (!call.phone.setAppOp) return await complain(call, "Error: this phone keeps no app-ops");
  if (call.phone.vendor?.refusesSecureSettings) return await refuse(call, command);
  return command === "set" ? await set(call, packageName, op, mode) : await reset(call, packageName);
};

function withoutUser(args: readonly string[]): readonly string[] {
  const at = args.indexOf("--user");
  return (at < 0 ? args : args.filter((_, index) => index !== at && index !== at + 1)).filter(
    (word) => word !== "--uid",
  );
}

/** Process.SHELL_UID, for which one app-op has an effect here. */
const SHELL_UID = "2000";

function setOfShell(call: CommandCall, command: string, op: string | undefined, mode: string | undefined): number {
  const mockLocation = call.phone.managers?.location;
  if (command === "set" && op === "android:mock_location" && mockLocation) mockLocation.isAllowed = mode === "allow";
  return 0;
}

/** The name in capitals, from the name or its public form. */
function nameOf(op: string): string {
  return op.startsWith("android:") ? op.slice("android:".length).toUpperCase() : op;
}

function isKnown(call: CommandCall, op: string): boolean {
  return (OPS.get(nameOf(op)) ?? Number.POSITIVE_INFINITY) <= call.phone.build.apiLevel;
}

async function get(call: CommandCall, packageName: string, op: string | undefined): Promise<number> {
  const state = call.phone.state().packages.find((one) => one.packageName === packageName);
  const ops = [...(state?.appOps ?? [])].filter(([name]) => op === undefined || name === nameOf(op));
  if (ops.length > 0) return await print(call, ...ops.map(([name, mode]) => `${name}: ${mode}`));
  return await print(call, "No operations.", ...(op === undefined ? [] : ["Default mode: default"]));
}

async function set(
  call: CommandCall,
  packageName: string,
  op: string | undefined,
  mode: string | undefined,
): Promise<number> {
  if (op === undefined) return await complain(call, "Error: Operation not specified.");
  if (mode === undefined) return await complain(call, "Error: Mode not specified.");
  const known = MODES.find((one) => one === mode);
  if (known === undefined) return await complain(call, `Error: Mode ${mode} is not valid.`);
  call.phone.setAppOp?.(packageName, nameOf(op), session(known));
  return 0;
}

function session(mode: (typeof MODES)[number]): AppOpMode | null {
  return mode === "default" ? null : mode;
}

async function reset(call: CommandCall, packageName: string): Promise<number> {
  const state = call.phone.state().packages.find((one) => one.packageName === packageName);
  for (const op of state?.appOps?.keys() ?? []) call.phone.setAppOp?.(packageName, op, null);
  return await print(call, `Reset all modes for: ${packageName}`);
}

async function refuse(call: CommandCall, command: string): Promise<number> {
  const message = "uid 2000 does not have android.permission.MANAGE_APP_OPS_MODES.";
  await printShellException(call, command, new JavaError("java.lang.SecurityException", message, FRAMES));
  return FAILED;
}

const FRAMES = ["com.android.server.appop.AppOpsService.enforceManageAppOpsModes(AppOpsService.java:1762)"] as const;

const HELP = [
  "AppOps service (appops) commands:",
  "  help",
  "    Print this help text.",
  "  set [--user <USER_ID>] <[--uid] PACKAGE | UID> <OP> <MODE>",
  "    Set the mode for a particular application and operation.",
  "  get [--user <USER_ID>] [--attribution <ATTRIBUTION_TAG>] <PACKAGE | UID> [<OP>]",
  "    Return the mode for a particular application and optional operation.",
  "  reset [--user <USER_ID>] [<PACKAGE>]",
  "    Reset the given application or all applications to default modes.",
];
