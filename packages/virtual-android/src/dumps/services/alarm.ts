import type { PhoneState } from "../../phone-state.js";
import { formatTime, type Lines } from "../text.js";

/** `dumpsys alarm` of a phone on which no alarm is set. */
export function dumpAlarm(state: PhoneState): Lines {
  return [
    "Current Alarm Manager state:",
    "",
    `  nowRTC=${Math.floor(state.wallClockMs)}=${formatTime(state.wallClockMs).slice(0, 19)} nowELAPSED=${state.uptimeMs}`,
    `  mLastTimeChangeClockTime=0`,
    "  0 pending alarms:",
  ];
}
