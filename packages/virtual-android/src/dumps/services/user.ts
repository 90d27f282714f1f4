import type { PhoneState } from "../../phone-state.js";
import { formatDuration, type Lines, when } from "../text.js";

/** `dumpsys user`: the phone has one user. */
export function dumpUser(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const flags = api >= 30 ? "c13" : "13";
  return [
    ...when(api >= 33, "Current user: 0"),
    "Users:",
    `  UserInfo{0:Owner:${flags}} serialNo=0${api >= 29 ? " isPrimary=true" : ""}`,
    ...when(
      api >= 30,
      "    Type: android.os.usertype.full.SYSTEM",
      "    Flags: 3091 (ADMIN|FULL|INITIALIZED|PRIMARY|SYSTEM)",
    ),
    ...when(api >= 26, "    State: RUNNING_UNLOCKED"),
    "    Created: <unknown>",
    `    Last logged in: ${formatDuration(state.uptimeMs)} ago`,
    "    Has profile owner: false",
    "    Restrictions:",
    "      none",
  ];
}
