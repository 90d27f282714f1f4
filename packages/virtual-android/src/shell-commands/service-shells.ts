import type { Command } from "../command.js";
import { packageShell } from "../package-manager/package-shell.js";
import type { ShellCommand } from "../shell-command.js";
import { alarmShell } from "./alarm-shell.js";
import { appOpsShell } from "./app-ops-shell.js";
import { connectivityShell } from "./connectivity-shell.js";
import { localeShell } from "./locale-shell.js";
import { locationShell } from "./location-shell.js";
import { notificationShell } from "./notification-shell.js";
import { settingsShell } from "./settings-shell.js";
import { deviceIdleShell, displayShell, statusBarShell, uiModeShell } from "./ui-shells.js";
import { windowShell } from "./window-shell.js";

/** A service for `cmd`, and the API level from which it has commands. */
interface ServiceShell {
  readonly service: string;
  readonly since: number;
  readonly shell: ShellCommand;
}

const SHELLS: readonly ServiceShell[] = [
  { service: "alarm", since: 28, shell: alarmShell },
  { service: "appops", since: 24, shell: appOpsShell },
  { service: "connectivity", since: 28, shell: connectivityShell },
  { service: "deviceidle", since: 24, shell: deviceIdleShell },
  { service: "display", since: 28, shell: displayShell },
  { service: "locale", since: 33, shell: localeShell },
  { service: "location", since: 31, shell: locationShell },
  { service: "notification", since: 26, shell: notificationShell },
  { service: "package", since: 24, shell: packageShell },
  { service: "settings", since: 26, shell: settingsShell },
  { service: "statusbar", since: 24, shell: statusBarShell },
  { service: "uimode", since: 29, shell: uiModeShell },
  { service: "window", since: 28, shell: windowShell },
];

/**
 * Programs that became names for `cmd SERVICE`, and the API level from which the service performs the commands itself.
 */
const PROGRAMS = [
  { service: "activity", since: 26, program: "am" },
  { service: "input", since: 31, program: "input" },
] as const;

/** The commands of a service on this release; undefined if it has none. */
export function shellOf(
  api: number,
  service: string,
  program: (name: string) => Command | undefined,
): ShellCommand | undefined {
  const own = SHELLS.find((one) => one.service === service && one.since <= api);
  if (own) return own.shell;
  const name = PROGRAMS.find((one) => one.service === service && one.since <= api)?.program;
  const command = name === undefined ? undefined : program(name);
  return command && ((call, args) => command.run({ ...call, argv: [command.name, ...args] }));
}
