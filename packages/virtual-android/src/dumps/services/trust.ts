import type { PhoneState } from "../../phone-state.js";
import { type Lines, when } from "../text.js";

/** `dumpsys trust`: `deviceLocked=1` only while a secure keyguard is shown. */
export function dumpTrust(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const { isShowing, isSecure } = state.keyguard;
  const words = [
    "trusted=0",
    "trustManaged=0",
    `deviceLocked=${isShowing && isSecure ? 1 : 0}`,
    ...when(api >= 34, "isActiveUnlockRunning=0"),
    "strongAuthRequired=0x0",
  ];
  return [
    "Trust manager state:",
    ` User "Owner" (id=0, flags=0x${api >= 30 ? "c13" : "13"}) (current): ${words.join(", ")}`,
    "   Enabled agents:",
    "   Events:",
    "",
  ];
}
