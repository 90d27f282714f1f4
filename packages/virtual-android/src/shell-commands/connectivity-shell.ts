import { complain, defaultCommand, print, type ShellCommand } from "../shell-command.js";

/**
 * `cmd connectivity airplane-mode [enable|disable]`: ConnectivityService.ShellCmd, Android 9 and later. It switches
 * Wi-Fi off, too, and restores Wi-Fi afterwards (WifiSettingsStore: 3 is WIFI_DISABLED_AIRPLANE_ON).
 */
export const connectivityShell: ShellCommand = async (call, args) => {
  const [command, verb] = args;
  if (command !== "airplane-mode") return await defaultCommand(call, command, CONNECTIVITY_HELP);
  const { global } = call.phone.state().settings;
  if (verb === undefined) return await print(call, global.get("airplane_mode_on") === "1" ? "enabled" : "disabled");
  if (verb !== "enable" && verb !== "disable") return await complain(call, `Unknown action: ${verb}`);
  const isOn = verb === "enable";
  call.phone.putSetting("global", "airplane_mode_on", isOn ? "1" : "0");
  const wifi = global.get("wifi_on");
  if (wifi === (isOn ? "1" : "3")) call.phone.putSetting("global", "wifi_on", isOn ? "3" : "1");
  return 0;
};

const CONNECTIVITY_HELP = [
  "Connectivity service commands:",
  "  help",
  "    Print this help text.",
  "  airplane-mode [enable|disable]",
  "    Turn airplane mode on or off.",
  "  airplane-mode",
  "    Get airplane mode.",
];
