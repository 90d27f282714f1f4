import type { PhoneState } from "../../phone-state.js";
import type { Lines } from "../text.js";

/** `dumpsys wifi`: the first line of WifiServiceImpl.dump says whether Wi-Fi is on. */
export function dumpWifi(state: PhoneState): Lines {
  const { global } = state.settings;
  const isOn = global.get("wifi_on") === "1" || global.get("wifi_on") === "2";
  return [
    `Wi-Fi is ${isOn ? "enabled" : "disabled"}`,
    `Stay-awake conditions: ${global.get("stay_on_while_plugged_in") ?? "0"}`,
    `mAirplaneModeOn ${global.get("airplane_mode_on") === "1"}`,
  ];
}

/** `dumpsys connectivity`: the current default network (ConnectivityService.dump). */
export function dumpConnectivity(state: PhoneState): Lines {
  const { global } = state.settings;
  const hasWifi = global.get("wifi_on") === "1" || global.get("wifi_on") === "2";
  const hasData = global.get("mobile_data") !== "0" && global.get("airplane_mode_on") !== "1";
  const network = hasWifi ? "100" : hasData ? "101" : "none";
  return ["NetworkProviders for:", "", `Active default network: ${network}`, ""];
}
