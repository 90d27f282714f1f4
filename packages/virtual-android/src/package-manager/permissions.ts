import type { CommandCall } from "../command.js";
import { isPermission, isRuntimePermission } from "../framework/permission-words.js";
import { illegalArgument, JavaError, printShellException } from "../java-error.js";
import { complain, type ShellCommand } from "../shell-command.js";

/** `pm grant|revoke [--user N] PACKAGE PERMISSION`: PackageManagerShellCommand.runGrantRevokePermission. */
export const grant: ShellCommand = async (call, args) => await decide(call, args, true);
export const revoke: ShellCommand = async (call, args) => await decide(call, args, false);

async function decide(call: CommandCall, args: readonly string[], isGranted: boolean): Promise<number> {
  const [packageName, name] = args[0] === "--user" ? args.slice(2) : args;
  if (packageName === undefined) return await complain(call, "Error: no package specified");
  if (name === undefined) return await complain(call, "Error: no permission specified");
  const error = refusalOf(call, packageName, name);
  if (error) return await refuse(call, isGranted ? "grant" : "revoke", error);
  if (call.phone.setPermission) call.phone.setPermission(packageName, name, isGranted);
  return 0;
}

function refusalOf(call: CommandCall, packageName: string, name: string): JavaError | null {
  const { packages, build } = call.phone.state();
  const one = packages.find((state) => state.packageName === packageName);
  if (!one) return illegalArgument(`Unknown package: ${packageName}`, FRAMES);
  if (!isPermission(name, build.apiLevel)) return illegalArgument(`Unknown permission: ${name}`, FRAMES);
  if (!one.requestedPermissions?.includes(name))
    return security(`Package ${packageName} has not requested permission ${name}`);
  if (isRuntimePermission(name, build.apiLevel)) return null;
  return security(`Permission ${name} requested by ${packageName} is not a changeable permission type`);
}

function security(message: string): JavaError {
  return new JavaError("java.lang.SecurityException", message, FRAMES);
}

/** Up to Android 8 `pm` is a separate program, which prints its own error line and exits with 1 (Pm.java). */
async function refuse(call: CommandCall, command: string, error: JavaError): Promise<number> {
  if (call.phone.build.apiLevel >= 28) return await printShellException(call, command, error);
  const kind = error.className.endsWith("SecurityException") ? "Operation not allowed" : "Bad argument";
  await call.stderr.write(`${kind}: ${error.className}: ${error.message}\n`);
  return 1;
}

/**
 * `pm clear-permission-flags [--user N] PACKAGE PERMISSION FLAG...`: PackageManagerShellCommand, from Android 13 on.
 * Only the flags that a user sets are supported here.
 */
export const clearPermissionFlags: ShellCommand = async (call, args) => {
  const [packageName, name, ...flags] = args[0] === "--user" ? args.slice(2) : args;
  if (packageName === undefined) return await complain(call, "Error: no package specified");
  if (name === undefined) return await complain(call, "Error: no permission specified");
  const error = refusalOf(call, packageName, name);
  if (error) return await refuse(call, "clear-permission-flags", error);
  if (flags.includes("user-set") && flags.includes("user-fixed")) call.phone.forgetRefusals?.(packageName, name);
  return 0;
};

const FRAMES = [
  "com.android.server.pm.permission.PermissionManagerServiceImpl.grantRuntimePermissionInternal(PermissionManagerServiceImpl.java:1375)",
] as const;
