import type { PhoneState } from "../../phone-state.js";
import { type Lines, when } from "../text.js";

/** `dumpsys settings` (8 and later): all stored settings of user 0, with number and owner. */
export function dumpSettings(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return [
    ...when(api >= 29, "CONFIG SETTINGS (user 0)", ""),
    ...(["global", "secure", "system"] as const).flatMap((namespace) => [
      `${namespace.toUpperCase()} SETTINGS (user 0)`,
      ...[...state.settings[namespace]].map(([name, value], index) => {
        const origin = api >= 26 ? ` default:${value} defaultSystemSet:true` : "";
        return `_id:${index + 1} name:${name} pkg:android value:${value}${origin}`;
      }),
      "",
    ]),
  ];
}
