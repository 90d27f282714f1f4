import { FoveaError } from "../../base/errors.js";
import { askConsole } from "../emulator-console.js";
import { type DeviceState, unknownForm } from "./device-state.js";

/**
 * The limits of an emulator's network, as `UP:DOWN:LEAST:MOST`: kilobits per second (0 is unlimited), then the delay in
 * ms; null for no limits. Set by the emulator's console (android/emulation/control: network speed, delay, status).
 */
export const networkThrottle: DeviceState = {
  name: "network throttle",
  read: async (phone, signal) => {
    const said = await askConsole(phone.device, "network status", signal);
    const down = /^ *download speed: +(\d{1,12}) bits/m.exec(said)?.[1];
    const up = /^ *upload speed: +(\d{1,12}) bits/m.exec(said)?.[1];
    const least = /^ *minimum latency: +(\d{1,9})/m.exec(said)?.[1];
    const most = /^ *maximum latency: +(\d{1,9})/m.exec(said)?.[1];
    if (down === undefined || up === undefined || least === undefined || most === undefined)
      throw unknownForm(phone, "its network", said);
    const kilobits = (bits: string) => Math.round(Number(bits) / 1_000);
    const value = `${kilobits(up)}:${kilobits(down)}:${least}:${most}`;
    return value === "0:0:0:0" ? null : value;
  },
  write: async (phone, value, signal) => {
    const [, up, down, least, most] = /^(\d{1,9}):(\d{1,9}):(\d{1,9}):(\d{1,9})$/.exec(value ?? "0:0:0:0") ?? [];
    if (most === undefined) throw new FoveaError("INVALID_ARGUMENT", `"${value}" is not a throttle`);
    await askConsole(phone.device, `network speed ${up}:${down}`, signal);
    await askConsole(phone.device, `network delay ${least}:${most}`, signal);
  },
};

/** Named limits in the form of {@link networkThrottle}: speeds and delays of the emulator's own table. */
export const THROTTLES = {
  gsm: "14:14:0:0",
  gprs: "28:57:150:550",
  edge: "473:473:80:400",
  umts: "384:384:35:200",
  lte: "58000:173000:0:0",
  full: null,
} as const;
export type Throttle = keyof typeof THROTTLES;
