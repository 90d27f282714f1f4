import { configText } from "../am/config-text.js";
import { intentText } from "../am/intent-text.js";
import { parseIntent } from "../am/intent-words.js";
import { start } from "../am/start.js";
import type { Command, CommandCall } from "../command.js";
import { illegalArgument, JavaError, printShellException } from "../java-error.js";
import { currentUser, packagesOf, userIn } from "../package-manager/user-packages.js";
import { scanByIntent } from "../shell-commands/media-provider.js";

/** The activity manager: a separate program up to Android 7, `cmd activity` from 8 on. */
export const am: Command = {
  name: "am",
  isScript: true,
  run: async (call) => {
    const [command = "", ...args] = call.argv.slice(1);
    try {
      return await runCommand(call, command, args);
    } catch (error) {
      if (error instanceof JavaError) return await complain(call, command, error);
      throw error;
    }
  },
};

async function runCommand(call: CommandCall, command: string, args: readonly string[]): Promise<number> {
  switch (command) {
    case "start":
    case "start-activity":
      return await start(call, args);
    case "force-stop":
    case "kill":
      return stop(call, args);
    case "switch-user":
      return await switchUser(call, args);
    case "get-config":
      await call.stdout.write(`config: ${configText(call.phone.state())}\nabi: arm64-v8a\n`);
      return 0;
    case "get-current-user":
      await call.stdout.write(`${currentUser(call.phone.state())}\n`);
      return 0;
    case "broadcast":
      return await broadcast(call, args);
    default:
      return await unknown(call, command);
  }
}

function stop(call: CommandCall, args: readonly string[]): number {
  const words = args[0] === "--user" ? args.slice(2) : args;
  const [packageName] = words;
  if (packageName === undefined) throw illegalArgument('Argument expected after "force-stop"', FRAMES);
  const state = call.phone.state();
  const user = userIn(state, args, 0);
  if (packagesOf(state, user).some((one) => one.packageName === packageName)) call.phone.forceStop(packageName);
  return 0;
}

async function switchUser(call: CommandCall, args: readonly string[]): Promise<number> {
  const id = Number(args.find((word) => !word.startsWith("-")));
  if (Number.isInteger(id) && call.phone.switchUser?.(id) === true) return 0;
  await call.stderr.write(`Error: Failed to switch to user ${id}\n`);
  return 1;
}

/** Only the media scanner receives broadcasts on this phone: all others end with the default result. */
async function broadcast(call: CommandCall, args: readonly string[]): Promise<number> {
  const { intent, flags } = parseIntent(args);
  if (intent.action === "android.intent.action.MEDIA_SCANNER_SCAN_FILE") scanByIntent(call, intent.data);
  // The shell adds FLAG_RECEIVER_FROM_SHELL to its broadcasts.
  const { apiLevel } = call.phone.build;
  const sent = apiLevel >= 26 ? (flags | 0x400000) >>> 0 : flags;
  await call.stdout.write(`Broadcasting: ${intentText(intent, sent)}\nBroadcast completed: result=0\n`);
  return 0;
}

async function unknown(call: CommandCall, command: string): Promise<number> {
  const { apiLevel } = call.phone.build;
  if (apiLevel < 26) {
    await call.stderr.write(`${USAGE}\nError: unknown command '${command}'\n`);
    return 1;
  }
  if (command === "" || command === "help" || command === "-h") await call.stdout.write(USAGE);
  else await call.stdout.write(`Unknown command: ${command}\n`);
  return 255;
}

/** For a wrong argument, releases up to 7 print the usage and the message; from 8 on, the exception. */
async function complain(call: CommandCall, command: string, error: JavaError): Promise<number> {
  if (call.phone.build.apiLevel >= 26) return await printShellException(call, command, error);
  await call.stderr.write(`${USAGE}\nError: ${error.message}\n`);
  return error.className.endsWith("IllegalArgumentException") ? 0 : 1;
}

const FRAMES = [
  "com.android.server.am.ActivityManagerShellCommand.runForceStop(ActivityManagerShellCommand.java:1061)",
] as const;

const USAGE = [
  "Activity manager (activity) commands:",
  "  help",
  "      Print this help text.",
  "  start-activity [-D] [-N] [-W] [-P <FILE>] [--start-profiler <FILE>]",
  "          [-R COUNT] [-S] [--user <USER_ID> | current] <INTENT>",
  "  broadcast [--user <USER_ID> | all | current] <INTENT>",
  "  force-stop [--user <USER_ID> | all | current] <PACKAGE>",
  "  kill [--user <USER_ID> | all | current] <PACKAGE>",
  "  get-config [--days N] [--device] [--proto] [--display <DISPLAY_ID>]",
  "  get-current-user",
  "  switch-user <USER_ID>",
  "",
].join("\n");
