import { FoveaError } from "../../base/errors.js";
import { consolePort, notAnEmulator } from "../../devices/emulator-console.js";
import { askPhone } from "../../devices/phone.js";
import type { DeviceState } from "../../devices/states/device-state.js";
import { airplaneMode, mobileData, wifi } from "../../devices/states/network-states.js";
import { networkThrottle, THROTTLES, type Throttle } from "../../devices/states/throttle.js";
import type { Session } from "../../session/session.js";
import { changeStates, type StatesResult, type WantedState } from "./change-states.js";

type Switch = "on" | "off";

/** The radios to switch; undefined fields stay as they are. */
export interface NetworkRequest {
  readonly airplane?: Switch | undefined;
  readonly wifi?: Switch | undefined;
  readonly data?: Switch | undefined;
  /** The network speed of an emulator. */
  readonly speed?: Throttle | undefined;
}

const NAMES = ["airplane", "wifi", "data"] as const;
const STATES: Readonly<Record<(typeof NAMES)[number], DeviceState>> = {
  airplane: airplaneMode,
  wifi,
  data: mobileData,
};

/**
 * Switches radios one after another, airplane mode first. Errors: WOULD_DISCONNECT if adb reaches the device over the
 * network that would be switched off, UNSUPPORTED_ON_DEVICE, as changeStates.
 */
export async function setNetwork(
  session: Session,
  request: NetworkRequest,
  signal: AbortSignal,
): Promise<StatesResult> {
  const cut = NAMES.find((name) => name !== "data" && request[name] === (name === "airplane" ? "on" : "off"));
  if (cut !== undefined && isByNetwork(session.device.serial)) throw wouldDisconnect(session, STATES[cut]);
  const wanted: WantedState[] = NAMES.flatMap((name) => {
    const value = request[name];
    return value === undefined ? [] : [{ state: STATES[name], value }];
  });
  if (request.speed !== undefined) {
    if (consolePort(session.device) === null) throw notAnEmulator(session.device);
    wanted.push({ state: networkThrottle, value: THROTTLES[request.speed] });
  }
  const words = wanted.map(({ state, value }) => `${state.name} ${value ?? "full"}`).join(", ");
  const args = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  return await changeStates(
    session,
    {
      call: { tool: "network", args },
      action: { kind: "device", change: "network", detail: words, package: null },
      did: `switched ${words}`,
      wanted: async () => wanted,
    },
    signal,
  );
}

/**
 * Whether adb reaches the device over its own network: by its address, or by wireless debugging. A loopback address is
 * a port of this host, as for an emulator.
 */
function isByNetwork(serial: string): boolean {
  if (/_adb-tls-connect/.test(serial)) return true;
  const host = /^(.+):\d{1,5}$/.exec(serial)?.[1];
  return host !== undefined && !/^(?:127\.|localhost$|\[?::1\]?$)/.test(host);
}

function wouldDisconnect({ device }: Session, { name }: DeviceState): FoveaError {
  const message = `adb reaches ${device.serial} over its network: switching ${name} would cut it off`;
  return new FoveaError("WOULD_DISCONNECT", message, { device: device.serial });
}

/**
 * Which radios are on, and the speed of an emulator's network, under the names of the tool's arguments. Errors: as
 * DeviceState.read.
 */
export async function readNetwork(session: Session, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const phone = await askPhone(session.device, signal);
  const values: Record<string, string> = {};
  for (const name of NAMES) values[name] = (await STATES[name].read(phone, signal)) ?? "unknown";
  if (consolePort(session.device) !== null) values["speed"] = speedOf(await networkThrottle.read(phone, signal));
  return values;
}

/** The name of a throttle; the throttle itself if it has none. */
function speedOf(throttle: string | null): string {
  return Object.entries(THROTTLES).find(([, value]) => value === throttle)?.[0] ?? throttle ?? "full";
}
