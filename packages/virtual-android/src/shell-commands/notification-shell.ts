import { complain, defaultCommand, print, type ShellCommand } from "../shell-command.js";

/**
 * `cmd notification post [-t TITLE] TAG TEXT`: NotificationShellCmd, Android 10 and later; the notification is the
 * shell's.
 */
export const notificationShell: ShellCommand = async (call, args) => {
  const [command, ...rest] = args;
  if (command !== "post" || call.phone.build.apiLevel < 29)
    return await defaultCommand(call, command, NOTIFICATION_HELP);
  let title: string | null = null;
  const words: string[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? "";
    if (word === "-t" || word === "--title") {
      at += 1;
      title = rest[at] ?? "";
    } else if (word === "-v" || word === "--verbose") continue;
    else if (word.startsWith("-") && words.length === 0) return await complain(call, `error: unknown option ${word}`);
    else words.push(word);
  }
  const [tag, ...text] = words;
  if (tag === undefined || text.length === 0) return await print(call, ...POST_USAGE);
  call.phone.postNotification?.({
    packageName: "com.android.shell",
    id: POST_ID,
    tag,
    title: title ?? "",
    text: text.join(" "),
  });
  return await print(call, `posting:\n  Notification(channel=shell_cmd shortcut=null contentView=null vibrate=null)`);
};

/** NotificationShellCmd.NOTIFICATION_ID. */
const POST_ID = 2020;

const POST_USAGE = [
  "usage: cmd notification post [flags] <tag> <text>",
  "",
  "flags:",
  "  -h|--help",
  "  -t|--title <text>",
];

const NOTIFICATION_HELP = [
  "usage: cmd notification SUBCMD [args]",
  "",
  "SUBCMDs:",
  "  allow_listener COMPONENT [user_id (current user if not specified)]",
  "  disallow_listener COMPONENT [user_id (current user if not specified)]",
];
