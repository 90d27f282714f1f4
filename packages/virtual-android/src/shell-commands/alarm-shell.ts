import { complain, defaultCommand, type ShellCommand } from "../shell-command.js";
import { zoneAt } from "../toybox/format-date.js";

/**
 * `cmd alarm set-timezone TZ`: AlarmManagerService.ShellCmd, Android 9 and later. TimeZone.getTimeZone converts an
 * unknown name to GMT, which is then set (AlarmManagerService.setTimeZoneImpl).
 */
export const alarmShell: ShellCommand = async (call, args) => {
  const [command, zone] = args;
  if (command !== "set-timezone") return await defaultCommand(call, command, ALARM_HELP);
  if (zone === undefined) return await complain(call, 'Error: Argument expected after "set-timezone"');
  call.phone.setProperty?.("persist.sys.timezone", zoneAt(zone, 0) === undefined ? "GMT" : zone);
  return 0;
};

const ALARM_HELP = [
  "Alarm manager service (alarm) commands:",
  "  help",
  "    Print this help text.",
  "  set-time TIME",
  "    Set the system clock time to TIME where TIME is milliseconds",
  "    since the Epoch.",
  "  set-timezone TZ",
  "    Set the system timezone to TZ where TZ is an Olson id.",
];
