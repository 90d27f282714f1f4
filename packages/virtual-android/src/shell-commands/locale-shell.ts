import type { CommandCall } from "../command.js";
import { localeList } from "../framework/app-locales.js";
import { illegalArgument, printShellException } from "../java-error.js";
import { currentUser, isUser, packagesOf } from "../package-manager/user-packages.js";
import { complain, defaultCommand, print, type ShellCommand } from "../shell-command.js";

/**
 * `cmd locale set-app-locales|get-app-locales PACKAGE [--user N] [--locales TAGS]` of LocaleManagerShellCommand,
 * Android 13 and later.
 */
export const localeShell: ShellCommand = async (call, args) => {
  const [command, packageName, ...options] = args;
  if (command !== SET && command !== GET) return await defaultCommand(call, command, helpOf(call));
  if (packageName === undefined) return await complain(call, "Error: no package specified");
  const asked = parse(call, command, options);
  if (typeof asked === "string")
    return await printShellException(call, command, illegalArgument(asked, FRAMES[command]));
  const { user, tags } = asked;
  const state = call.phone.state();
  const isKnown = isUser(state, user) && packagesOf(state, user).some((one) => one.packageName === packageName);
  if (!isKnown) return await print(call, `Unknown package ${packageName} for userId ${user}`);
  if (command === SET) {
    call.phone.setAppLocales?.(packageName, user, tags);
    return 0;
  }
  const now = call.phone.managers?.locales.of(packageName, user) ?? [];
  return await print(call, `Locales for ${packageName} for user ${user} are [${now.join(",")}]`);
};

const SET = "set-app-locales";
const GET = "get-app-locales";

/** The options, or the message of the exception about them. */
function parse(
  call: CommandCall,
  command: typeof SET | typeof GET,
  options: readonly string[],
): { readonly user: number; readonly tags: readonly string[] } | string {
  const api = call.phone.build.apiLevel;
  let user = currentUser(call.phone.state());
  let tags: readonly string[] = [];
  // ShellCommand.getNextOption stops at the first word that is not an option.
  for (let at = 0; options[at]?.startsWith("-") === true; ) {
    const [option = "", value] = options.slice(at);
    if (option === "--user") {
      if (value === undefined) return `Argument expected after "${option}"`;
      const id = userOf(call, value);
      if (id === null) return `Bad user number: ${value}`;
      user = id;
      at += 2;
      if (command === GET) break;
    } else if (option === "--locales" && command === SET) {
      if (api >= 34 && value?.startsWith("-") === true) return `Unknown locales: ${value}`;
      tags = localeList(value ?? "");
      // Android 13 only peeks at the value, so the value is the next word, and it is not an option.
      at += api >= 34 ? 2 : 1;
    } else if (option === "--delegate" && command === SET && api >= 34) {
      if (value?.startsWith("-") === true) return `Unknown source: ${value}`;
      at += 2;
    } else return `Unknown option: ${option}`;
  }
  return { user, tags };
}

/** UserHandle.parseUserArg; null if the word is not a number. */
function userOf(call: CommandCall, word: string): number | null {
  if (word === "current" || word === "cur") return currentUser(call.phone.state());
  if (word === "all") return -1;
  return /^-?\d{1,9}$/.test(word) ? Number(word) : null;
}

const FRAMES = {
  [SET]: [
    "com.android.server.locales.LocaleManagerShellCommand.runSetAppLocales(LocaleManagerShellCommand.java:97)",
    "com.android.server.locales.LocaleManagerShellCommand.onCommand(LocaleManagerShellCommand.java:45)",
  ],
  [GET]: [
    "com.android.server.locales.LocaleManagerShellCommand.runGetAppLocales(LocaleManagerShellCommand.java:133)",
    "com.android.server.locales.LocaleManagerShellCommand.onCommand(LocaleManagerShellCommand.java:47)",
  ],
} as const;

function helpOf(call: CommandCall): readonly string[] {
  const delegate = call.phone.build.apiLevel >= 34 ? "[--delegate <FROM_DELEGATE>]" : "";
  return [
    "Locale manager (locale) shell commands:",
    "  help",
    "      Print this help text.",
    `  set-app-locales <PACKAGE_NAME> [--user <USER_ID>] [--locales <LOCALE_INFO>]${delegate}`,
    "      Set the locales for the specified app.",
    "      --user <USER_ID>: apply for the given user, the current user is used when unspecified.",
    "      --locales <LOCALE_INFO>: The language tags of locale to be included as a single String separated by commas",
    "                 Empty locale list is used when unspecified.",
    "                 eg. en,en-US,hi ",
    "  get-app-locales <PACKAGE_NAME> [--user <USER_ID>]",
    "      Get the locales for the specified app.",
    "      --user <USER_ID>: get for the given user, the current user is used when unspecified.",
  ];
}
