import type { Command, CommandCall } from "../command.js";

/** `svc power stayon …`, `svc wifi|data|bluetooth|nfc enable|disable`: changes the settings of these services. */
export const svc: Command = {
  name: "svc",
  isScript: true,
  run: async (call) => {
    const [service, verb, value] = call.argv.slice(1);
    if (service === "power" && verb === "stayon" && value !== undefined) return await stayOn(call, value);
    const key = SWITCHES[service ?? ""];
    if (key === undefined || (verb !== "enable" && verb !== "disable")) return await printUsage(call);
    call.phone.putSetting("global", key, verb === "enable" ? "1" : "0");
    return 0;
  },
};

const SWITCHES: Readonly<Record<string, string>> = {
  wifi: "wifi_on",
  data: "mobile_data",
  bluetooth: "bluetooth_on",
  nfc: "nfc_on",
};

/** BatteryManager.BATTERY_PLUGGED_*: AC 1, USB 2, wireless 4, dock 8. */
const STAY_ON: Readonly<Record<string, string>> = {
  true: "15",
  false: "0",
  ac: "1",
  usb: "2",
  wireless: "4",
  dock: "8",
};

async function stayOn(call: CommandCall, value: string): Promise<number> {
  const plugged = STAY_ON[value];
  if (plugged === undefined) return await printUsage(call);
  // Up to Android 12, "true" means AC, USB and wireless.
  const isOld = call.phone.build.apiLevel < 33;
  call.phone.putSetting("global", "stay_on_while_plugged_in", value === "true" && isOld ? "7" : plugged);
  if (value !== "false") call.phone.key("WAKEUP", "down-up");
  return 0;
}

async function printUsage(call: CommandCall): Promise<number> {
  const lines = [
    "Available commands:",
    "    help     Show information about the subcommands",
    "    power    Control the power manager",
    "    data     Control mobile data connectivity",
    "    wifi     Control the Wi-Fi manager",
    "    usb      Control Usb state",
    "    nfc      Control NFC functions",
    "    bluetooth Control Bluetooth service",
  ];
  await call.stderr.write(`${lines.join("\n")}\n`);
  return 0;
}
