import { getDisplays } from "../dumps/display/display.js";
import { dumpDeviceIdle } from "../dumps/services/device-idle.js";
import { defaultCommand, print, type ShellCommand } from "../shell-command.js";

/** `cmd uimode night [yes|no|auto]`: Android 10 and later; apps follow the secure setting. */
export const uiModeShell: ShellCommand = async (call, args) => {
  const [command, wanted] = args;
  if (command !== "night") return defaultCommand(call, command, UI_MODE_HELP);
  if (wanted !== undefined) {
    const value = NIGHT_MODES.find(([name]) => name === wanted)?.[1];
    if (value === undefined) {
      await call.stderr.write("Error: mode must be 'yes', 'no', or 'auto'\n");
      return 255;
    }
    call.phone.putSetting("secure", "ui_night_mode", value);
  }
  const current = call.phone.state().settings.secure.get("ui_night_mode") ?? "1";
  return print(call, `Night mode: ${NIGHT_MODES.find(([, value]) => value === current)?.[0] ?? "unknown"}`);
};

/** UiModeManager.MODE_NIGHT_…. */
const NIGHT_MODES = [
  ["auto", "0"],
  ["no", "1"],
  ["yes", "2"],
] as const;

const UI_MODE_HELP = [
  "UiModeManager service (uimode) commands:",
  "  help",
  "    Print this help text.",
  "  night [yes|no|auto]",
  "    Set or read night mode.",
];

/** `cmd statusbar expand-notifications|expand-settings|collapse`. */
export const statusBarShell: ShellCommand = async (call, args) => {
  switch (args[0]) {
    case "expand-notifications":
      call.phone.setShade("notifications");
      return 0;
    case "expand-settings":
      call.phone.setShade("settings");
      return 0;
    case "collapse":
      call.phone.setShade(null);
      return 0;
    default:
      return defaultCommand(call, args[0], STATUS_BAR_HELP);
  }
};

const STATUS_BAR_HELP = [
  "Status bar commands:",
  "  help",
  "    Print this help text.",
  "  expand-notifications",
  "    Open the notifications panel.",
  "  expand-settings",
  "    Open the notifications panel and expand quick settings if present.",
  "  collapse",
  "    Collapse the notifications and settings panel.",
];

/** `cmd display get-displays`: Android 14 and later. */
export const displayShell: ShellCommand = async (call, args) => {
  const state = call.phone.state();
  if (args[0] === "get-displays" && state.build.apiLevel >= 34) return print(call, ...getDisplays(state));
  return defaultCommand(call, args[0], DISPLAY_HELP);
};

const DISPLAY_HELP = ["Display manager commands:", "  help", "    Print this help text."];

/** `cmd deviceidle get …`. */
export const deviceIdleShell: ShellCommand = async (call, args) => {
  if (args[0] !== "get") return defaultCommand(call, args[0], DEVICE_IDLE_HELP);
  return print(call, ...dumpDeviceIdle(call.phone.state(), args));
};

const DEVICE_IDLE_HELP = [
  "Device idle controller (deviceidle) commands:",
  "  help",
  "    Print this help text.",
  "  get [light|deep|force|screen|charging|network]",
  "    Get the current given state.",
];
